#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the figures of lull stat with sums of the values of lull show --csv.

usage: stat_test.py LULL SOURCE-DIRECTORY
"""
import csv
import io
import json
import statistics
import sys
import unittest
from collections import defaultdict

from example_report import SOURCE, ExampleReport, run

REPORTS = SOURCE.parent / "shared" / "reports"


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


class Stat(ExampleReport):
    def check_against_values(self, report):
        """Compares additive metrics only, since minima are not sums."""
        document = json.loads(run("show", report, "--json").stdout)
        additive = {metric["name"] for metric in document["metrics"]
                    if metric["type"] not in ("minimum", "maximum")}
        locations = len(document["locations"])
        sums = defaultdict(lambda: defaultdict(float))
        for row in table(run("show", report, "--csv").stdout):
            sums[row["metric"]][row["location_id"]] += float(row["value"])
        found = {row["metric"]: row for row in table(run("stat", report, "--csv").stdout)}
        self.assertEqual(set(found), set(sums))
        for metric in additive & set(sums):
            row, by_location = found[metric], sums[metric]
            if int(row["locations"]) != locations:
                continue  # the metric has locations of other kinds
            values = list(by_location.values()) + [0.0] * (locations - len(by_location))
            wanted = {"total": sum(values), "mean": statistics.fmean(values), "minimum": min(values),
                      "maximum": max(values), "deviation": statistics.pstdev(values),
                      "median": statistics.median(values)}
            if locations > 1:
                quartiles = statistics.quantiles(values, method="inclusive")
                wanted.update(lower_quartile=quartiles[0], upper_quartile=quartiles[2])
            for name, value in wanted.items():
                with self.subTest(report=report, metric=metric, name=name):
                    self.assertAlmostEqual(float(row[name]), value, delta=1e-9 * max(map(abs, values)))
            self.assertAlmostEqual(by_location[row["greatest_location_id"]], max(values))

    def test_agrees_with_the_values_of_the_report(self):
        self.check_against_values(self.report)

    @unittest.skipUnless(REPORTS.is_dir(), "../shared/reports is missing")
    def test_agrees_with_the_values_of_real_reports(self):
        for name in ("waits8.scout", "hybrid4x3.scout", "hybrid4x3.scorep-profile", "waits4.remapped"):
            self.check_against_values(REPORTS / f"{name}.cubex")

    def test_lists_metrics_and_details_one(self):
        overview = run("stat", self.report).stdout
        self.assertIn("Late Sender  mpi_latesender", overview)
        self.assertIn("maximum at", overview)
        self.assertNotIn("\033", overview)
        detail = run("stat", self.report, "-m", "mpi_latesender", "--top", 2).stdout
        self.assertIn("Late Sender (mpi_latesender)", detail)
        self.assertIn("standard deviation", detail)
        self.assertEqual(detail.count("MPI_"), 2)

    def test_summarises_instances(self):
        document = json.loads(run("stat", self.report, "-m", "mpi_latesender", "--json").stdout)
        metric = document["metrics"][0]
        instances = metric["instances"]
        self.assertAlmostEqual(instances["sum"], metric["total"])
        self.assertGreater(instances["count"], metric["locations"])
        self.assertLess(instances["minimum"], instances["median"])
        self.assertLess(instances["upper_quartile"], instances["maximum"])
        text = run("stat", self.report, "-m", "mpi_latesender").stdout
        self.assertRegex(text, rf"instances +{instances['count']}: ")
        part = run("stat", self.report, "-m", "mpi_latesender", "-c", "MPI_Recv").stdout
        self.assertNotIn("instances", part)  # they cover all call paths

    def test_top_call_paths_are_those_with_most(self):
        document = json.loads(run("stat", self.report, "-m", "time", "-n", 1000, "--json").stdout)
        paths = document["metrics"][0]["call_paths"]
        values = [path["exclusive"] for path in paths]
        self.assertEqual(values, sorted(values, reverse=True))
        self.assertAlmostEqual(sum(values), document["metrics"][0]["total"])
        self.assertAlmostEqual(sum(path["share"] for path in paths), 1)

    def test_part_of_the_program(self):
        whole = json.loads(run("stat", self.report, "-m", "time", "--json").stdout)
        part = json.loads(run("stat", self.report, "-m", "time", "-c", "MPI_Barrier", "--json").stdout)
        self.assertLess(part["metrics"][0]["total"], whole["metrics"][0]["total"])
        self.assertTrue(all(path["name"].endswith("MPI_Barrier")
                            for path in part["metrics"][0]["call_paths"]))

    def test_writes_a_complete_file(self):
        output = self.path / "out.json"
        done = run("stat", self.report, "--json", "-o", output)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(json.loads(output.read_text())["format"], "lull-statistics")

    def test_mistakes_are_reported(self):
        truncated = self.path / "truncated.cubex"
        truncated.write_bytes(self.report.read_bytes()[:3000])
        output = self.path / "nothing.csv"
        for words, status, sentence in (
                ((), 2, "report"),
                ((self.report, "-m", "mpi_latesendr"), 2, "mpi_latesender"),
                ((self.report, "-c", "nonsense"), 2, "nonsense"),
                ((self.report, "--json", "--csv"), 2, "--csv"),
                (("/nowhere.cubex",), 3, "/nowhere.cubex"),
                ((truncated, "-o", output), 3, "truncated.cubex"),
                ((SOURCE / "README.md",), 3, "README.md"),
                ((self.report, "-o", "/nowhere/x"), 4, "/nowhere/x")):
            with self.subTest(words=words):
                done = run("stat", *words)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertIn(sentence, done.stderr)
        self.assertFalse(output.exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
