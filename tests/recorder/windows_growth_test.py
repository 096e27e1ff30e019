#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The cost of an operation on a window does not depend on the number of open windows.

usage: windows_growth_test.py LULL SOURCE COMPILER LIBRARY
"""
import os
import re
import shutil
import subprocess
import sys
import unittest

from recording_test import SETTINGS, exported
from temporary_directory import TestWithDirectory

LULL, SOURCE, COMPILER, LIBRARY = sys.argv[1:]


class Growth(TestWithDirectory):
    def setUp(self):
        super().setUp()
        self.program = os.path.join(self.directory, "program")
        subprocess.run([COMPILER, "-w", "-o", self.program, SOURCE], check=True, timeout=100)

    def instructions(self, windows, operations):
        """Returns the recorded program's instructions, as counted by valgrind."""
        trace = os.path.join(self.directory, f"{windows}-{operations}")
        variables = subprocess.run([LULL, "record", "--env", "--mpi", LIBRARY, "-o", trace], check=True,
                                   capture_output=True, text=True).stdout
        recorded = exported(variables)
        run = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no",
                              "--cachegrind-out-file=" + os.devnull, self.program, str(windows), str(operations)],
                             env=os.environ | SETTINGS | recorded, capture_output=True, text=True, check=True)
        found = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
        self.assertTrue(found, run.stderr)
        return int(found.group(1).replace(",", ""))

    def test_operations_do_not_cost_more(self):
        few, many = (self.instructions(n, 4000) - self.instructions(n, 2000) for n in (100, 400))
        print(f"instructions for an operation: {few / 2000:.0f}, {many / 2000:.0f}")
        self.assertLess(many, 1.2 * few)


if __name__ == "__main__":
    if shutil.which("valgrind") is None:
        print("skipped: valgrind is not installed")
        sys.exit(0)
    unittest.main(argv=sys.argv[:1])
