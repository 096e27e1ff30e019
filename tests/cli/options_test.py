#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Options may precede and follow positional arguments.

usage: options_test.py LULL SOURCE-DIRECTORY
"""
import sys
import unittest

from example_report import ExampleReport, run


RULE = "mpi_latesender > 1000 s"


class Options(ExampleReport):
    def test_repeatable_options_take_one_value_each(self):
        result = self.path / "result.cubex"
        report = self.report
        rules = self.path / "rules"
        rules.write_text(RULE + "\n", encoding="utf-8")
        for option, command in {
                ("--root", "main"): ["cut", report, "-o", result],
                ("--prune", "MPI_Barrier"): ["cut", report, "-o", result],
                ("--prefer", "last"): ["merge", report, report, "-o", result],
                ("--absolute", "1us"): ["cmp", report, report, "--tolerance", "0"],
                ("--metric", "time"): ["cmp", report, report, "--tolerance", "0"],
                ("--metric", "mpi"): ["stat", report, "--top", "3"],
                ("--fail-on", RULE): ["check", report, "--json", self.path / "result.json"],
                ("--rules", rules): ["check", report, "--json", self.path / "result.json"],
        }.items():
            name, *rest = command
            for arguments in ([name, *option, *rest], [name, f"{option[0]}={option[1]}", *rest],
                              [name, *option, *option, *rest] if option[0] != "--prefer" else command,
                              [name, *rest, *option]):
                with self.subTest(arguments):
                    for made in self.path.glob("result.*"):
                        made.unlink()
                    done = run(*arguments)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_similar_commands_are_suggested(self):
        done = run("analyse")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there is no command 'analyse'; did you mean analyze? lull --help lists them", done.stderr)
        self.assertIn("there is no command 'qqqqqqqq'; lull --help lists them", run("qqqqqqqq").stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
