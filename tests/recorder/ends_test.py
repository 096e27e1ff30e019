#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records programs that end abnormally: no earlier event may be missing.

usage: ends_test.py LULL PROGRAM LAUNCHER...
"""
import os
import sys
import tempfile

from recording_test import Archive, expect_ending_as_bare, run
from threads_comparison import expect


def check(lull, directory, launcher, program, how, rounds):
    trace = os.path.join(directory, f"{how}-{rounds}")
    command = [*launcher, program, how, str(rounds)]
    recorded = run(lull, "record", "-o", trace, "--", *command)
    what = f"{how} after {rounds} rounds: "
    expect_ending_as_bare(what + "ending", lull, recorded, *command)
    expect(what + "unfinished", "did not end normally" in recorded.stderr, True)
    expect(what + "lost", "the last events" in recorded.stderr, False)
    archive = Archive(os.path.join(trace, "traces.otf2"))
    for event in ("MPI_SEND", "MPI_RECV"):
        expect(what + event, archive.events[event], 2 * rounds)
    for event in ("MPI_COLLECTIVE_BEGIN", "MPI_COLLECTIVE_END"):
        expect(what + event, archive.events[event], 2)
    expect(what + "aborts", archive.calls["MPI_Abort"], how == "abort")
    analysed = run(lull, "analyze", trace, "-o", os.path.join(directory, "report.cubex"))
    expect(what + "analysis", (analysed.returncode, "unmatched" in analysed.stdout), (0, False))


def main():
    lull, program, *launcher = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        for how in ("abort", "exit", "_exit", "kill", "crash"):
            check(lull, directory, launcher, program, how, 10)
        check(lull, directory, launcher, program, "kill", 100_000)
    print("ok")


if __name__ == "__main__":
    main()
