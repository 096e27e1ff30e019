#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records waves through a grid of processes, and compares how long each waits while the pipeline fills.

usage: refill_test.py LULL PROGRAM LAUNCHER...

PROGRAM is sweeps. The expected waits come from a simulation in units of work.
"""
import collections
import csv
import os
import sys
import tempfile
import unittest

from recording_test import run

LULL, PROGRAM, *LAUNCHER = sys.argv[1:]
WORK = 0.06  # seconds
SIDE = 3
WAVES = {"mpi_refill_sw": (1, 1), "mpi_refill_nw": (1, -1), "mpi_refill_ne": (-1, -1)}


def simulated():
    """Returns the units of work that each process waits in each wave, and in total."""
    free = [[0] * SIDE for _ in range(SIDE)]
    waits, late = {}, 0
    for wave, (dx, dy) in WAVES.items():
        sent = {}
        waits[wave] = [[0] * SIDE for _ in range(SIDE)]
        for step in range(2):
            for x in range(SIDE)[::dx]:
                for y in range(SIDE)[::dy]:
                    ready = max(sent.get((x - dx, y, step), 0), sent.get((x, y - dy, step), 0))
                    wait = max(0, ready - free[x][y])
                    late += wait
                    if step == 0:
                        waits[wave][x][y] += wait
                    free[x][y] = sent[(x, y, step)] = max(free[x][y], ready) + 1
    return waits, late


def record(folder):
    archive, report = os.path.join(folder, "archive"), os.path.join(folder, "report.cubex")
    done = run(LULL, "record", "-o", archive, "--", *LAUNCHER, PROGRAM, str(int(WORK * 1000)))
    assert done.returncode == 0, done.stderr
    analysed = run(LULL, "analyze", archive, "-o", report)
    assert analysed.returncode == 0, analysed.stderr
    found = collections.defaultdict(lambda: [0.0] * SIDE * SIDE)
    for metric in (*WAVES, "mpi_refill", "mpi_refill_se", "mpi_latesender"):
        shown = run(LULL, "show", report, "-m", metric, "-s", "--csv").stdout
        for row in csv.DictReader(shown.splitlines()):
            if row["metric"] == metric:
                found[metric][int(row["location_id"])] += float(row["value"])
    return found


def what_is_wrong(found):
    waits, late = simulated()
    for wave, expected in waits.items():
        for rank, value in enumerate(found[wave]):
            units = expected[rank // SIDE][rank % SIDE]
            if abs(value - units * WORK) > 0.6 * WORK + 0.2 * units * WORK:
                return f"{wave}: rank {rank} waits {value} s, and should wait {units * WORK} s"
    if sum(found["mpi_refill_se"]) > WORK:
        return "a wave has the wrong origin"
    share = sum(found["mpi_refill"]) / sum(found["mpi_latesender"])
    if share < 0.6:  # the program waits for nothing else
        return f"only {share} of the time of late senders is refill"
    return None if sum(found["mpi_latesender"]) > 0.8 * late * WORK else "late senders are missing"


class Refill(unittest.TestCase):
    def test_it_grows_with_the_distance_from_the_origin(self):
        waits, _ = simulated()
        self.assertEqual(waits["mpi_refill_sw"], [[0, 1, 2], [1, 2, 3], [2, 3, 4]])
        wrong = []
        for _ in range(4):  # the machine may delay a process by chance
            with tempfile.TemporaryDirectory() as folder:
                wrong.append(what_is_wrong(record(folder)))
            if wrong[-1] is None:
                break
        self.assertIsNone(wrong[-1], wrong)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
