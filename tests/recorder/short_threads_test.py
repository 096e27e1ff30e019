#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records many short threads: later threads reuse the locations of earlier threads.

usage: short_threads_test.py LULL SOURCE COMPILER LAUNCHER...
"""
import os
import sys
import tempfile

from recording_test import Archive, run
from threads_comparison import expect

LULL, SOURCE, COMPILER, *LAUNCHER = sys.argv[1:]
ROUNDS = 100


def main():
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "short_threads")
        built = run(COMPILER, "-O1", "-pthread", "-o", program, SOURCE)
        assert built.returncode == 0, built.stderr
        for options in ([], ["--pthread"]):
            trace = os.path.join(directory, "trace" + "".join(options))
            recorded = run(LULL, "record", "-o", trace, *options, "--", *LAUNCHER, program, str(ROUNDS))
            expect("status", (recorded.returncode, recorded.stdout), (0, ""))
            archive = Archive(os.path.join(trace, "traces.otf2"))
            expect("messages", (archive.events["MPI_SEND"], archive.events["MPI_RECV"]), (4 * ROUNDS, 4 * ROUNDS))
            expect("open calls", {name: n for name, n in archive.open.items() if n}, {})
            locations = [name for name in os.listdir(os.path.join(trace, "traces")) if name.endswith(".evt")]
            expect("few locations", len(locations) <= 9, True)
            analysed = run(LULL, "analyze", trace, "-o", os.path.join(directory, "report.cubex"))
            expect("analysis", (analysed.returncode, "unmatched" in analysed.stdout), (0, False))
    print("ok")


if __name__ == "__main__":
    main()
