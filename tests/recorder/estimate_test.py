#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the prediction of lull record --estimate with the actual archive.

usage: estimate_test.py LULL PROGRAMS INCLUDE [MPICC LAUNCHER...]
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

from recording_test import SETTINGS, Archive, by_lull, by_others

LULL, PROGRAMS, INCLUDE, *MPI = sys.argv[1:]
del sys.argv[1:]
UNITS = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}
SIZE = r"([\d.]+) (B|kB|MB|GB)"


def run(*command):
    return subprocess.run(command, env=os.environ | SETTINGS, capture_output=True, text=True, timeout=300,
                          check=False)


class Estimate(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.trace = os.path.join(directory.name, "trace")
        self.program = os.path.join(directory.name, "program")
        source, compiler = ("one_busy_rank.c", MPI[0]) if MPI else ("many_calls.c", "gcc")
        subprocess.run([compiler, "-O1", "-g", "-I", INCLUDE, "-pthread", "-finstrument-functions", "-o",
                        self.program, os.path.join(PROGRAMS, source)], check=True, timeout=100)
        self.command = [*MPI[1:], self.program, "50000", "1" if MPI else "3"]

    def size_in(self, text, before):
        number, unit = re.search(before + SIZE, text).groups()
        return float(number) * UNITS[unit]

    def estimate(self, *options):
        alone = run(*self.command)
        told = run(LULL, "record", "--estimate", *options, "-o", self.trace, "--", *self.command)
        self.assertEqual((told.returncode, by_lull(told.stderr)), (alone.returncode, []))
        self.assertEqual(by_others(told.stderr), by_others(alone.stderr))
        self.assertTrue(told.stdout.startswith(alone.stdout), told.stdout)
        self.assertEqual([name for name in os.listdir(os.path.dirname(self.trace))
                          if name not in ("program", "trace.filter")], [])
        return told.stdout

    def record(self, *options):
        trace = tempfile.mkdtemp(dir=os.path.dirname(self.trace))
        recorded = run(LULL, "record", *options, "-o", trace, "--", *self.command)
        self.assertNotIn("not", "".join(by_lull(recorded.stderr)))
        size = sum(os.path.getsize(os.path.join(place, name))
                   for place, _, names in os.walk(trace) for name in names)
        archive = Archive(os.path.join(trace, "traces.otf2"))
        subprocess.run(["rm", "-r", trace], check=True)
        return size, archive

    def assert_near(self, said, true):
        self.assertLess(abs(said - true), 0.06 * true + 600)  # counters differ, and so do their sizes

    def test_it_is_the_size_of_the_archive(self):
        for options in ((), ("--functions",), ("--functions", "--counters", "ru_utime,ru_maxrss")):
            with self.subTest(options):
                size, archive = self.record(*options)
                said = self.estimate(*options)
                self.assert_near(self.size_in(said, "would take "), size)
                name = "MPI_Iprobe" if MPI else "step" if options else "pthread_create"
                row = next(line for line in said.splitlines() if line.endswith(" " + name)).split()
                visits = [word for word in row if re.fullmatch(r"[\d,]+", word)]
                self.assertEqual(int(visits[-1].replace(",", "")), archive.calls[name])

    def test_the_filter_excludes_short_frequent_functions(self):
        said = self.estimate("--functions")
        if MPI:
            self.assertIn("No function is short and frequent", said)
            self.assertFalse(os.path.exists(self.trace + ".filter"))
            return
        size, archive = self.record("--functions", "--filter", self.trace + ".filter")
        self.assertEqual((archive.calls["step"], archive.calls["main"]), (0, 1))
        self.assert_near(self.size_in(said, "it would take "), size)

    def test_a_limit_that_no_filter_keeps(self):
        """MPI and thread functions are never left out."""
        for option, what in (("--total-limit", "of events"), ("--limit", "of events in one process")):
            said = self.estimate(option + "=100")
            self.assertIn(f"{what} exceed {option} (100 B): recording would end early with any filter", said)
            self.assertNotIn("with any filter", self.estimate(option + "=1GB"))

    @unittest.skipIf(MPI, "of functions")
    def test_a_limit_is_the_goal(self):
        said = self.estimate("--functions", "--limit=1GB")
        self.assertIn("No function is short and frequent", said)
        self.assertLess(self.size_in(self.estimate("--functions", "--limit=1kB"), "it would take "), 10_000)

    @unittest.skipIf(MPI, "of functions")
    def test_an_existing_filter_is_kept(self):
        own = os.path.join(os.path.dirname(self.trace), "program.filter")
        with open(own, "w", encoding="utf-8") as file:
            file.write("SCOREP_REGION_NAMES_BEGIN\n EXCLUDE work\nSCOREP_REGION_NAMES_END\n")
        told = run(LULL, "record", "--estimate", "--functions", "--filter", own, "-o", self.trace, "--",
                   *self.command)
        self.assertIn("it would take", told.stdout)
        _, archive = self.record("--functions", "--filter", self.trace + ".filter", "--no-pthread")
        self.assertEqual((archive.calls["step"], archive.calls["work"], archive.calls["main"]), (0, 0, 1))
        with open(self.trace + ".filter", encoding="utf-8") as file:
            written = file.read()
        os.rename(self.trace + ".filter", own)
        os.link(own, self.trace + ".filter")
        told = run(LULL, "record", "--estimate", "--functions", "--filter", own, "-o", self.trace, "--",
                   *self.command)
        with open(own, encoding="utf-8") as file:
            self.assertEqual(file.read(), written)


if __name__ == "__main__":
    unittest.main()
