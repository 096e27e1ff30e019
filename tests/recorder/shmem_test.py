#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records OpenSHMEM programs, and counts the events in the archive.

usage: shmem_test.py LULL PROGRAMS

PROGRAMS is the directory with their sources.
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
# Open MPI's OpenSHMEM does not start with this component on machines without its network.
recording_test.SETTINGS["OMPI_MCA_osc"] = "^rdma"


def build(name, folder):
    program = os.path.join(folder, name)
    subprocess.run(["oshcc", "-g", "-o", program, os.path.join(PROGRAMS, name + ".c")], check=True)
    return program


def record(name, folder):
    program = build(name, folder)
    archive = os.path.join(folder, name + ".archive")
    done = run(LULL, "record", "-o", archive, "--", "oshrun", "-n", str(PES), program)
    assert done.returncode == 0 and done.stdout == "done\n", done.stdout + done.stderr
    # There are only the summary and the next command, but no remarks.
    assert len(recording_test.by_lull(done.stderr)) == 2 and "lull: next: " in done.stderr, done.stderr
    return archive


def events_of(archive):
    """Returns the number of events of each kind in the archive, and the calls to each function."""
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
    def test_pes_that_are_not_recorded(self):
        with tempfile.TemporaryDirectory() as folder:
            program = build("shmem_sets", folder)
            archive = os.path.join(folder, "archive")
            done = run(LULL, "record", "-o", archive, "--", "oshrun", "-n", "2", program, ":",
                       "-n", "1", "env", "-u", "LD_PRELOAD", program)
            self.assertEqual((done.returncode, done.stdout), (0, "done\n"), done.stderr)
            self.assertIn("not loaded into 1 of 3 processes (2)", done.stderr)
            self.assertEqual(processes_of(archive), ["SHMEM PE 0", "SHMEM PE 1", "SHMEM PE 2 (not recorded)"])

    def test_runs_of_one_recording(self):
        with tempfile.TemporaryDirectory() as folder:
            program = build("shmem_sets", folder)
            archive = os.path.join(folder, "archive")
            script = f"oshrun -n 2 {program}; oshrun -n 3 {program}"
            done = run(LULL, "record", "--shmem", "-o", archive, "--", "sh", "-c", script)
            self.assertEqual((done.returncode, done.stdout), (0, "done\ndone\n"), done.stderr)
            self.assertEqual(processes_of(archive), [f"SHMEM PE {pe} (run {one})" for one in (1, 2) for pe in range(one + 1)])
            analysed = run(LULL, "analyze", "-o", os.path.join(folder, "report.cubex"), archive)
            self.assertEqual(analysed.returncode, 0, analysed.stderr)
            self.assertNotIn("members", analysed.stdout)  # none is missing

    def test_functions_of_all_families(self):
        with tempfile.TemporaryDirectory() as folder:
            archive = record("shmem_calls", folder)
            kinds, calls, text = events_of(archive)
            self.assertEqual(processes_of(archive), [f"SHMEM PE {pe}" for pe in range(PES)])
        per_pe = {"RMA_PUT": 9, "RMA_GET": 3, "RMA_ATOMIC": 6, "RMA_WAIT_CHANGE": 1,
                  "RMA_OP_COMPLETE_BLOCKING": 15, "RMA_OP_COMPLETE_NON_BLOCKING": 3,
                  # Puts, and atomic operations that return nothing.
                  "RMA_OP_COMPLETE_REMOTE": 9 + 2, "RMA_REQUEST_LOCK": 1, "RMA_ACQUIRE_LOCK": 2,
                  "RMA_RELEASE_LOCK": 2, "RMA_TRY_LOCK": 1}
        for kind, count in per_pe.items():
            self.assertEqual(kinds[kind], count * PES, kind)
        collectives = (5 + 3 * PES) * PES + (PES + 1) // 2
        self.assertEqual(kinds["RMA_COLLECTIVE_BEGIN"], collectives)
        self.assertEqual(kinds["RMA_COLLECTIVE_END"], collectives)
        for name in ("shmem_init", "shmem_malloc", "shmem_long_iput", "shmem_ctx_long_put_nbi",
                     "shmem_float_g", "shmem_long_atomic_swap", "shmem_fence", "shmem_long_test",
                     "shmem_free", "shmem_finalize"):
            self.assertEqual(calls[name], PES, name)
        self.assertEqual(calls["shmem_test_lock"], 2 * PES)
        self.assertEqual(sum(kinds[kind] for kind in ("ENTER", "LEAVE")), 2 * kinds["ENTER"])
        # Each transfer completes at most once in each way.
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

    def test_the_extent_of_strided_puts(self):
        with tempfile.TemporaryDirectory() as folder:
            _, _, text = events_of(record("shmem_strided", folder))
        puts = re.findall(r'RMA_PUT .*\n +ADDITIONAL ATTRIBUTES: (.*)', text)
        extents = [re.findall(r'"extent" <\d+>; UINT64; (\d+)', attributes) for attributes in puts]
        self.assertEqual(extents, [["40"], ["40"], ["32"], ["12"], ["8"], [], []])
        self.assertTrue(all('"address"' in attributes for attributes in puts), puts)

    def test_the_default_context_has_two_names(self):
        with tempfile.TemporaryDirectory() as folder:
            _, _, text = events_of(record("shmem_contexts", folder))
        inside, completed = {}, []
        for line in text.splitlines():
            if entered := re.match(r'ENTER +(\d+) .*Region: "([^"]*)"', line):
                inside[entered.group(1)] = entered.group(2)
            elif done := re.match(r"RMA_OP_COMPLETE_(\w+) +(\d+) .*Matching: (\d+)", line):
                completed.append((inside[done.group(2)], done.group(1), int(done.group(3))))
        behind = [one for one in completed if one[1] != "BLOCKING"]
        self.assertEqual(behind, [("shmem_quiet", "NON_BLOCKING", 1), ("shmem_quiet", "REMOTE", 1),
                                  ("shmem_ctx_quiet", "NON_BLOCKING", 2), ("shmem_ctx_quiet", "REMOTE", 2),
                                  ("shmem_ctx_quiet", "REMOTE", 3), ("shmem_ctx_quiet", "REMOTE", 4),
                                  ("shmem_barrier_all", "NON_BLOCKING", 5)])

    def test_sets_of_pes(self):
        with tempfile.TemporaryDirectory() as folder:
            archive = record("shmem_sets", folder)
            kinds, _, text = events_of(archive)
            printed = run("otf2-print", "-G", os.path.join(archive, "traces.otf2")).stdout
        names = set(re.findall(r'^RMA_WIN .*?Name: "([^"]*)"', printed, re.MULTILINE))
        self.assertEqual(names, {"All PEs", "PEs 0 to 0", "PEs 1 to 1", "PEs 2 to 2", "PEs 0 to 2 by 2"})
        windows = collections.Counter(re.findall(r'RMA_COLLECTIVE_END .*Window: "([^"]*)"', text))
        self.assertEqual(windows, {"All PEs": 4 * PES, "PEs 0 to 0": 24, "PEs 1 to 1": 24, "PEs 2 to 2": 24,
                                   "PEs 0 to 2 by 2": 2})
        self.assertEqual(kinds["RMA_COLLECTIVE_BEGIN"], kinds["RMA_COLLECTIVE_END"])

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

    def test_ends_without_shmem_finalize(self):
        with tempfile.TemporaryDirectory() as folder:
            program = build("shmem_ends", folder)
            for how, who in (("return", 0), ("return", 1), ("return", -1), ("exit", 0), ("exit", 1), ("exit", -1),
                             ("late", 1), ("fork", 1), ("_exit", 1), ("global", 0), ("abort", 1)):
                with self.subTest(how=how, who=who):
                    self.check_end(folder, program, how, str(who))

    def check_end(self, folder, program, *way):
        command = ["timeout", "-k", "1", "60", "oshrun", "-n", str(PES), program, *way]
        archive = os.path.join(folder, "-".join(way))
        bare, recorded = run(*command), run(LULL, "record", "-o", archive, "--", *command)
        self.assertEqual(recorded.stdout, bare.stdout, recorded.stderr)
        recording_test.expect_ending_as_bare(" ".join(way), LULL, recorded, *command)
        kinds, _, _ = events_of(archive)
        self.assertEqual(kinds["RMA_PUT"], PES)
        self.assertEqual(kinds["RMA_COLLECTIVE_END"], PES)
        self.assertEqual(processes_of(archive), [f"SHMEM PE {pe}" for pe in range(PES)])
        if way[0] in ("return", "exit", "late", "fork"):
            self.assertEqual(kinds["ENTER"], kinds["LEAVE"])
        analysed = run(LULL, "analyze", archive, "-o", os.path.join(folder, "report.cubex"))
        self.assertEqual(analysed.returncode, 0, analysed.stderr)

    def test_recording_can_be_disabled(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "calls")
            subprocess.run(["oshcc", "-o", program, os.path.join(PROGRAMS, "shmem_calls.c")], check=True)
            done = run(LULL, "record", "--no-shmem", "-o", os.path.join(folder, "archive"), "--", "oshrun", "-n",
                       "2", program)
            self.assertEqual((done.returncode, done.stdout), (0, "done\n"))
            self.assertIn("nothing was recorded", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
