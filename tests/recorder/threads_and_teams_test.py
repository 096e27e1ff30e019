#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records C++ threads in addition to OpenMP, on request.

usage: threads_and_teams_test.py LULL SOURCE COMPILER
"""
import os
import sys
import tempfile

from recording_test import Archive, run
from threads_comparison import expect

LULL, SOURCE, COMPILER = sys.argv[1:]
WANTED = {"THREAD_CREATE": 4, "THREAD_BEGIN": 4, "THREAD_END": 4, "THREAD_WAIT": 4,
          "THREAD_FORK": 7, "THREAD_JOIN": 7, "THREAD_TEAM_BEGIN": 14, "THREAD_TEAM_END": 14,
          "THREAD_ACQUIRE_LOCK": 8, "THREAD_RELEASE_LOCK": 8}


def main():
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "program")
        built = run(COMPILER, "-g", "-O1", "-fopenmp", "-pthread", "-o", program, SOURCE)
        assert built.returncode == 0, built.stderr
        for options, wanted in (["--pthread"], WANTED), ([], {"THREAD_CREATE": 0, "THREAD_FORK": 7}):
            trace = tempfile.mkdtemp(dir=directory)
            recorded = run(LULL, "record", *options, "-o", trace, "--", program)
            expect("status and output", (recorded.returncode, recorded.stdout), (0, "212\n"))
            archive = Archive(os.path.join(trace, "traces.otf2"))
            expect("events", {kind: archive.events[kind] for kind in wanted}, wanted)
            expect("open regions", {name: n for name, n in archive.open.items() if n}, {})
            if options:
                expect("threads by name", archive.calls["std::thread"], 4)
            analysed = run(LULL, "analyze", trace, "-o", os.path.join(trace, "report.cubex"))
            expect("analysis", analysed.returncode, 0)
    print("ok")


if __name__ == "__main__":
    main()
