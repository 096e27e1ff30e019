#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Analyses a directory whose recording was started by a launcher, which is refused until the program has ended.

usage: interrupted_test.py LULL PROGRAM LIBRARY LAUNCHER...
"""
import os
import subprocess
import sys
import tempfile
import time

from recording_test import SETTINGS, exported, run


def main():
    lull, program, library, launcher = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    with tempfile.TemporaryDirectory() as directory:
        trace = os.path.join(directory, "trace")
        told = run(lull, "record", "--env", "--mpi", library, "-o", trace)
        settings = exported(told.stdout)
        with subprocess.Popen([*launcher, program, "1000000000"], env=os.environ | SETTINGS | settings,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            while not os.path.exists(os.path.join(trace, ".parts")):
                time.sleep(0.1)
            time.sleep(1)
            analysed = run(lull, "analyze", os.path.relpath(trace))
            assert analysed.returncode == 3, (analysed.returncode, analysed.stderr)
            assert "still being recorded" in analysed.stderr, analysed.stderr
            running.terminate()
        analysed = run(lull, "analyze", trace)
        assert analysed.returncode == 0, analysed.stderr
        assert "did not end normally" in analysed.stderr, analysed.stderr
        assert os.path.exists(os.path.join(trace, "traces.otf2"))
    print("ok")


if __name__ == "__main__":
    main()
