#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull check in continuous integration.

usage: check_test.py LULL SOURCE-DIRECTORY
"""
import csv
import io
import json
import re
import sys
import unittest
import xml.etree.ElementTree as ElementTree

from example_report import SOURCE, ExampleReport, run

REPORTS = SOURCE.parent / "shared" / "reports"


def total(report, metric, ending=""):
    """Returns the sum of the values of lull show --csv for call paths below `ending`."""
    rows = csv.DictReader(io.StringIO(run("show", report, "--csv", "-m", metric).stdout))
    return sum(float(row["value"]) for row in rows if ending in row["call_path"])


class Check(ExampleReport):
    def check(self, *rules, status=None, report=None, options=()):
        words = [word for rule in rules for word in ("--fail-on", rule)]
        done = run("check", report or self.report, *words, *options)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def test_limits_around_the_value_decide(self):
        late, time = total(self.report, "mpi_latesender"), total(self.report, "time")
        share = 100 * late / time
        run = ("--focus", "run")
        self.check(f"mpi_latesender > {share * 1.001}%", status=0, options=run)
        self.check(f"mpi_latesender > {share * 0.999}%", status=1, options=run)
        self.check(f'"Late Sender" > {late * 1001} ms', status=0)
        self.check(f'"Late Sender" > {late * 999} ms', status=1)
        part = total(self.report, "mpi_latesender", "/phase_nonblocking/")
        self.assertGreater(part, 0)
        self.check(f"mpi_latesender in main/phase_nonblocking > {part * 1.001} s", status=0)
        self.check(f"mpi_latesender in main/phase_nonblocking > {part * 0.999} s", status=1)

    def test_failures_are_a_table(self):
        done = self.check("slow: mpi_latesender > 1%", "time > 1000 s", "visits > 3", status=1)
        self.assertEqual(done.stderr, "")
        self.assertIn("2 of 3 rules failed", done.stdout)
        self.assertRegex(done.stdout, r"slow: mpi_latesender > 1% +\S+/phase_\w+/MPI_\w+ \(")
        self.assertNotIn("1000 s", done.stdout)
        self.assertNotIn("\033", done.stdout)

    def test_success_is_a_summary(self):
        done = self.check("time > 1000 s", "nothing > 1 if present", status=0)
        self.assertIn("1 rule passed, 1 skipped", done.stdout)

    def test_every_mistake_is_shown_with_its_place(self):
        done = self.check("Late Sender > 5%", "time > 1 # fine", "time > x", status=2)
        self.assertIn("--fail-on, column 6:", done.stderr)
        self.assertIn("\n  Late Sender > 5%\n       ^\n", done.stderr)
        self.assertIn("--fail-on, column 8:", done.stderr)
        done = self.check("mpi_latesendr > 5%", "time > +3%", "visits > 1 ms", status=2)
        self.assertIn("did you mean mpi_latesender", done.stderr)
        self.assertIn("baseline", done.stderr)
        self.assertIn("measured in occ", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_rules_come_from_files(self):
        rules = self.path / "ci.rules"
        rules.write_text("# limits\nlate: mpi_latesender > 50%  # half\n\n  max(time) > 1000 s\n")
        done = self.check(status=0, options=("--rules", rules))
        self.assertIn("2 rules passed", done.stdout)
        rules.write_text("# limits\n\n  time >> 3\n")
        done = self.check(status=2, options=("--rules", rules))
        self.assertIn(f"{rules}:3:9: ", done.stderr)
        rules.write_bytes(bytes(range(256)))
        self.check(status=3, options=("--rules", rules))
        rules.write_text("# nothing\n")
        self.check(status=2, options=("--rules", rules))

    def test_changes_are_against_the_baseline(self):
        more = self.path / "less.cubex"
        self.assertEqual(run("cut", self.report, "--root", "main/phase_nxn", "-o", more).returncode, 0)
        options = ("--baseline", more)
        before, after = total(more, "time"), total(self.report, "time")
        change = 100 * (after - before) / before
        self.check(f"time > +{change * 1.001}%", status=0, options=options)
        done = self.check(f"time > +{change * 0.999}%", status=1, options=options)
        self.assertIn("MPI_Init", done.stdout)
        self.check(f"time > +{(after - before) * 1.001} s", status=0, options=options)
        self.check(f"time > +{(after - before) * 0.999} s", status=1, options=options)
        self.check("time > +0%", "visits < -0", status=0, options=("--baseline", self.report))

    def test_writes_json(self):
        output = self.path / "out.json"
        self.check("mpi_latesender > 1%", status=1, options=("--json", output, "--focus", "run"))
        document = json.loads(output.read_text())
        self.assertEqual(document["format"], "lull-check")
        self.assertFalse(document["passed"])
        rule = document["rules"][0]
        self.assertAlmostEqual(
            rule["value"], 100 * total(self.report, "mpi_latesender") / total(self.report, "time"))
        self.assertTrue(rule["worst_call_path"])
        printed = self.check("mpi_latesender > 90%", status=0, options=("--json", "-")).stdout
        self.assertTrue(json.loads(printed)["passed"])

    def test_writes_junit_xml(self):
        output = self.path / "out.xml"
        self.check('"<a> & \'b\'": mpi_latesender > 1%', "time > 1000 s", "omq > 1 if present",
                   status=1, options=("--junit", output))
        root = ElementTree.parse(output).getroot()
        self.assertEqual((root.tag, len(root)), ("testsuites", 1))
        suite = root[0]
        self.assertEqual(suite.tag, "testsuite")
        self.assertEqual({name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")},
                         {"tests": "3", "failures": "1", "errors": "0", "skipped": "1"})
        self.assertRegex(suite.get("time"), r"^\d{1,3}\.\d+$")
        self.assertRegex(suite.get("timestamp"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$")
        self.assertTrue(suite.get("name") and suite.get("hostname"))
        self.assertEqual([child.tag for child in suite],
                         ["properties", "testcase", "testcase", "testcase", "system-out", "system-err"])
        cases = suite.findall("testcase")
        self.assertEqual(cases[0].get("name"), "<a> & 'b'")
        self.assertTrue(all(case.get("classname") and case.get("time") for case in cases))
        self.assertEqual([len(case) for case in cases], [1, 0, 1])
        failure = cases[0].find("failure")
        self.assertIn("mpi_latesender > 1%", failure.get("message"))
        self.assertTrue(failure.get("type"))
        self.assertIn("worst call path: ", failure.text)
        self.assertIn("omq", cases[2].find("skipped").get("message"))

    def test_real_reports(self):
        if not REPORTS.is_dir():
            self.skipTest("../shared/reports is missing")
        for report in sorted(REPORTS.glob("*.cubex")):
            with self.subTest(report=report.name):
                self.check("time > 0 s", report=report, status=1)
                self.check("time > 100%", "visits < 1", "imbalance(time) < 1",
                           "mpi_latesender > 100% if present", report=report, status=0)
                self.check("time > +0%", report=report, status=0, options=("--baseline", report))

    def test_unusable_input_leaves_nothing_behind(self):
        truncated = self.path / "truncated.cubex"
        truncated.write_bytes(self.report.read_bytes()[:4000])
        before = sorted(self.path.iterdir())
        outputs = ("--json", self.path / "never.json", "--junit", self.path / "never.xml")
        for words, status, sentence in (
                ((self.report,), 2, "--fail-on"),
                ((self.report, "-f", ""), 2, "column 1"),
                ((self.report, "-f", "time > 1", "--json", "-", "--junit", "-"), 2, "both"),
                ((truncated, "-f", "time > 1", *outputs), 3, "truncated.cubex"),
                ((self.report, "-f", "time > +1", "--baseline", truncated, *outputs), 3, "truncated.cubex"),
                ((self.report, "--rules", "/nowhere.rules", *outputs), 3, "/nowhere.rules"),
                ((self.report, "-f", "tme > 1", *outputs), 2, "time"),
                ((self.report, "-f", "time > 1000 s", *outputs[:2], "--junit", "/nowhere/x.xml"), 4, "/nowhere/x.xml")):
            with self.subTest(words=words):
                done = run("check", *words)
                self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
                self.assertIn(sentence, done.stderr)
        self.assertEqual(sorted(self.path.iterdir()), before)

    def test_help_teaches_rules_that_work(self):
        text = run("check", "--help").stdout
        rules = re.findall(r"^  (\S.*[<>]=? [-+]?[\d.]+ ?[%\w]*(?: if present)?)(?:  |$)", text, re.MULTILINE)
        rules = [rule for rule in rules if not rule.startswith("lull")]
        self.assertGreaterEqual(len(rules), 6)
        for rule in rules:
            with self.subTest(rule=rule):
                done = self.check(rule.replace("main/solve", "main"), options=("--baseline", self.report))
                self.assertIn(done.returncode, (0, 1), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
