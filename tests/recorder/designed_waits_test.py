#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records programs that wait for a designed time at a designed place, and looks for it in the report.

usage: designed_waits_test.py LULL PROGRAM LAUNCHER...

The machine may add to any wait, and takes away only what delays the others as well.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

LULL, PROGRAM, *LAUNCHER = sys.argv[1:]
DELAY = 120  # milliseconds
# Which metrics the wait is to be found in, together.
SCENARIOS = {
    "barrier": ["mpi_barrier_wait"],
    "window_create": ["mpi_rma_wait_at_create"],
    "window_free": ["mpi_rma_wait_at_free"],
    "fence": ["mpi_rma_wait_at_fence"],
    "late_post": ["mpi_rma_sync_late_post", "mpi_rma_comm_late_post"],
    "late_complete": ["mpi_rma_late_complete"],
    "lock_competition": ["mpi_rma_sync_lock_competition", "mpi_rma_comm_lock_competition"],
    "ibarrier": ["nbc_wait_barrier"],
    "iallreduce": ["nbc_wait_nxn"],
    "ibcast": ["nbc_latebroadcast"],
    "ireduce": ["nbc_earlyreduce"],
    "iscan": ["nbc_earlyscan"],
    "hidden": ["nbc_hidden"],
    "sweep": ["mpi_refill_sw"],
}
ALL = sorted({metric for metrics in SCENARIOS.values() for metric in metrics} | {"mpi_latesender", "mpi_wait_nxn"})
# What is bound to wait besides: others at the barrier behind, whom the sweep keeps; late senders of the sweep.
BESIDES = {
    "sweep": {"mpi_barrier_wait", "mpi_latesender"},
    "late_complete": {"mpi_barrier_wait"},
    "lock_competition": {"mpi_barrier_wait"},
    "late_post": {"mpi_rma_wait_at_free"},
}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def totals(report):
    """Seconds by metric."""
    shown = json.loads(run(LULL, "show", report, "--json").stdout)
    return {metric["name"]: metric["total"] for metric in shown["metrics"]}


class DesignedWaits(unittest.TestCase):
    def test_each_is_found_and_no_other(self):
        for scenario, metrics in SCENARIOS.items():
            with self.subTest(scenario=scenario), tempfile.TemporaryDirectory() as folder:
                archive = os.path.join(folder, "archive")
                done = run(LULL, "record", "-o", archive, "--", *LAUNCHER, PROGRAM, scenario, str(DELAY))
                self.assertEqual(done.returncode, 0, done.stderr)
                name, designed = done.stdout.split()
                self.assertEqual(name, scenario)
                report = os.path.join(folder, "report.cubex")
                analysed = run(LULL, "analyze", archive, "-o", report)
                self.assertEqual(analysed.returncode, 0, analysed.stderr)
                found = totals(report)
                designed = int(designed) / 1000
                wait = sum(found[metric] for metric in metrics)
                self.assertGreaterEqual(wait, 0.8 * designed, found)
                self.assertLess(wait, 2 * designed + 0.5)
                for metric in set(ALL) - set(metrics) - BESIDES.get(scenario, set()):
                    self.assertLess(found.get(metric, 0), 0.5 * designed + 0.2, metric)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
