#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The cost of structure detection and filters grows linearly with the trace: compares the
instructions for N and 4 N.

usage: growth_test.py PROGRAM VALGRIND
"""
import re
import subprocess
import sys
import unittest

PROGRAM, VALGRIND = sys.argv[1:3]
SIZE = 2000


def instructions(kind, size):
    result = subprocess.run(
        [VALGRIND, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", PROGRAM, kind,
         str(size)], capture_output=True, text=True, check=True)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", result.stderr).group(1).replace(",", ""))


class Growth(unittest.TestCase):
    def test_cost_is_linear(self):
        for kind in subprocess.run([PROGRAM], capture_output=True, text=True, check=True).stdout.split():
            with self.subTest(kind):
                nothing = instructions(kind, 1)
                small = instructions(kind, SIZE) - nothing
                large = instructions(kind, 4 * SIZE) - nothing
                print(f"{kind}: instructions x {large / small:.2f}")
                self.assertLess(large, 5.5 * small)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
