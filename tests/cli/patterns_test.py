# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull patterns`, and the page docs/patterns.md that is made by it.

usage: patterns_test.py LULL SOURCE-DIRECTORY
"""
import subprocess
import sys
import unittest
from pathlib import Path

LULL, SOURCE = sys.argv[1], Path(sys.argv[2])


def run(*arguments):
    return subprocess.run([LULL, "patterns", *arguments], capture_output=True, text=True,
                          check=False)


class Patterns(unittest.TestCase):
    def test_page_in_docs_is_what_the_program_says(self):
        page = SOURCE / "docs" / "patterns.md"
        self.assertEqual(page.read_text(encoding="utf-8"), run("--markdown").stdout,
                         "docs/patterns.md is out of date: ninja update_docs")

    def test_every_metric_of_the_list_can_be_explained(self):
        listing = run().stdout.split("\n\n")[0].splitlines()
        self.assertGreater(len(listing), 60)
        for line in listing:
            metric = line.split()[0]
            result = run(metric)
            self.assertEqual(result.returncode, 0)
            self.assertTrue(result.stdout.startswith(metric + ": "), result.stdout)
            self.assertIn("\nMeaning\n", result.stdout)
            self.assertLessEqual(max(map(len, result.stdout.splitlines())), 80)

    def test_explains_a_pattern_with_formula_advice_and_place(self):
        text = run("mpi_latesender").stdout
        for heading in ("Meaning", "Computed as", "Advice", "Part of", "Contains"):
            self.assertIn(f"\n{heading}\n  ", text)
        self.assertIn("mpi_point2point", text)
        self.assertIn("mpi_latesender_wo", text)

    def test_refuses_what_it_does_not_know(self):
        result = run("mpi_latesender_x")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("mpi_latesender_x", result.stderr)
        self.assertEqual(run("mpi", "--markdown").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
