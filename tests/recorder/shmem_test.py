#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records programs of OpenSHMEM, and counts what is in the archive.

usage: shmem_test.py LULL PROGRAMS

PROGRAMS is the directory of their sources.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import recording_test
from recording_test import run

LULL, PROGRAMS = sys.argv[1:]
PES = 3
# Open MPI's OpenSHMEM does not begin with this component on machines without its network.
recording_test.SETTINGS["OMPI_MCA_osc"] = "^rdma"


def record(name, folder):
    program = os.path.join(folder, name)
    subprocess.run(["oshcc", "-g", "-o", program, os.path.join(PROGRAMS, name + ".c")], check=True)
    archive = os.path.join(folder, name + ".archive")
    done = run(LULL, "record", "-o", archive, "--", "oshrun", "-n", str(PES), program)
    assert done.returncode == 0 and done.stdout == "done\n", done.stdout + done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return archive


def events_of(archive):
    """How often each kind of event is in the archive, and calls of each function."""
    printed = run("otf2-print", os.path.join(archive, "traces.otf2"))
    assert printed.returncode == 0 and not printed.stderr, printed.stderr
    kinds, calls = collections.Counter(), collections.Counter()
    for line in printed.stdout.splitlines():
        found = re.match(r"([A-Z_]+) +\d+ +\d+ ", line)
        if not found:
            continue
        kinds[found.group(1)] += 1
        if found.group(1) == "ENTER":
            calls[re.search(r'Region: "([^"]*)"', line).group(1)] += 1
    return kinds, calls, printed.stdout


def processes_of(archive):
    printed = run("otf2-print", "-G", os.path.join(archive, "traces.otf2"))
    return re.findall(r'^LOCATION_GROUP .*Name: "([^"]*)"', printed.stdout, re.MULTILINE)


class Shmem(unittest.TestCase):
    def test_functions_of_all_families(self):
        with tempfile.TemporaryDirectory() as folder:
            archive = record("shmem_calls", folder)
            kinds, calls, text = events_of(archive)
            self.assertEqual(processes_of(archive), [f"SHMEM PE {pe}" for pe in range(PES)])
        per_pe = {"RMA_PUT": 9, "RMA_GET": 3, "RMA_ATOMIC": 6, "RMA_WAIT_CHANGE": 1,
                  "RMA_OP_COMPLETE_BLOCKING": 15, "RMA_OP_COMPLETE_NON_BLOCKING": 3,
                  # Puts, and atomic operations that give nothing back.
                  "RMA_OP_COMPLETE_REMOTE": 9 + 2, "RMA_REQUEST_LOCK": 1, "RMA_ACQUIRE_LOCK": 2,
                  "RMA_RELEASE_LOCK": 2}
        for kind, count in per_pe.items():
            self.assertEqual(kinds[kind], count * PES, kind)
        collectives = 5 * PES + (PES + 1) // 2
        self.assertEqual(kinds["RMA_COLLECTIVE_BEGIN"], collectives)
        self.assertEqual(kinds["RMA_COLLECTIVE_END"], collectives)
        for name in ("shmem_init", "shmem_malloc", "shmem_long_iput", "shmem_ctx_long_put_nbi",
                     "shmem_float_g", "shmem_long_atomic_swap", "shmem_fence", "shmem_long_test",
                     "shmem_free", "shmem_finalize"):
            self.assertEqual(calls[name], PES, name)
        self.assertEqual(calls["shmem_test_lock"], PES + kinds["RMA_TRY_LOCK"])
        self.assertEqual(sum(kinds[kind] for kind in ("ENTER", "LEAVE")), 2 * kinds["ENTER"])
        # Each transfer is complete at most once in each way.
        completions = re.findall(r"(RMA_OP_COMPLETE_\w+) +(\d+) .*Matching: (\d+)", text)
        self.assertEqual(len(completions), len(set(completions)))

    def test_an_object_has_one_address_on_all_pes(self):
        with tempfile.TemporaryDirectory() as folder:
            _, _, text = events_of(record("shmem_calls", folder))
        addresses = re.findall(r"RMA_WAIT_CHANGE.*\n.*UINT64; (\d+)", text)
        self.assertEqual(len(addresses), PES)
        self.assertEqual(len(set(addresses)), 1)
        self.assertIn(addresses[0], re.findall(r"RMA_PUT.*\n.*UINT64; (\d+)", text))
        self.assertEqual(len(set(re.findall(r"RMA_ACQUIRE_LOCK .*Lock: (\d+)", text))), 1)

    def test_mpi_and_shmem_in_one_program(self):
        with tempfile.TemporaryDirectory() as folder:
            archive, report = record("shmem_and_mpi", folder), os.path.join(folder, "report.cubex")
            kinds, _, _ = events_of(archive)
            analysed = run(LULL, "analyze", archive, "-o", report)
            self.assertEqual(analysed.returncode, 0, analysed.stderr)
            shown = json.loads(run(LULL, "show", report, "--json").stdout)
        totals = {metric["name"]: metric["total"] for metric in shown["metrics"]}
        self.assertEqual(kinds["MPI_SEND"], PES - 1)
        self.assertEqual(kinds["RMA_WIN_CREATE"], PES)
        for metric in ("mpi_latesender", "shmem_late_put"):
            self.assertGreater(totals[metric], 0.08 * (PES - 1), metric)
        self.assertNotIn("regions are open", analysed.stdout)

    def test_recording_is_switched_off(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "calls")
            subprocess.run(["oshcc", "-o", program, os.path.join(PROGRAMS, "shmem_calls.c")], check=True)
            done = run(LULL, "record", "--no-shmem", "-o", os.path.join(folder, "archive"), "--", "oshrun", "-n",
                       "2", program)
            self.assertEqual((done.returncode, done.stdout), (0, "done\n"))
            self.assertIn("nothing was recorded", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
