# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull analyze --topology`: a grid that the program did not define in MPI.

usage: topology_test.py LULL SOURCE-DIRECTORY
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE = sys.argv[1], Path(sys.argv[2])
SWEEP = SOURCE.parent / "shared" / "traces" / "sweep3d-16"
TRACE = SOURCE / "examples" / "waits8" / "traces.otf2"


def analyze(topology, output):
    return subprocess.run([LULL, "analyze", TRACE, "--topology", topology, "-o", output],
                          capture_output=True, text=True, check=False)


class Topology(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.report = Path(self.folder.name) / "report.cubex"

    def test_is_in_the_report_with_the_last_dimension_fastest(self):
        self.assertEqual(analyze("4px2", self.report).returncode, 0)
        shown = subprocess.run([LULL, "show", self.report, "--json"], capture_output=True,
                               text=True, check=True)
        grid = json.loads(shown.stdout)["topologies"][-1]
        self.assertEqual([(d["size"], d["periodic"]) for d in grid["dimensions"]],
                         [(4, True), (2, False)])
        self.assertEqual([c["at"] for c in grid["coordinates"]],
                         [[rank // 2, rank % 2] for rank in range(8)])

    @unittest.skipUnless(SWEEP.is_dir(), "../shared/traces is missing")
    def test_its_refills_are_reported_separately(self):
        for words, found in (((), False), (("--topology", "4x4"), True)):
            done = subprocess.run([LULL, "analyze", SWEEP, *words, "-o", self.report], capture_output=True,
                                  text=True, check=True)
            beside = done.stdout.partition("Also found, and not added to the waiting above:")[2]
            self.assertEqual(" Pipeline Refill (mpi_refill): 12.2" in beside, found, done.stdout)
            self.assertEqual("    incl.  From South-West (mpi_refill_sw): " in beside, found, done.stdout)

    def test_refuses_grids_of_other_sizes(self):
        for sizes in ("3x3", "4x", "x4", "4x-2", "4y2", "p", "0x8", "99999999999x1",
                      "65536x65536x65536x65536x8"):
            with self.subTest(sizes=sizes):
                done = analyze(sizes, self.report)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)
                self.assertFalse(self.report.exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
