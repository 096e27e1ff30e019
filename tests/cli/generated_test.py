# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull-bench-generate`: traces of simulated programs are complete and as described.

usage: generated_test.py LULL GENERATOR
"""
import csv
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections import defaultdict
from pathlib import Path

LULL, GENERATOR = sys.argv[1:3]
RANKS, ITERATIONS = 6, 3


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def kinds():
    return re.search(r"\{(.*?)\}", run(GENERATOR, "--help")).group(1).split(",")


class Generated(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def generate(self, kind):
        archive = self.folder / kind
        printed = run(GENERATOR, kind, "--ranks", str(RANKS), "--iterations", str(ITERATIONS),
                      "--output", archive)
        return archive, int(printed.split()[0])

    def sums(self, archive):
        report = self.folder / "report.cubex"
        run(LULL, "analyze", archive, "-o", report)
        sums = defaultdict(float)
        for row in csv.DictReader(run(LULL, "show", report, "--csv", "--all").splitlines()):
            sums[row["metric"]] += float(row["value"])
        return sums

    def test_all_kinds_have_their_events_and_no_defects(self):
        for kind in kinds():
            with self.subTest(kind=kind):
                archive, events = self.generate(kind)
                self.assertEqual(json.loads(run(LULL, "info", archive, "--json"))["event_count"],
                                 events)
                report = self.folder / "report.cubex"
                findings = json.loads(run(LULL, "analyze", archive, "-o", report, "--json"))
                self.assertEqual(findings["remarks"], [])

    def test_one_sided_communication_is_counted_and_waited_for(self):
        sums = self.sums(self.generate("one-sided")[0])
        each = RANKS * ITERATIONS
        self.assertEqual(sums["comms_rma_puts"], 3 * each)
        self.assertEqual(sums["comms_rma_gets"], 3 * each)
        self.assertEqual(sums["comms_rma_atomics"], 3 * each)
        self.assertEqual(sums["bytes_put"], (4 * 4096 + 2 * 8) * each)
        for metric in ("mpi_rma_wait_at_fence", "mpi_rma_sync_lock_competition",
                       "mpi_rma_sync_late_post"):
            self.assertGreater(sums[metric], 0, metric)

    def test_an_interrupted_filter_leaves_no_files(self):
        archive = self.folder / "large"
        run(GENERATOR, "wavefront", "--events", "2000000", "--output", archive)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                command = subprocess.Popen(
                    [LULL, "filter", archive, "-o", self.folder / "small", "--from", "1us"],
                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                while command.poll() is None and not list(self.folder.glob(".small*")):
                    time.sleep(0.001)
                command.send_signal(number)
                self.assertEqual(command.communicate()[1], "")
                self.assertEqual(command.returncode, -number)
                self.assertEqual([each.name for each in self.folder.iterdir()], ["large"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
