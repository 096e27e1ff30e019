#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""What scripts/install-packages would install for whom; nothing is installed.

usage: install_packages_test.py
"""
import subprocess
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def run(*arguments):
    return subprocess.run([SCRIPTS / "install-packages", *arguments], capture_output=True, text=True,
                          check=False)


def packages(*arguments):
    done = run("--list", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


class InstallPackages(unittest.TestCase):
    def test_lists_each_package_once(self):
        self.assertEqual(len(packages()), len(set(packages())))

    def test_the_demo_needs_a_part_of_all(self):
        self.assertLess(set(packages("--demo")), set(packages()))

    def test_the_demo_builds_records_with_open_mpi_and_makes_the_page(self):
        self.assertLess({"g++", "cmake", "ninja-build", "libotf2-trace-dev", "libopenmpi-dev", "openmpi-bin", "npm"},
                        set(packages("--demo")))

    def test_the_demo_needs_no_browser_no_other_compiler_and_no_tests(self):
        for package in packages("--demo"):
            for part in ("chromium", "clang", "gfortran", "libomp", "mpich", "gtest", "gmock", "benchmark", "python3-"):
                self.assertNotIn(part, package)
        self.assertIn("install-packages --demo", (SCRIPTS / "demo").read_text())

    def test_mistakes_are_told(self):
        self.assertEqual(run("--nosuch").returncode, 2)
        self.assertIn("--demo", run("--help").stdout)


if __name__ == "__main__":
    unittest.main()
