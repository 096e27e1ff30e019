#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull cmp on the command line.

usage: cmp_test.py LULL SOURCE-DIRECTORY
"""
import json
import sys
import unittest

from example_report import SOURCE, ExampleReport, run

SHARED = SOURCE.parent / "shared"


class Cmp(ExampleReport):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.part = cls.path / "part.cubex"
        cut = run("cut", cls.report, "--prune", "MPI_Barrier", "-o", cls.part)
        assert cut.returncode == 0, cut.stderr

    def test_a_report_is_equal_to_itself(self):
        done = run("cmp", self.report, self.report)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("are equal", done.stdout)

    def test_an_analysis_with_other_threads_has_the_same_values(self):
        other = self.path / "threads.cubex"
        run("analyze", SOURCE / "examples" / "waits8", "--threads", 1, "-o", other)
        self.assertEqual(run("cmp", self.report, other).returncode, 0)

    def test_differences_are_named_in_both_directions(self):
        for a, b in ((self.report, self.part), (self.part, self.report)):
            done = run("cmp", a, b, "-n", 3)
            self.assertEqual((done.returncode, done.stderr), (1, ""))
            self.assertIn("differ:", done.stdout)
            self.assertIn(f"only in {self.report}", done.stdout)
            self.assertIn("The 3 worst", done.stdout)
        self.assertEqual(run("cmp", self.report, self.part, "--absolute", "1e9").returncode, 0)

    def test_json_has_the_same_result(self):
        same = json.loads(run("cmp", self.report, self.report, "--json").stdout)
        self.assertTrue(same["equal"])
        self.assertGreater(same["compared"], 100)
        done = run("cmp", self.report, self.part, "--json", "-n", 4)
        self.assertEqual(done.returncode, 1)
        other = json.loads(done.stdout)
        self.assertFalse(other["equal"])
        self.assertEqual(len(other["worst"]), 4)
        self.assertGreater(other["differences"], 4)
        self.assertTrue(other["only_a"]["call_paths"])

    def test_one_metric_can_be_equal(self):
        done = run("cmp", self.report, self.part, "-m", "mpi_latesender")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(run("cmp", self.report, self.part, "-m", "time").returncode, 1)

    @unittest.skipUnless((SHARED / "traces").is_dir(), "../shared/traces is missing")
    def test_has_the_values_of_scalasca(self):
        mine = self.path / "waits8.cubex"
        run("analyze", SHARED / "traces" / "waits8", "--clocks", "measured", "-o", mine)
        metrics = [word for metric in ("time", "visits", "mpi_latesender", "mpi_latereceiver",
                                       "mpi_wait_nxn", "mpi_barrier_wait", "bytes_sent")
                   for word in ("-m", metric)]
        done = run("cmp", mine, SHARED / "reports" / "waits8.scout.cubex", "--values", "-t", "1e-9",
                   "--absolute", "1ns", *metrics)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_mistakes_are_reported(self):
        truncated = self.path / "truncated.cubex"
        truncated.write_bytes(self.report.read_bytes()[:5000])
        for words, status, sentence in (
                ((self.report,), 2, "b is required"),
                ((self.report, self.part, "-t", "-1"), 2, "--tolerance"),
                ((self.report, self.part, "-n", "-1"), 2, "--top"),
                ((self.report, self.part, "--absolute", "much"), 2, "--absolute much"),
                ((self.report, self.part, "--absolute", "3 parsec"), 2, "parsec"),
                ((self.report, self.part, "-m", "tme"), 2, "time"),
                ((self.report, truncated), 3, "truncated.cubex"),
                ((self.report, "/nowhere.cubex"), 3, "/nowhere.cubex")):
            with self.subTest(words=words):
                done = run("cmp", *words)
                self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
                self.assertIn(sentence, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
