#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Checks which packages scripts/install-packages would install for whom, without installing any.

usage: install_packages_test.py
"""
import os
import subprocess
import tempfile
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

    def test_what_the_readme_types_next_works_after_the_demo(self):
        """lull view serves its page, and lull record --counters offers PAPI's counters."""
        self.assertLess({"libcpp-httplib-dev", "libpapi-dev"}, set(packages("--demo")))

    def test_the_demo_needs_no_browser_no_other_compiler_and_no_tests(self):
        for package in packages("--demo"):
            for part in ("chromium", "clang", "gfortran", "libomp", "mpich", "gtest", "gmock", "benchmark", "python3-"):
                self.assertNotIn(part, package)
        self.assertIn("install-packages --demo", (SCRIPTS / "demo").read_text())

    def install(self, apt_get):
        """Installs a package that is missing, with an apt-get of ours."""
        with tempfile.TemporaryDirectory() as directory:
            for name, text in (("dpkg-query", "echo not-installed"), ("sudo", 'exec "$@"'), ("apt-get", apt_get)):
                program = Path(directory) / name
                program.write_text("#!/bin/bash\ncd '" + directory + "'\n" + text + "\n")
                program.chmod(0o755)
            done = subprocess.run([SCRIPTS / "install-packages", "--demo"], capture_output=True, text=True, check=False,
                                  env={**os.environ, "PATH": f"{directory}:{os.environ['PATH']}"})
            calls = (Path(directory) / "calls").read_text().splitlines()
            return done, calls

    def test_waits_while_the_packages_are_locked(self):
        for lock in ("E: Could not get lock /var/lib/apt/lists/lock. It is held by process 17 (apt-get)",
                     "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 17 (apt-get)\n"
                     "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?",
                     "E: Unable to lock directory /var/lib/apt/lists/"):
            for command in ("update", "install"):
                with self.subTest(lock=lock, command=command):
                    done, calls = self.install(f"""
                        echo "$@" >> calls
                        [[ "$*" == *{command}* && $(grep -c {command} calls) -le 1 ]] || exit 0
                        echo '{lock}' >&2
                        exit 100""")
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertEqual([("update" in call, "install" in call) for call in calls],
                                     [(True, False)] * (2 if command == "update" else 1)
                                     + [(False, True)] * (2 if command == "install" else 1))
                    self.assertEqual(done.stdout.count("Waiting for "), 1)
                    self.assertIn("process 17 (apt-get)" if "17" in lock else "another process", done.stdout)

    def test_what_else_goes_wrong_is_told_at_once(self):
        done, calls = self.install("""
            echo "$@" >> calls
            echo 'E: Failed to fetch' >&2
            exit 100""")
        self.assertEqual((done.returncode, done.stderr), (100, "E: Failed to fetch\n"))
        self.assertEqual(len(calls), 1)

    def test_mistakes_are_told(self):
        self.assertEqual(run("--nosuch").returncode, 2)
        self.assertIn("--demo", run("--help").stdout)


if __name__ == "__main__":
    unittest.main()
