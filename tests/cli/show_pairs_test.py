#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares lull show --matrix and --causers on the example's report with its other values.

usage: show_pairs_test.py LULL SOURCE-DIRECTORY
"""
import csv
import io
import json
import unittest

from example_report import ExampleReport, run


class Pairs(ExampleReport):
    def show(self, *arguments, status=0):
        done = run("show", self.report, *arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def rows(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.show(*arguments, "--csv"))))

    def total(self, metric):
        return sum(float(row["value"]) for row in csv.DictReader(io.StringIO(
            run("show", self.report, "-m", metric, "--csv").stdout)))

    def test_the_matrix_has_all_bytes_that_were_sent(self):
        rows = self.rows("--matrix")
        self.assertEqual(sum(int(row["bytes"]) for row in rows), self.total("bytes_sent"))
        self.assertGreater(len(rows), 10)
        document = json.loads(self.show("--matrix", "--json"))
        self.assertEqual([pair["bytes"] for pair in document["pairs"]], [int(row["bytes"]) for row in rows])
        self.assertEqual(document["names"][document["pairs"][0]["from"]], rows[0]["from"])

    def test_waiting_agrees_with_causers(self):
        for metric in ("mpi_latesender", "mpi_barrier_wait", "time"):
            rows = self.rows("--matrix", "-m", metric)
            caused = self.rows("--causers", "-m", metric)
            self.assertAlmostEqual(sum(float(row["waiting"]) for row in rows),
                                   sum(float(row["seconds"]) for row in caused), places=6)
            by_causer = {}
            for row in caused:
                name = row["location"].removesuffix(", Master thread")
                by_causer[name] = by_causer.get(name, 0) + float(row["seconds"])
            for name, seconds in by_causer.items():
                self.assertAlmostEqual(
                    sum(float(row["waiting"]) for row in rows if row["from"] == name), seconds, places=6)

    def test_text_shows_the_worst_first(self):
        lines = self.show("--causers", "-n", 2).splitlines()
        self.assertEqual(lines[-1].split()[:2], ["...", "and"])
        self.assertEqual(len(lines), 8)
        worst = self.rows("--causers")[0]
        self.assertIn(worst["location"] + " in ", lines[-3])
        text = self.show("--matrix", "--measure", "waiting", "-n", 1)
        most = max(self.rows("--matrix"), key=lambda row: float(row["waiting"]))
        self.assertIn(f"{most['from']} > {most['to']}", text)
        self.assertIn("waited for", text)
        self.assertEqual(len(self.show("--matrix", "--all").splitlines()) - len(self.show(
            "--matrix", "-n", 1).splitlines()), len(self.rows("--matrix")) - 2)

    def test_nodes_have_the_sums_of_their_processes(self):
        [row] = self.rows("--matrix", "--by-node")
        self.assertEqual(int(row["bytes"]), sum(int(other["bytes"]) for other in self.rows("--matrix")))

    def test_missing_data_is_reported(self):
        self.assertIn("who waits for whom", self.show("--matrix", "-m", "visits", status=2))
        self.assertIn("no causers of visits", self.show("--causers", "-m", "visits", status=2))
        self.assertIn("not in", self.show("--matrix", "--measure", "nothing", status=2))
        self.show("--matrix", "--system", status=2)
        self.show("--by-node", status=2)
        self.assertIn("--matrix or --causers", self.show("--top", 3, status=2))
        other = self.path / "sum.cubex"
        self.assertEqual(run("mean", self.report, "-o", other).returncode, 0)
        done = run("show", other, "--matrix")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no communication matrix", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[__file__])
