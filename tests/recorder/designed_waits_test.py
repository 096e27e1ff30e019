#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records programs with designed waits of known length and place, and looks for them in the report.

usage: designed_waits_test.py LULL PROGRAM LAUNCHER...

PROGRAM is designed_waits, designed_shmem, designed_openmp or designed_pthreads.

The machine may lengthen any wait, and shortens one only by delaying the others as well.
"""
import json
import os
import sys
import tempfile
import unittest

import recording_test
from recording_test import run

LULL, PROGRAM, *LAUNCHER = sys.argv[1:]
DELAY = 120  # milliseconds
# The metrics that contain the wait, added up.
MPI = {
    "late_sender": ["mpi_latesender"],
    "late_receiver": ["mpi_latereceiver"],
    "wrong_order": ["mpi_lswo_different"],
    "partitioned": ["mpi_latesender"],
    "allreduce": ["mpi_wait_nxn"],
    "bcast": ["mpi_latebroadcast"],
    "reduce": ["mpi_earlyreduce"],
    "scan": ["mpi_earlyscan"],
    "barrier": ["mpi_barrier_wait"],
    "window_create": ["mpi_rma_wait_at_create"],
    "window_free": ["mpi_rma_wait_at_free"],
    "fence": ["mpi_rma_wait_at_fence"],
    "late_post": ["mpi_rma_sync_late_post", "mpi_rma_comm_late_post"],
    "late_complete": ["mpi_rma_late_complete"],
    "lock_competition": ["mpi_rma_sync_lock_competition", "mpi_rma_comm_lock_competition"],
    "progress": ["mpi_rma_sync_wait_for_progress", "mpi_rma_comm_wait_for_progress"],
    "ibarrier": ["nbc_wait_barrier"],
    "iallreduce": ["nbc_wait_nxn"],
    "ibcast": ["nbc_latebroadcast"],
    "ireduce": ["nbc_earlyreduce"],
    "iscan": ["nbc_earlyscan"],
    "hidden": ["nbc_hidden"],
    "sweep": ["mpi_refill_sw"],
}
SHMEM = {
    "barrier_all": ["shmem_barrier_wait"],
    "sync_all": ["shmem_barrier_wait"],
    "barrier_of_some": ["shmem_barrier_wait"],
    "reduction": ["shmem_wait_nxn"],
    "collect": ["shmem_wait_nxn"],
    "broadcast": ["shmem_latebroadcast"],
    "late_put": ["shmem_late_put"],
    "late_increment": ["shmem_late_put"],
    "lock_contention": ["shmem_lock_contention"],
    "memory": ["shmem_barrier_wait"],
}
OPENMP = {
    "barrier": ["omp_ebarrier_wait"],
    "end_of_region": ["omp_ibarrier_wait"],
    "critical": ["omp_lock_contention_critical"],
    "lock": ["omp_lock_contention_api"],
    "ordered": ["omp_ordered_wait"],
    "taskwait": ["omp_taskwait_idle"],
}
PTHREADS = {
    "mutex": ["pthread_lock_contention_mutex_lock"],
    "condition": ["pthread_condition_wait"],
    "rwlock": ["pthread_lock_contention_rwlock"],
    "pthread_barrier": ["pthread_wait_at_barrier"],
    "join": ["pthread_join_wait"],
}
SCENARIOS = MPI
if "designed_openmp" in PROGRAM:
    SCENARIOS = OPENMP
if "designed_pthreads" in PROGRAM:
    SCENARIOS = PTHREADS
if "shmem" in os.path.basename(PROGRAM):
    SCENARIOS = SHMEM
    # Open MPI's OpenSHMEM does not start with this component on machines without its network.
    recording_test.SETTINGS["OMPI_MCA_osc"] = "^rdma"
ALL = sorted({metric for metrics in SCENARIOS.values() for metric in metrics} | {"mpi_latesender", "mpi_wait_nxn"})
# Unavoidable further waits: others at the next barrier, which the sweep delays; late senders of the
# sweep.
BESIDES = {
    "critical": {"omp_ibarrier_wait"},
    "lock": {"omp_ibarrier_wait"},
    "wrong_order": {"mpi_latesender"},
    "sweep": {"mpi_barrier_wait", "mpi_latesender"},
    "late_complete": {"mpi_barrier_wait"},
    "lock_competition": {"mpi_barrier_wait"},
    "late_post": {"mpi_rma_wait_at_free"},
    "barrier_of_some": {"shmem_barrier_wait"},
    "lock_contention": {"shmem_barrier_wait"},
    "progress": {"mpi_barrier_wait"},
}


def totals(report):
    """Returns seconds by metric."""
    shown = json.loads(run(LULL, "show", report, "--json").stdout)
    return {metric["name"]: metric["total"] for metric in shown["metrics"]}


def record(scenario, folder):
    """Returns the designed time in seconds, and the measured times."""
    archive, report = os.path.join(folder, "archive"), os.path.join(folder, "report.cubex")
    done = run(LULL, "record", "-o", archive, "--", *LAUNCHER, PROGRAM, scenario, str(DELAY))
    assert done.returncode == 0, done.stderr
    name, designed = done.stdout.split()
    assert name == scenario, done.stdout
    analysed = run(LULL, "analyze", archive, "-o", report)
    assert analysed.returncode == 0, analysed.stderr
    return int(designed) / 1000, totals(report)


def what_is_wrong(scenario, designed, found):
    metrics = SCENARIOS[scenario]
    if designed == 0:
        return None  # this library does not have it
    wait = sum(found[metric] for metric in metrics)
    if not 0.8 * designed <= wait < 2 * designed + 0.5:
        return f"{wait} s of {', '.join(metrics)}, expected {designed} s"
    for metric in set(ALL) - set(metrics) - BESIDES.get(scenario, set()):
        if found.get(metric, 0) > 0.5 * designed + 0.2:
            return f"{found[metric]} s of {metric}, expected none"
    return None


class DesignedWaits(unittest.TestCase):
    def test_each_is_found_and_no_other(self):
        for scenario in SCENARIOS:
            with self.subTest(scenario=scenario):
                wrong = []
                for _ in range(3):  # the machine may delay a process by chance
                    with tempfile.TemporaryDirectory() as folder:
                        wrong.append(what_is_wrong(scenario, *record(scenario, folder)))
                    if wrong[-1] is None:
                        break
                self.assertIsNone(wrong[-1], wrong)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
