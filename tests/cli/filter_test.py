#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull filter` on the example and on every archive of a folder if there is one.

usage: filter_test.py LULL SOURCE-DIRECTORY [ARCHIVES-DIRECTORY]
"""
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE = sys.argv[1], Path(sys.argv[2])
EXAMPLE = SOURCE / "examples" / "waits8"
SHARED = Path(sys.argv[3]) if len(sys.argv) > 3 else Path("none")
ALL = "SCOREP_REGION_NAMES_BEGIN\nEXCLUDE *\nSCOREP_REGION_NAMES_END\n"
LARGEST = 20_000  # events of archives to test


def run(*arguments):
    return subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True,
                          check=False, errors="replace")


def info(archive):
    return json.loads(run(LULL, "info", archive, "--json").stdout)


class Filter(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)
        self.output = self.path / "small"
        self.rules = self.path / "rules.filter"
        self.rules.write_text(ALL, encoding="utf-8")

    def filter(self, archive, *options):
        shutil.rmtree(self.output, ignore_errors=True)
        result = run(LULL, "filter", archive, "-o", self.output, "--json", *options)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(result.stdout)

    def check_result(self, summary, before):
        after = info(self.output)
        self.assertEqual(after["event_count"], summary["after"]["events"])
        self.assertEqual(before["event_count"], summary["before"]["events"])
        removed = sum(each["events"] for each in summary["removed"].values())
        self.assertEqual(summary["before"]["events"] - removed + summary["added_events"],
                         summary["after"]["events"])
        self.assertEqual(len(after["locations"]), len(before["locations"]))
        if "time range" in summary["removed"] and shutil.which("otf2-print"):  # since that is slow
            self.assertEqual(run("otf2-print", "--silent", self.output / "traces.otf2").returncode, 0)
        self.assertEqual(run(LULL, "analyze", self.output, "-o", self.path / "report.cubex")
                         .returncode, 0)

    def check_archive(self, archive):
        before = info(archive)
        if before["event_count"] > LARGEST:
            return 0
        third = before["clock"]["seconds"] / 3
        some = ",".join(str(location["reference"]) for location in before["locations"][::2])
        for options in (["--from", f"{third:.6f}", "--to", f"{2 * third:.6f}s"],
                        ["--locations", some], ["--locations", some, "--keep-messages"],
                        ["--regions", self.rules]):
            with self.subTest(archive=archive.parent.name, options=options):
                self.check_result(self.filter(archive, *options), before)
        return 1

    def test_the_example_is_filtered(self):
        self.assertEqual(self.check_archive(EXAMPLE / "traces.otf2"), 1)

    @unittest.skipUnless(SHARED.is_dir(), "the collection of traces is missing")
    def test_archives_of_the_collection_are_filtered(self):
        count = sum(self.check_archive(anchor) for anchor in sorted(SHARED.glob("*/*.otf2")))
        self.assertGreater(count, 20)

    def metrics(self, archive):
        report = self.path / "report.cubex"
        findings = json.loads(run(LULL, "analyze", archive, "--clocks", "measured", "-o", report, "--json").stdout)["findings"]
        shown = json.loads(run(LULL, "show", report, "--json").stdout)
        return ({one["metric"] for one in findings},
                {one["name"]: one["total"] for one in shown["metrics"]})

    def test_some_iterations_represent_all(self):
        """Filters kernels with at least 50 iterations; only the removed parts may differ."""
        for name, iterations, share in (("npb-bt-s-16", 60, 0.85), ("npb-lu-s-16", 50, 0.85),
                                        ("npb-sp-s-16", 100, 0.85), ("btmz-s-4x4", 60, 0.85),
                                        ("omp-mg-s-4", 4, 0.3)):
            archive = SHARED / name
            if not archive.is_dir():
                self.skipTest("the collection of traces is missing")
            with self.subTest(archive=name):
                summary = self.filter(archive)
                self.check_result(summary, info(archive))
                self.assertEqual(summary["iterations"]["number"], iterations)
                self.assertEqual(summary["iterations"]["uncut_processes"], [])
                self.assertEqual(sum(one["stands_for"] for one in summary["iterations"]["kept"]),
                                 iterations)
                self.assertGreaterEqual(1 - summary["after"]["events"] / summary["before"]["events"], share)
                counts = info(self.output)["events"]
                self.assertEqual(counts.get("MPI_SEND", 0) + counts.get("MPI_ISEND", 0),
                                 counts.get("MPI_RECV", 0) + counts.get("MPI_IRECV", 0))
                self.assertEqual(run("otf2-print", "--silent", self.output / "traces.otf2")
                                 .returncode, 0)
                findings, before = self.metrics(archive)
                fewer, after = self.metrics(self.output)
                self.assertLessEqual(fewer, findings)
                for metric, total in after.items():
                    if metric != "overhead":  # removed parts count as not measured
                        self.assertLessEqual(total, before[metric] * (1 + 1e-9) + 1e-12, metric)

    def test_without_options_iterations_are_chosen(self):
        summary = self.filter(EXAMPLE, "--loop", "MPI_Isend")
        self.check_result(summary, info(EXAMPLE))
        iterations = summary["iterations"]
        self.assertEqual(sum(one["stands_for"] for one in iterations["kept"]), iterations["number"])
        self.assertLess(summary["after"]["events"], summary["before"]["events"])
        self.assertEqual(self.filter(EXAMPLE, "--window", "10%", "--loop", "MPI_Isend")["iterations"], iterations)

    def test_without_main_loop_a_selection_is_required(self):
        refused = run(LULL, "filter", EXAMPLE, "-o", self.output)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("the loop with the most events has neither half of the time", refused.stderr)

    def test_iterations_can_be_named(self):
        summary = self.filter(EXAMPLE, "--iterations", "2,4", "--loop", "MPI_Isend")
        self.assertEqual([one["iteration"] for one in summary["iterations"]["kept"]], [2, 4])
        self.assertIsNone(summary["iterations"]["window"])
        self.assertEqual(summary["iterations"]["processes_without"], [])
        text = run(LULL, "filter", EXAMPLE, "-o", self.path / "text", "--iterations", "2", "--loop", "MPI_Send").stdout
        self.assertRegex(text, r"3 processes \(such as MPI Rank \d\) have no such iterations: all calls are kept.")
        run(LULL, "analyze", self.output, "-o", self.path / "report.cubex")
        properties = json.dumps(info(self.output)["properties"])
        self.assertIn("only iterations 2,4 of 4 of MPI_Isend", properties)
        self.assertIn("LULL::FILTERED::ITERATIONS", properties)

    def test_the_output_may_be_a_link_to_an_empty_directory(self):
        (self.path / "empty").mkdir()
        self.output.symlink_to(self.path / "empty")
        summary = self.filter(EXAMPLE, "--to", "1s")
        self.assertEqual(summary["after"]["events"], info(self.path / "empty")["event_count"])
        self.assertTrue(self.output.is_symlink())

    def test_times_after_the_end_keep_everything(self):
        summary = self.filter(EXAMPLE, "--to", "8000000000ms")
        self.assertEqual(summary["after"]["events"], summary["before"]["events"])

    def test_iterations_that_are_not_whole_calls_are_kept(self):
        """Iterations extend from one barrier to the next one, which another function calls."""
        summary = run(LULL, "filter", EXAMPLE, "-o", self.output, "--loop", "MPI_Barrier",
                   "--iterations", "1", "--json")
        self.assertEqual(summary.returncode, 0)
        self.assertIn("of 8 processes, such as MPI Rank 0, do not consist of whole calls", summary.stderr)
        summary = json.loads(summary.stdout)
        self.assertEqual(summary["iterations"]["loop"], "of MPI_Barrier")
        self.assertEqual(len(summary["iterations"]["uncut_processes"]), 8)
        self.assertEqual(summary["after"]["events"], summary["before"]["events"])

    def test_times_may_have_units(self):
        counts = {self.filter(EXAMPLE, "--from", begin, "--to", end)["after"]["events"]
                  for begin, end in (("0.2", "0.4"), ("200ms", "400ms"), ("0.2s", "400000us"))}
        self.assertEqual(len(counts), 1)
        self.assertAlmostEqual(info(self.output)["clock"]["seconds"], 0.2, places=3)

    def test_locations_have_numbers_and_names(self):
        for choice in ("0,5-6", "MPI Rank 0,MPI Rank [56]", "0-0,MPI?Rank 5,6"):
            self.filter(EXAMPLE, "--locations", choice)
            self.assertEqual([location["reference"] for location in info(self.output)["locations"]
                              if location["events"]], [0, 5, 6])

    def test_messages_are_kept_with_their_calls(self):
        without = self.filter(EXAMPLE, "--locations", "0")
        self.assertEqual(without["after"]["messages"], 0)
        kept = self.filter(EXAMPLE, "--locations", "0", "--keep-messages")
        self.assertGreater(kept["after"]["messages"], 0)
        self.assertEqual(without["after"]["collectives"], 0)
        self.assertGreater(kept["after"]["collectives"], 30)

    def test_regions_are_removed_by_name_and_mpi_calls_kept(self):
        self.filter(EXAMPLE, "--regions", self.rules)
        before, after = info(EXAMPLE)["events"], info(self.output)["events"]
        self.assertLess(after["ENTER"], before["ENTER"])
        self.assertEqual(after["ENTER"], after["LEAVE"])
        for kind in ("MPI_SEND", "MPI_COLLECTIVE_END"):
            self.assertEqual(after[kind], before[kind])

    def test_the_archive_records_what_was_removed(self):
        self.filter(EXAMPLE, "--to", "400ms")
        self.assertIn(["LULL::FILTERED", "only from the beginning to 400ms"],
                      [list(item) for item in info(self.output)["properties"].items()]
                      if isinstance(info(self.output)["properties"], dict)
                      else info(self.output)["properties"])
        self.assertIn("was reduced", run(LULL, "info", self.output).stdout)

    def test_a_damaged_archive_is_filtered_up_to_the_damage(self):
        copy = self.path / "copy"
        shutil.copytree(EXAMPLE, copy)
        events = copy / "traces" / "3.evt"
        os.truncate(events, events.stat().st_size // 2)
        result = run(LULL, "filter", copy, "-o", self.output, "--to", "10")
        self.assertEqual(result.returncode, 0)
        self.assertIn("filtered up to there", result.stderr)
        self.assertGreater(info(self.output)["event_count"], 2000)

    def test_bad_input_gives_one_sentence_and_no_files(self):
        there = self.path / "there"
        there.mkdir()
        (there / "file").touch()
        bad_rules = self.path / "bad"
        bad_rules.write_text("nonsense\n", encoding="utf-8")
        for status, archive, output, options in (
                (2, EXAMPLE, self.output, ["--window", "10%", "--iterations", "1"]),
                (2, EXAMPLE, self.output, ["--iterations", "0"]),
                (2, EXAMPLE, self.output, ["--iterations", "1-1000"]),
                (2, EXAMPLE, self.output, ["--iterations", "3-1"]),
                (2, EXAMPLE, self.output, ["--iterations", "1x"]),
                (2, EXAMPLE, self.output, ["--loop", "nothing"]),
                (2, EXAMPLE, self.output, ["--from", "3 weeks"]),
                (2, EXAMPLE, self.output, ["--from", "-1"]),
                (2, EXAMPLE, self.output, ["--from", "nan"]),
                (2, EXAMPLE, self.output, ["--from", "2", "--to", "1"]),
                (2, EXAMPLE, self.output, ["--from", "1e300"]),
                (2, EXAMPLE, self.output, ["--from", "1000"]),
                (2, EXAMPLE, self.output, ["--locations", "8"]),
                (2, EXAMPLE, self.output, ["--locations", "3-1"]),
                (2, EXAMPLE, self.output, ["--locations", "nobody*"]),
                (2, EXAMPLE, self.output, ["--regions", bad_rules]),
                (2, EXAMPLE, self.output, ["--regions", self.path / "missing"]),
                (2, EXAMPLE, self.output, ["--regions", self.path]),
                (2, EXAMPLE, self.output, ["--regions", "/dev/zero"]),
                (2, EXAMPLE, there, ["--to", "1"]),
                (2, EXAMPLE, EXAMPLE, ["--to", "1"]),
                (3, self.path / "missing", self.output, ["--to", "1"]),
                (3, self.rules, self.output, ["--to", "1"]),
                (4, EXAMPLE, "/proc/lull/small", ["--to", "1"])):
            with self.subTest(options=options, output=output, archive=archive):
                result = run(LULL, "filter", archive, "-o", output, *options)
                self.assertEqual((result.returncode, result.stdout), (status, ""), result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertEqual(sorted(each.name for each in self.path.iterdir()),
                                 ["bad", "rules.filter", "there"])

    def test_a_full_disk_leaves_no_files(self):
        for largest in (1, 100, 600, 2000, 10000):
            with self.subTest(largest=largest):
                limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
                result = subprocess.run([LULL, "filter", EXAMPLE, "-o", self.output, "--from", "1ms"],
                                        capture_output=True, text=True, check=False, preexec_fn=limit)
                self.assertEqual((result.returncode, len(result.stderr.splitlines())), (4, 1),
                                 result.stderr)
                self.assertEqual([each.name for each in self.path.iterdir()], ["rules.filter"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
