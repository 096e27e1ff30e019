#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records tests of locks: a failed one is not an acquisition. usage: lock_tests_test.py LULL SOURCE COMPILER"""
import os
import sys
import tempfile

from recording_test import Archive, run
from threads_comparison import expect


def main():
    lull, source, compiler = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "lock_tests")
        built = run(compiler, "-O1", "-fopenmp", "-o", program, source)
        assert built.returncode == 0, built.stderr
        recorded = run(lull, "record", "-o", os.path.join(directory, "trace"), "--", program)
        expect("output", (recorded.returncode, recorded.stdout), (0, "1 1 2\n"))
        archive = Archive(os.path.join(directory, "trace", "traces.otf2"))
        expect("open calls", {name: n for name, n in archive.open.items() if n}, {})
        expect("acquisitions", archive.calls["omp_set_lock"], 1)
        expect("tests that held", archive.calls["omp_test_lock"], 1)
        expect("acquired and released", (archive.events["THREAD_ACQUIRE_LOCK"], archive.events["THREAD_RELEASE_LOCK"]),
               (3, 3))
    print("ok")


if __name__ == "__main__":
    main()
