# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull patterns`, and the page docs/patterns.md that it generates.

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
    def test_page_in_docs_is_up_to_date(self):
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

    def test_refills_explain_the_ends_of_a_grid(self):
        text = " ".join(run("mpi_refill").stdout.split())
        self.assertIn("West is the low end of dimension 0, south that of dimension 1, bottom that of dimension 2", text)
        text = " ".join(run("mpi_refill_net").stdout.split())
        self.assertIn("From North-East, Top", text)
        self.assertIn("the high end of dimension 0, the high end of dimension 1 and the high end of dimension 2", text)

    def test_accepts_titles_in_any_case_as_one_word_or_several(self):
        text = run("mpi_latesender").stdout
        for words in (("Late Sender",), ("late", "sender"), ("LATE SENDER",), ("MPI_LateSender",)):
            self.assertEqual(run(*words).stdout, text)
        several = run("lock contention")
        self.assertEqual((several.returncode, several.stdout), (2, ""))
        self.assertIn("several metrics are called lock contention; use one of their ids: ", several.stderr)

    def test_refuses_unknown_metrics(self):
        result = run("mpi_latesender_x")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("there is no metric mpi_latesender_x; did you mean mpi_latesender or ", result.stderr)
        self.assertIn("there is no metric qqqqqqqq; `lull patterns` lists", run("qqqqqqqq").stderr)
        self.assertEqual(run("mpi", "--markdown").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
