#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull interest`: which iterations to inspect, and why.

usage: interest_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [ARCHIVES-DIRECTORY]
"""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE, TEXT_ARCHIVE = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
SHARED = Path(sys.argv[4]) if len(sys.argv) > 4 else Path("nowhere")


def program(waits):
    """Process 1 receives from process 0, which is late by the given ticks in each iteration."""
    first, second = ["0: 0 enter main"], ["1: 0 enter main"]
    now = 10
    for wait in waits:
        first.append(f"{now} enter step; {now + wait}..{now + wait + 5} MPI_Send send 1; {now + wait + 10} leave")
        second.append(f"{now} enter step; {now}..{now + wait + 6} MPI_Recv recv 0; {now + wait + 10} leave")
        now += wait + 20
    return "\n".join(["clock 1000", "processes 2", *first, f"{now} leave", *second, f"{now} leave"])


def run(*arguments):
    return subprocess.run([LULL, *map(str, arguments)], capture_output=True, text=True, check=False)


class Interest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def archive(self, waits):
        source = self.folder / "trace.txt"
        source.write_text(program(waits), encoding="utf-8")
        subprocess.run([TEXT_ARCHIVE, source, self.folder / "archive"], check=True)
        return self.folder / "archive"

    def interest(self, archive, *options):
        done = run("interest", archive, "--json", *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def test_the_planted_iteration_is_the_first_point(self):
        waits = [50] * 200
        waits[37] = 4000
        found = self.interest(self.archive(waits))
        self.assertEqual((found["iterations"], found["processes"], found["unusual"]), (200, 2, 1))
        point = found["points"][0]
        self.assertEqual((point["iteration"], point["seconds"], point["waiting"]), (38, 4.02, 4.0))
        self.assertAlmostEqual(point["cost"], 2 * (4.02 - 0.07))
        self.assertEqual(point["cause"], {
            "metric": "mpi_latesender", "name": "Late Sender", "seconds": 4.0, "location": "MPI Rank 1",
            "location_seconds": 4.0, "call_path": "main/step/MPI_Recv", "partner": "MPI Rank 0",
            "partner_call_path": "main/step/MPI_Send", "only_without": ""})
        self.assertEqual([group["runs"] for group in found["groups"]], [[[1, 37], [39, 200]], [[38, 38]]])

    def test_the_most_costly_come_first_up_to_the_limit(self):
        waits = [50] * 40
        waits[5], waits[20], waits[30] = 900, 2000, 1500
        archive = self.archive(waits)
        points = self.interest(archive)["points"]
        self.assertEqual([point["iteration"] for point in points], [21, 31, 6])
        # Each waited for this location, even if another iteration waited longer there.
        self.assertEqual({point["cause"]["partner"] for point in points}, {"MPI Rank 0"})
        few = self.interest(archive, "--top", "1")
        self.assertEqual(([point["iteration"] for point in few["points"]], few["unusual"]), ([21], 3))
        self.assertIn("The 1 most costly of 3 unusual iterations", run("interest", archive, "-n", "1").stdout)

    def test_reports_changes_of_behaviour(self):
        found = self.interest(self.archive([50] * 30 + [500] * 20))
        self.assertEqual([(group["iterations"], group["runs"]) for group in found["groups"]],
                         [(30, [[1, 30]]), (20, [[31, 50]])])
        self.assertEqual((found["unusual"], found["trend"]), (20, ""))

    def test_reports_growing_durations(self):
        archive = self.archive([50 + 10 * i for i in range(40)])
        self.assertEqual(self.interest(archive)["trend"], "they grow from the first to the last")
        self.assertIn("they grow from the first to the last", run("interest", archive).stdout)
        self.assertIn("they grow from the first to the last", " ".join(run("structure", archive).stdout.split()))

    def test_a_window_may_be_very_narrow(self):
        waits = [50] * 30
        waits[3] = 1000
        for window in ("1e-9", "0.0000001%"):
            found = self.interest(self.archive(waits) if window == "1e-9" else self.folder / "archive",
                                  "--window", window)
            self.assertEqual([point["iteration"] for point in found["points"]], [4])
            self.assertEqual(found["window"], found["wanted_window"])

    def test_reports_a_wider_window(self):
        archive = self.archive([50 + 10 * i for i in range(40)])
        found = self.interest(archive, "--window", "1%")
        self.assertGreater(found["window"], found["wanted_window"])
        self.assertEqual(found["wanted_window"], 0.01)
        sentence = "(± 1 % would make too many groups.)"
        self.assertIn(sentence, run("interest", archive, "--window", "1%").stdout)

    def test_damaged_archives_are_analysed_up_to_the_damage(self):
        archive = self.archive([50] * 30)
        events = next(archive.glob("*/1.evt"))
        events.write_bytes(events.read_bytes()[:-30])
        done = run("interest", archive, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreaterEqual(json.loads(done.stdout)["iterations"], 20)
        self.assertIn("lull: ", done.stderr)

    def test_a_regular_program_has_nothing_unusual(self):
        archive = self.archive([50] * 30)
        found = self.interest(archive)
        self.assertEqual((found["points"], len(found["groups"])), ([], 1))
        text = run("interest", archive).stdout
        self.assertIn("No iteration takes longer than usual", text)
        self.assertNotIn("too many groups", text)

    def test_calls_of_a_region_and_the_text(self):
        waits = [50] * 20
        waits[3] = 1000
        text = run("interest", self.archive(waits), "--loop", "step").stdout
        for part in ("20 iterations of step, on 2 processes", "1. Iteration 4,", "mostly Late Sender: 1.000 s",
                     "because of MPI Rank 0", "--iterations 4\n"):
            self.assertIn(part, text)

    def write(self, *lines):
        source = self.folder / "lines.txt"
        source.write_text("\n".join(lines), encoding="utf-8")
        subprocess.run([TEXT_ARCHIVE, source, self.folder / "archive"], check=True)
        return self.folder / "archive"

    def test_an_iteration_that_only_takes_longer_is_shown_with_the_slowest_process(self):
        def process(rank, steps):
            return [f"{rank}: 0 enter main", *(f"+1 enter step; +{ticks} leave" for ticks in steps), "+1 leave"]
        steps = [100] * 20
        archive = self.write("clock 1000", "processes 3", *process(0, steps),
                             *process(1, [*steps[:7], 4000, *steps[8:]]), *process(2, steps))
        point, = self.interest(archive)["points"]
        self.assertEqual((point["iteration"], point["cause"]), (8, None))
        self.assertEqual(point["slowest"], {"location": "MPI Rank 1", "seconds": 4.001})
        self.assertIn("takes longest on MPI Rank 1: 4.001 s, without waiting much more than usual",
                      run("interest", archive).stdout)

    def test_the_last_to_arrive_is_named(self):
        lines = ["clock 1000", "processes 3"]
        for rank in range(3):
            lines.append(f"{rank}: 0 enter main")
            for step in range(20):
                begin, late = 10000 * step + 10, 5000 if (rank, step) == (2, 11) else 50 * rank
                end = 10000 * step + (5010 if step == 11 else 110)
                lines.append(f"{begin + late}..{end + 10} MPI_Barrier collective")
            lines.append("200010 leave")
        archive = self.write(*lines)
        point = self.interest(archive)["points"][0]
        self.assertEqual((point["iteration"], point["cause"]["only_without"]), (12, "MPI Rank 2"))
        self.assertIn("because of MPI Rank 2, then in main/MPI_Barrier", run("interest", archive).stdout)

    def test_filtered_parts_do_not_belong_to_iterations(self):
        waits = [50] * 200
        waits[37] = 4000
        short = self.folder / "short"
        self.assertEqual(run("filter", self.archive(waits), "-o", short, "--iterations", "1-3,38,60,70,200").returncode, 0)
        found = self.interest(short)
        self.assertEqual((found["iterations"], found["unusual"]), (7, 1))
        self.assertEqual((found["points"][0]["iteration"], found["points"][0]["seconds"]), (4, 4.01))
        self.assertAlmostEqual(found["usual_seconds"], 0.07)
        self.assertIn("only iterations 1-3,38,60,70,200 of 200", found["remark"])

    def test_a_loop_with_a_small_share_is_reported(self):
        found = self.interest(SOURCE / "examples" / "waits8")
        self.assertIn("26 iterations in main > phase_nonblocking, 10.9 % of events", found["no_main_loop"]["reason"])
        self.assertIn(found["no_main_loop"]["reason"], run("interest", SOURCE / "examples" / "waits8").stdout)
        self.assertEqual(self.interest(self.archive([50] * 30))["remark"], "")

    def small_loop(self, ticks, calls):
        """A loop of 5 iterations of `ticks`, and `calls` different calls of 20 ticks each; MPI_Init lasts long."""
        lines = ["clock 1000", "processes 2"]
        for rank in range(2):
            steps = [f"+0..+{ticks} step" for _ in range(5)]
            others = [f"+0..+20 f{i}" for i in range(calls)]
            lines.append(f"{rank}: 0 enter main; " + "; ".join(
                ["0..10000 MPI_Init", *steps, *others, "+0..+5000 MPI_Finalize", "+0 leave"]))
        return self.write(*lines)

    def test_a_loop_with_little_time_and_few_events_is_not_a_main_loop(self):
        archive = self.small_loop(2, 40)
        found = self.interest(archive)
        self.assertEqual((found["loop"], found["iterations"]), (None, 0))
        none = found["no_main_loop"]
        self.assertEqual([(loop["place"], loop["iterations"]) for loop in none["longest"]], [("in main", 5)])
        self.assertAlmostEqual(none["longest"][0]["share_of_events"], 10 / 96)
        self.assertAlmostEqual(none["longest"][0]["share_of_time"], 10 / 810)
        self.assertIn("5 iterations in main, 10.4 % of events and 1.2 % of time", none["reason"])
        text = run("interest", archive).stdout
        self.assertIn("no main loop", text)
        self.assertNotIn("lull filter", text)
        shown = run("structure", archive)
        self.assertIn("No main loop: on most locations, the loop with the most events has neither half of the time", " ".join(shown.stdout.split()))
        structure = json.loads(run("structure", archive, "--json").stdout)
        self.assertEqual(structure["main_loop"]["iterations"], 0)
        self.assertEqual(structure["no_main_loop"], none)
        self.assertEqual([one["main_loop"] for one in structure["locations"]], [None, None])
        for command in (["filter", archive, "-o", self.folder / "short"],
                        ["analyze", archive, "-o", self.folder / "r.cubex", "--iterations"]):
            done = run(*command)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("the loop with the most events has neither half of the time", done.stderr)
        self.assertEqual(self.interest(archive, "--loop", "step")["iterations"], 5)

    def test_a_loop_with_half_of_the_time_or_the_events_is_a_main_loop(self):
        # 56 % of the time; half of the events and 20 % of the time.
        for ticks, calls in ((200, 40), (2, 2)):
            with self.subTest(ticks=ticks):
                self.assertEqual(self.interest(self.small_loop(ticks, calls))["iterations"], 5)
                shutil.rmtree(self.folder / "archive")

    @unittest.skipUnless(SHARED.is_dir(), "the collection of traces is missing")
    def test_real_traces(self):
        for name, iterations in (("npb-lu-s-16", 50), ("sweep3d-16", 12), ("btmz-s-4x4", 60)):
            with self.subTest(archive=name):
                found = self.interest(SHARED / name)
                self.assertEqual(found["iterations"], iterations)
                self.assertEqual(sum(group["iterations"] for group in found["groups"]), iterations)
                costs = [point["cost"] for point in found["points"]]
                self.assertEqual(costs, sorted(costs, reverse=True))
                for point in found["points"]:
                    self.assertLessEqual(point["cause"]["seconds"], point["waiting"] * (1 + 1e-9))
                again = self.interest(SHARED / name, "--threads", "1")
                self.assertEqual(again, found)

    def test_bad_input_gives_one_sentence(self):
        self.assertIn("no main loop: the trace has no loop", run("interest", self.archive([50])).stdout)
        for status, *words in ((2, SOURCE / "examples" / "waits8", "--loop", "nobody"),
                               (3, self.folder / "missing"), (2, SOURCE / "examples" / "waits8", "--topology", "3x")):
            done = run("interest", *words)
            self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
