# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Wait states of one-sided communication and of threads in real traces, in ticks, against figures that another program
computed from the same rules on measured clock offsets. Skipped if the traces are missing.

usage: figures_test.py LULL SOURCE-DIRECTORY ARCHIVES-DIRECTORY
"""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, ARCHIVES = sys.argv[1], Path(sys.argv[3])
FIGURES = {
    "rma4": {"mpi_rma_wait_at_create": 38630709, "mpi_rma_wait_at_free": 65319672, "mpi_rma_wait_at_fence": 462231548,
             "mpi_rma_early_fence": 1331476, "mpi_rma_sync_late_post": 113568050, "mpi_rma_comm_late_post": 0,
             "mpi_rma_early_wait": 15774991, "mpi_rma_late_complete": 4141},
    "rmalock4": {"mpi_rma_wait_at_create": 38229377, "mpi_rma_wait_at_free": 60929905,
                 "mpi_rma_wait_at_fence": 443378449, "mpi_rma_early_fence": 693755,
                 "mpi_rma_sync_late_post": 110998517, "mpi_rma_early_wait": 14453123, "mpi_rma_late_complete": 2254,
                 "mpi_rma_sync_lock_competition": 217925, "mpi_rma_comm_lock_competition": 0},
    "mixed-mpi-4": {"mpi_rma_wait_at_create": 862862, "mpi_rma_wait_at_free": 175570, "mpi_rma_wait_at_fence": 683657,
                    "mpi_rma_early_fence": 112393},
    "omp4": {"omp_ebarrier_wait": 148165569, "omp_ibarrier_wait": 78147167, "omp_lock_contention_critical": 80917039,
             "omp_ebarrier_task_tail": 0, "omp_ibarrier_task_tail": 0},
}


def lull(*arguments):
    return subprocess.run([LULL, *arguments], capture_output=True, text=True, check=True).stdout


def main():
    if not (ARCHIVES / "rma4").exists():
        print("skipped: the traces are missing")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])


class Figures(unittest.TestCase):
    def test_are_those_of_the_rules(self):
        for trace, figures in FIGURES.items():
            with self.subTest(trace), tempfile.TemporaryDirectory() as folder:
                anchor, report = ARCHIVES / trace / "traces.otf2", Path(folder) / "report.cubex"
                ticks = json.loads(lull("info", "--json", anchor))["clock"]["ticks_per_second"]
                lull("analyze", anchor, "-o", report, "--clocks", "measured")
                shown = json.loads(lull("show", "--json", report))
                found = {metric["name"]: round(metric["total"] * ticks) for metric in shown["metrics"]}
                self.assertEqual({name: found[name] for name in figures}, figures)


if __name__ == "__main__":
    main()
