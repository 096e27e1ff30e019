#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull diff, mean, merge and cut on the command line, with the example archive's report.

usage: algebra_test.py LULL SOURCE-DIRECTORY
"""
import csv
import io
import subprocess
import sys
import unittest

from example_report import ExampleReport, run


def rows(report):
    """Returns the report's values by (metric, call path, location)."""
    found = {}
    for row in csv.DictReader(io.StringIO(run("show", report, "--csv", "--all").stdout)):
        place = row["metric"], row["call_path"], row["location"]
        found[place] = found.get(place, 0) + float(row["value"])
    return {place: value for place, value in found.items() if value != 0}


class Algebra(ExampleReport):
    def make(self, *arguments):
        result = self.path / "result.cubex"
        done = run(*arguments, "-o", result)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(str(result), done.stdout)
        return result

    def test_a_report_minus_itself_is_zero(self):
        self.assertGreater(len(rows(self.report)), 100)
        self.assertEqual(rows(self.make("diff", self.report, self.report)), {})

    def test_mean_and_merge_of_equal_reports_are_equal(self):
        self.assertEqual(rows(self.make("mean", self.report, self.report)), rows(self.report))
        self.assertEqual(rows(self.make("merge", self.report, self.report)), rows(self.report))

    def test_cut_keeps_the_sum(self):
        names = {place[1] for place in rows(self.report)}
        deepest = max(names, key=lambda name: name.count("/"))
        cut = self.make("cut", self.report, "--prune", deepest)
        def total(values, metric):
            return sum(value for place, value in values.items() if place[0] == metric)
        for metric in ("time", "visits"):
            self.assertAlmostEqual(total(rows(cut), metric), total(rows(self.report), metric))
        self.assertNotIn(deepest, {place[1] for place in rows(cut)})

    def test_results_record_their_whole_history(self):
        first = self.path / "first.cubex"
        self.assertEqual(run("mean", self.report, self.report, "-o", first).returncode, 0)
        second = self.make("diff", first, self.report)
        wanted = f"diff(mean({self.report}, {self.report}), {self.report})"
        anchor = subprocess.run(["tar", "-xOf", second, "anchor.xml"], capture_output=True, check=True).stdout
        self.assertIn(wanted, anchor.decode())

    def test_differences_are_shown_with_their_signs(self):
        part = self.path / "part.cubex"
        self.assertEqual(run("cut", self.report, "--root", "main", "-o", part).returncode, 0)
        leaf = max((place[1] for place in rows(part)), key=len)
        small = self.path / "small.cubex"
        self.assertEqual(run("cut", part, "--root", leaf, "-o", small).returncode, 0)
        less = self.make("diff", small, part)
        shown = run("show", less)
        self.assertEqual(shown.returncode, 0)
        self.assertRegex(shown.stdout, r"-\d")
        self.assertNotRegex(shown.stdout, r"-0\.?0*\s")
        self.assertIn("-100.0", shown.stdout)  # the whole value is gone
        self.assertRegex(run("show", less, "--metric", "time", "--all").stdout, r"-\d")

    def test_mistakes_are_reported(self):
        for words, status, sentence in (
                (("diff", self.report), 2, "reports"),
                (("diff", self.report, "/nowhere.cubex", "-o", "x"), 3, "/nowhere.cubex"),
                (("cut", self.report, "-o", "x"), 2, "--root"),
                (("cut", self.report, "--root", "nonsense", "-o", "x"), 2, "nonsense"),
                (("mean", self.report, "-o", "/nowhere/x.cubex"), 4, "/nowhere")):
            with self.subTest(words=words):
                done = run(*words)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertIn(sentence, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
