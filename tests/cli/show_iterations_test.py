#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull show --iterations on the example's report with made-up iterations.

usage: show_iterations_test.py LULL SOURCE-DIRECTORY
"""
import csv
import io
import json
import os
import pty
import subprocess
import sys
import tarfile
import unittest

from example_iterations import MEMBER, made_up, with_member
from example_report import LULL, ExampleReport, run

ITERATIONS = 40


class Iterations(ExampleReport):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.shown = json.loads(run("show", cls.report, "--json").stdout)
        cls.made = made_up(cls.shown, ITERATIONS, 0.1, 1.2)
        cls.with_iterations = cls.path / "iterations.cubex"
        with_member(cls.report, cls.with_iterations, cls.made)

    def show(self, *arguments):
        done = run("show", self.with_iterations, "--iterations", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_the_worst_ten_are_shown_or_all(self):
        lines = self.show("-m", "mpi_latesender").splitlines()
        heading = next(i for i, line in enumerate(lines) if line.startswith("iteration"))
        self.assertEqual(len(lines[heading - 3]), ITERATIONS)
        self.assertEqual(lines[-1], "... and 30 more (--all shows them)")
        numbers = [int(line.split()[0]) for line in lines[heading + 1:-1]]
        self.assertEqual(len(numbers), 10)
        self.assertEqual(set(numbers[:2]), {12, 29})  # the slow iterations
        lines = self.show("-m", "mpi_latesender", "--all").splitlines()
        self.assertEqual([int(line.split()[0]) for line in lines[heading + 1:]], list(range(1, ITERATIONS + 1)))
        self.assertEqual(len(self.show("--top", 3).splitlines()), heading + 1 + 4)

    def test_the_default_is_the_wait_state_with_most_time(self):
        document = json.loads(self.show("--json"))
        with tarfile.open(self.report) as tar:
            instances = json.load(tar.extractfile("lull/instances.json"))
        waits = {statistic["metric"] for statistic in instances["statistics"]}
        sums = {}
        for series in self.made["series"]:
            if series["metric"] in waits and self.shown["metrics"][series["metric"]]["unit"] == "sec":
                sums[series["metric"]] = sums.get(series["metric"], 0) + sum(series["values"])
        worst = self.shown["metrics"][max(sums, key=sums.get)]
        self.assertEqual(document["metric"]["name"], worst["name"])
        self.assertIn(f"({worst['name']}), the worst here: ", self.show())

    def test_json_and_csv_have_every_value(self):
        metric = next(m["id"] for m in self.shown["metrics"] if m["name"] == "mpi_latesender")
        document = json.loads(self.show("-m", "mpi_latesender", "--json"))
        rows = list(csv.DictReader(io.StringIO(self.show("-m", "mpi_latesender", "--csv"), newline="")))
        self.assertEqual(len(rows), ITERATIONS * len(document["locations"]))
        for i, iteration in enumerate(document["iterations"]):
            for location, value in enumerate(iteration["values"]):
                wanted = sum(series["values"][i] for series in self.made["series"]
                             if series["metric"] == metric and series["location"] == location)
                self.assertAlmostEqual(value, wanted, places=12)
                row = rows[i * len(iteration["values"]) + location]
                self.assertEqual((row["first_iteration"], row["location_id"]), (str(i + 1), str(location)))
                self.assertAlmostEqual(float(row["value"]), wanted, places=12)
            self.assertAlmostEqual(iteration["total"], sum(iteration["values"]))

    def test_a_call_path_restricts_them(self):
        whole = json.loads(self.show("-m", "mpi_latesender", "--json"))
        part = json.loads(self.show("-m", "mpi_latesender", "-c", "MPI_Recv", "--json"))
        self.assertLess(part["iterations"][11]["total"], whole["iterations"][11]["total"])
        done = run("show", self.with_iterations, "--iterations", "-m", "time", "-c", "MPI_Recv")
        self.assertEqual((done.returncode, done.stderr),
                         (2, "lull: iterations have time for all call paths together only\n"))

    def test_a_report_without_iterations_says_how_to_get_them(self):
        for more in ([], ["--json"], ["--csv"]):
            done = run("show", self.report, "--iterations", *more)
            self.assertEqual((done.returncode, done.stdout), (3, ""))
            self.assertRegex(done.stderr, r"^lull: the report has no iterations: .*lull analyze --iterations.*\n$")

    def test_a_hostile_member_is_one_sentence(self):
        made = {key: [dict(entry) for entry in value] if key in ("borders", "series") else value
                for key, value in self.made.items()}
        made["series"][3]["values"] = made["series"][3]["values"][:-1]
        target = self.path / "hostile.cubex"
        nan = json.dumps(self.made).replace('"times": [', '"times": [NaN,')
        wrong = [json.dumps(self.made | {"iterations": number}) for number in (-1, 0.5, 10 ** 15, 10 ** 30)]
        for text in ("", "{", "[1]", "\0" * 600, "[" * 100000, nan, json.dumps(made), *wrong):
            with_member(self.report, target, text)
            for command in (["show", target, "--iterations"], ["view", target, "--export", self.path / "page.html"]):
                done = run(*command)
                self.assertEqual(done.returncode, 3, f"{text[:60]}: {done.stderr}")
                self.assertRegex(done.stderr, r"^lull: the report's lull/iterations.json is damaged: [^\n]*\n$")

    def test_algebra_omits_them(self):
        source, target = self.with_iterations, self.path / "made.cubex"
        for command in (["diff", source, source], ["merge", source, source], ["mean", source, source],
                        ["cut", source, "--root", "main"]):
            done = run(*command, "-o", target)
            self.assertEqual(done.returncode, 0, done.stderr)
            with tarfile.open(target) as tar:
                self.assertNotIn(MEMBER, tar.getnames())
            target.unlink()

    @staticmethod
    def all_of(terminal):
        """Returns the text written to a terminal that is closed at the other end: it arrives in pieces."""
        pieces = []
        try:
            while piece := os.read(terminal, 100000):
                pieces.append(piece)
        except OSError:  # the end of a terminal
            pass
        os.close(terminal)
        return b"".join(pieces).decode()

    def test_a_terminal_without_unicode_gets_ascii(self):
        for locale, blocks in (("C", False), ("en_US.UTF-8", True), ("de_DE.utf8", True)):
            main, terminal = pty.openpty()
            environment = {k: v for k, v in os.environ.items() if k != "OMPI_COMM_WORLD_RANK"}
            with subprocess.Popen([LULL, "show", self.with_iterations, "--iterations", "--top", "0"],
                                  stdout=terminal, env=environment | {"LC_ALL": locale}) as process:
                process.wait()
            os.close(terminal)
            text = self.all_of(main)
            self.assertEqual("█" in text, blocks, text)
            self.assertEqual("@" in text, not blocks, text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
