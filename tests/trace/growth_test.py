# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The cost of reading grows linearly: if the input doubles, the added instructions about double.
usage: growth_test.py GROWTH"""
import os
import re
import shutil
import subprocess
import sys
import unittest

GROWTH = sys.argv.pop(1)
SIZE = 1000
# Linear growth gives about 2, less evenly for tables that grow; quadratic growth gives 4.
MOST = 2.7


def instructions(case, number):
    """Returns the number of instructions, which valgrind counts exactly."""
    run = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=" + os.devnull,
         GROWTH, case, str(number)], capture_output=True, text=True, check=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
    assert found, run.stderr
    return int(found.group(1).replace(",", ""))


class Growth(unittest.TestCase):
    def test_is_linear(self):
        cases = subprocess.run([GROWTH], capture_output=True, text=True, check=True).stdout.split()
        self.assertGreater(len(cases), 10)
        for case in cases:
            with self.subTest(case):
                once, twice, four_times = (instructions(case, n * SIZE) for n in (1, 2, 4))
                growth = (four_times - twice) / (twice - once)
                print(f"{case}: {growth:.2f}")
                self.assertLess(growth, MOST)


if __name__ == "__main__":
    if shutil.which("valgrind") is None:
        print("skipped: valgrind is not installed")
        sys.exit(0)
    unittest.main()
