# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull analyze --iterations`: the cost of each iteration of the main loop.

usage: iterations_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [ARCHIVES-DIRECTORY]
"""
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE, TEXT_ARCHIVE = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
SHARED = Path(sys.argv[4]) if len(sys.argv) > 4 else Path("nowhere")
LATE, ITERATIONS = 37, 200


def program(threads=""):
    """Process 1 receives from process 0, which is 50 ticks late in each iteration, and 4000 in one."""
    first, second = ["0: 0 enter main"], ["1: 0 enter main"]
    now = 10
    for i in range(ITERATIONS):
        wait = 4000 if i == LATE else 50
        first.append(f"{now} enter step; {now + wait}..{now + wait + 5} MPI_Send send 1; {now + wait + 10} leave")
        second.append(f"{now} enter step; {now}..{now + wait + 6} MPI_Recv recv 0; {now + wait + 10} leave")
        now += wait + 20
    return "\n".join(["clock 1000", "processes 2", threads, *first, f"{now} leave",
                      *second, f"{now} leave"])


class Iterations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def archive(self, text, name="archive"):
        source = self.folder / "trace.txt"
        source.write_text(text, encoding="utf-8")
        subprocess.run([TEXT_ARCHIVE, source, self.folder / name], check=True)
        return self.folder / name

    def analyse(self, archive, *options, status=0):
        report = self.folder / "report.cubex"
        done = subprocess.run([LULL, "analyze", archive, "-o", report, *options],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        if status:
            return done.stderr, None
        with tarfile.open(report) as members:
            member = members.extractfile("lull/iterations.json").read()
        return done.stdout, json.loads(member)

    def series(self, iterations, metric, location=None):
        report = self.folder / "report.cubex"
        shown = subprocess.run([LULL, "show", report, "--json"], capture_output=True, text=True)
        metrics = {one["name"]: one["id"] for one in json.loads(shown.stdout)["metrics"]}
        sums = [0.0] * iterations["iterations"]
        for one in iterations["series"]:
            if one["metric"] == metrics[metric] and location in (None, one["location"]):
                sums = [a + b for a, b in zip(sums, one["values"])]
        return sums

    def test_each_iteration_has_its_waiting_time(self):
        text, found = self.analyse(self.archive(program()), "--iterations")
        self.assertEqual(found["iterations"], ITERATIONS)
        self.assertEqual(found["loop"], "in main")
        expected = [4.0 if i == LATE else 0.05 for i in range(ITERATIONS)]
        self.assertEqual(self.series(found, "mpi_latesender"), expected)
        self.assertEqual(self.series(found, "mpi_latesender", 0), [0.0] * ITERATIONS)
        times = self.series(found, "time", 1)
        for i, time in enumerate(times[:-1]):
            self.assertAlmostEqual(time, expected[i] + 0.02)
        self.assertEqual(self.series(found, "visits", 0), [2.0] * ITERATIONS)
        self.assertEqual(len(found["borders"][0]["times"]), ITERATIONS + 1)
        words = re.sub(r"\s+", " ", text)
        self.assertIn(f"iteration {LATE + 1} waits most: 4.000 s (median 50.000 ms)", words)
        self.assertIn("Late Sender (mpi_latesender), most on MPI Rank 1 (4.000 s)", words)

    def test_calls_of_a_region_are_iterations_too(self):
        _, loop = self.analyse(self.archive(program()), "--iterations")
        _, calls = self.analyse(self.folder / "archive", "--iterations", "step")
        self.assertEqual(calls["loop"], "of step")
        self.assertEqual(self.series(calls, "mpi_latesender"), self.series(loop, "mpi_latesender"))
        self.assertEqual(self.series(calls, "time")[:-1], self.series(loop, "time")[:-1])

    def test_iterations_do_not_depend_on_threads_and_slices(self):
        archive = SHARED / "sweep3d-16"
        if not archive.exists():
            archive = self.archive(program())
        _, one = self.analyse(archive, "--iterations", "--threads", "1")
        _, three = self.analyse(archive, "--iterations", "--threads", "3", "--memory", "1KB")
        self.assertEqual(one, three)

    def test_sums_agree_with_the_report(self):
        archive = SHARED / "sweep3d-16"
        if not archive.exists():
            self.skipTest("the shared traces are missing")
        self.analyse(archive, "--iterations", "sweep")
        report = self.folder / "report.cubex"
        _, found = self.analyse(archive, "--iterations")
        self.assertEqual(found["iterations"], 12)
        shown = subprocess.run([LULL, "show", report, "--json"], capture_output=True, text=True)
        total = next(one["total"] for one in json.loads(shown.stdout)["metrics"]
                     if one["name"] == "mpi_latesender")
        sums = sum(self.series(found, "mpi_latesender"))
        self.assertLessEqual(sums, total * 1.0001)
        self.assertGreater(sums, total * 0.99)

    def test_other_values_do_not_depend_on_iterations(self):
        archive = self.archive(program())
        subprocess.run([LULL, "analyze", archive, "-o", self.folder / "plain.cubex"], check=True,
                       capture_output=True)
        self.analyse(archive, "--iterations")
        same = subprocess.run([LULL, "cmp", self.folder / "plain.cubex", self.folder / "report.cubex"],
                              capture_output=True, text=True)
        self.assertEqual(same.returncode, 0, same.stdout)

    def test_unknown_regions_are_refused(self):
        archive = self.archive(program())
        error, _ = self.analyse(archive, "--iterations", "nowhere", status=2)
        self.assertIn("no process calls a region named", error)
        once = self.archive("processes 1\n0: 0 enter main; 1 enter f; 2 leave; 3 leave", "once")
        error, _ = self.analyse(once, "--iterations", status=2)
        self.assertIn("the trace has no loop", error)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
