#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records runs with the recorder in only some processes, and several runs at once. A program behaves as
without the recorder; the archive contains the recorded processes, lists the others, and separates runs.

usage: members_test.py LULL PROGRAMS COMPILER LAUNCHER [OTHER-COMPILER OTHER-LAUNCHER]
"""
import glob
import json
import os
import re
import sys
import unittest

from recording_test import Archive, exported, run
from temporary_directory import TestWithDirectory

LULL, PROGRAMS, COMPILER, LAUNCHER, *OTHER = sys.argv[1:]
MISSING = "LULL::RECORDING::NOT_RECORDED"
BARE = ("env", "-u", "LD_PRELOAD")


class Recorded(TestWithDirectory):
    def setUp(self):
        super().setUp()
        self.program = self.compiled(COMPILER)
        self.anchor = os.path.join(self.directory, "archive", "traces.otf2")

    def compiled(self, compiler):
        program = os.path.join(self.directory, "members." + compiler)
        built = run(compiler, "-O1", "-o", program, os.path.join(PROGRAMS, "members.c"))
        self.assertEqual(built.returncode, 0, built.stderr)
        return program

    def script(self, name, text):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + text)
        os.chmod(path, 0o755)
        return path

    def record(self, *command, options=()):
        """Returns the archive. Checks that output and status are the same as without the recorder."""
        bare = run(*command)
        self.told = run(LULL, "record", *options, "-o", os.path.dirname(self.anchor), "--", *command)
        self.assertEqual((self.told.returncode, sorted(self.told.stdout.splitlines())),
                         (bare.returncode, sorted(bare.stdout.splitlines())), self.told.stderr)
        return Archive(self.anchor)

    def info(self):
        return json.loads(run(LULL, "info", "--json", self.anchor).stdout)

    def definitions(self, kind):
        printed = run("otf2-print", "-G", self.anchor).stdout
        return [line for line in printed.splitlines() if re.match(kind + r" +\d", line)]

    def processes(self):
        return [re.search(r'Name: "([^"]*)"', line)[1] for line in self.definitions("LOCATION_GROUP")]

    def analysed(self):
        analysed = run(LULL, "analyze", "-o", os.path.join(self.directory, "report.cubex"), self.anchor)
        self.assertEqual(analysed.returncode, 0, analysed.stderr)
        return " ".join(analysed.stdout.split())

    def assert_missing(self, ranks, count):
        self.assertEqual(self.info()["properties"].get(MISSING), ranks)
        names = [f"MPI Rank {rank}" for rank in range(count)]
        first, last = int(ranks[0]), int(ranks[-1])
        for rank in range(first, last + 1):
            names[rank] += " (not recorded)"
        self.assertEqual(self.processes(), names)
        said = f"of {count} processes ({ranks})"
        self.assertIn(said, self.told.stderr)
        self.assertIn(said, self.analysed())


class Members(Recorded):
    def test_some_programs_are_not_recorded(self):
        archive = self.record(LAUNCHER, "-n", "2", self.program, ":", "-n", "1", *BARE, self.program)
        self.assert_missing("2", 3)
        self.assertEqual(archive.calls["MPI_Finalize"], 2)
        self.assertEqual(archive.collectives["MPI_COLLECTIVE_END", "ALLREDUCE"], 4)
        self.assertEqual({key: n for key, n in archive.open.items() if n}, {})

    def test_the_first_process_is_not_recorded(self):
        archive = self.record(LAUNCHER, "-n", "1", *BARE, self.program, ":", "-n", "3", self.program)
        self.assert_missing("0", 4)
        self.assertEqual(archive.collectives["MPI_COLLECTIVE_END", "ALLREDUCE"], 6)
        self.assertEqual(archive.events["MPI_SEND"], 3)
        self.assertEqual(len([line for line in self.definitions("GROUP") if " 2 Members" in line]), 2)

    def test_only_one_process_is_recorded(self):
        self.record(LAUNCHER, "-n", "2", *BARE, self.program, ":", "-n", "1", self.program)
        self.assert_missing("0-1", 3)

    def test_scripts_that_select_the_recorded_processes(self):
        script = self.script("some", 'case "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" in 1) unset LD_PRELOAD;; esac\n'
                             f'exec {self.program} "$@"\n')
        self.record(LAUNCHER, "-n", "3", script, options=("--mpi", COMPILER.split(".")[-1]))
        self.assert_missing("1", 3)

    def test_a_process_that_cannot_write(self):
        script = self.script("some", 'case "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" in\n'
                             '1) export LULL_RECORD_DIRECTORY=/proc/none;; esac\n' f'exec {self.program} "$@"\n')
        self.record(LAUNCHER, "-n", "3", script, options=("--mpi", COMPILER.split(".")[-1]))
        self.assert_missing("1", 3)

    def test_a_process_that_ends_before_mpi_is_initialised(self):
        """Depending on the library, the launcher kills the others, or these wait for ever."""
        script = self.script("some", 'case "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" in 1) exit 3;; esac\n'
                             f'exec {self.program} "$@"\n')
        command = ("timeout", "30", LAUNCHER, "-n", "2", script)
        bare = run(*command)
        if bare.returncode == 124:
            self.skipTest("the others wait for ever without the recorder, too")
        told = run(LULL, "record", "--mpi", COMPILER.split(".")[-1], "-o", os.path.dirname(self.anchor), "--", *command)
        self.assertEqual(told.returncode, bare.returncode, told.stderr)


class Runs(Recorded):
    """Several runs in one recording."""
    def runs_of(self, pattern):
        """Returns the starts and ends of the runs' phases in seconds since the first, as printed by the program."""
        phases = sorted((int(a), int(b)) for a, b in re.findall(pattern, self.told.stderr))
        return [((a - phases[0][0]) * 1e-9, (b - phases[0][0]) * 1e-9) for a, b in phases]

    def barriers(self):
        """Returns the same from the archive: when rank 0 of each run left the first barrier and the second."""
        firsts = [i for i, name in enumerate(self.processes()) if name.startswith("MPI Rank 0")]
        printed = run("otf2-print", self.anchor).stdout
        resolution = int(re.search(r"Ticks per Seconds: +(\d+)", run("otf2-print", "-G", self.anchor).stdout)[1])
        phases = []
        for location in firsts:
            left = [int(time) for time in re.findall(
                rf'(?m)^LEAVE +{location} +(\d+) +Region: "MPI_Barrier"', printed)]
            phases.append(left[:2])
        phases.sort()
        return [tuple((time - phases[0][0]) / resolution for time in phase) for phase in phases]

    def assert_one_clock(self):
        told, found = self.runs_of(r"from (\d+) to (\d+)"), self.barriers()
        self.assertEqual(len(told), len(found))
        for one, other in zip(told, found):
            for a, b in zip(one, other):
                self.assertAlmostEqual(a, b, delta=0.05)
        self.assertEqual(self.definitions("CLOCK_OFFSET"), [])
        said = self.analysed()
        self.assertNotIn("apart", said.replace("nothing to do", ""))

    def test_consecutive_runs(self):
        script = self.script("both", f"{LAUNCHER} -n 2 {self.program} 300\n{LAUNCHER} -n 3 {self.program} 500\n")
        archive = self.record(script, options=("--mpi", COMPILER.split(".")[-1]))
        self.assertEqual(self.processes(), [f"MPI Rank {rank} (run {one})" for one in (1, 2) for rank in range(one + 1)])
        self.assertEqual(self.info()["properties"], {"LULL::RECORDING::RUNS": "0-1; 2-4"})
        self.assertEqual({key: n for key, n in archive.messages.items() if n}, {})
        self.assert_one_clock()

    def test_simultaneous_runs(self):
        script = self.script("both", f"{LAUNCHER} -n 2 {self.program} 400 & {LAUNCHER} -n 2 {self.program} 400\nwait\n")
        self.record(script, options=("--mpi", COMPILER.split(".")[-1]))
        self.assertEqual(self.info()["properties"], {"LULL::RECORDING::RUNS": "0-1; 2-3"})
        self.assert_one_clock()

    def test_runs_of_one_process(self):
        script = self.script("both", f"{LAUNCHER} -n 1 {self.program} 100\n{LAUNCHER} -n 1 {self.program} 100\n")
        self.record(script, options=("--mpi", COMPILER.split(".")[-1]))
        self.assertEqual(self.info()["properties"], {"LULL::RECORDING::RUNS": "0; 1"})
        self.assert_one_clock()


class Children(Recorded):
    def spawn(self, *child):
        command = (LAUNCHER, "-n", "2", self.program, "0", "2", *child)
        bare = run(*command)
        if bare.returncode != 0:
            self.skipTest("the library cannot do that here: " + bare.stderr.strip()[:200])
        return self.record(*command)

    def test_children_that_are_not_recorded(self):
        archive = self.spawn(*BARE, self.program)
        self.assertEqual(self.processes(), ["MPI Rank 0", "MPI Rank 1"])
        self.assertIn("are left out", self.told.stderr)
        self.assertEqual(self.info()["properties"], {"LULL::RECORDING::UNKNOWN_PEERS": "0-1"})
        self.assertEqual(archive.calls["MPI_Comm_spawn"], 2)
        printed = run("otf2-print", self.anchor).stdout
        resolution = int(re.search(r"Ticks per Seconds: +(\d+)", run("otf2-print", "-G", self.anchor).stdout)[1])
        left, = re.findall(r'(?m)^LEAVE +0 +(\d+) +Region: "MPI_Comm_spawn"', printed)
        entered = re.findall(r'(?m)^ENTER +0 +(\d+) +Region: "MPI_Bcast"', printed)[-1]
        self.assertLess((int(entered) - int(left)) / resolution, 2)  # the spawning process enters the next call

    def test_children_some_of_which_are_recorded(self):
        some = self.script("some", f'[ "$OMPI_COMM_WORLD_RANK" = 1 ] && unset LD_PRELOAD\nexec {self.program}\n')
        self.spawn(some)
        self.assertEqual(self.processes(), ["MPI Rank 0", "MPI Rank 1", "MPI Rank 0 (spawned 1)",
                                            "MPI Rank 1 (spawned 1) (not recorded)"])
        self.assertEqual(len(self.definitions("INTER_COMM")), 1)

    def test_only_children_are_recorded(self):
        parent = self.script("parent", f'unset LD_PRELOAD\nexec {self.program} "$@"\n')
        command = (LAUNCHER, "-n", "2", parent, "0", "2", self.program)
        if run(*command).returncode != 0:
            self.skipTest("the library cannot do that here")
        self.record(*command, options=("--mpi", COMPILER.split(".")[-1]))
        self.assertEqual(self.processes(), ["MPI Rank 0 (spawned 1)", "MPI Rank 1 (spawned 1)"])


class Nodes(Recorded):
    """To the recorder, time namespaces are nodes; the launcher does not report that there is only one."""
    FAR = "export OMPI_COMM_WORLD_LOCAL_SIZE=1 MPI_LOCALNRANKS=1\n"

    def journals(self, script, count):
        """Returns the measured offsets of each rank."""
        if run("unshare", "--time", "--fork", "true").returncode != 0:
            self.skipTest("no time namespaces can be made here")
        command = (LAUNCHER, "-n", str(count), self.script("ranks", self.FAR + script))
        bare = run(*command)
        told = run(LULL, "record", "--mpi", COMPILER.split(".")[-1], "--env", "-o", os.path.dirname(self.anchor))
        self.assertEqual(told.returncode, 0, told.stderr)
        settings = exported(told.stdout)
        recorded = run("env", *(f"{name}={value}" for name, value in settings.items()), *command)
        self.assertEqual((recorded.returncode, recorded.stdout), (bare.returncode, bare.stdout), recorded.stderr)
        offsets = {}
        for journal in glob.glob(glob.escape(os.path.dirname(self.anchor)) + "/.parts/*/journal.jsonl"):
            with open(journal, encoding="utf-8") as file:
                entries = [json.loads(line) for line in file]
            rank, = (entry["mpi"]["rank"] for entry in entries if "mpi" in entry)
            offsets[rank] = [entry["clock"]["offset"] for entry in entries if "offset" in entry.get("clock", {})]
        recovered = run(LULL, "recover", os.path.dirname(self.anchor))
        self.assertEqual(recovered.returncode, 0, recovered.stderr)
        return offsets

    def far(self, ranks, otherwise=""):
        return (f'case "${{OMPI_COMM_WORLD_RANK:-$PMI_RANK}}" in {ranks}) exec unshare --time --fork {self.program};;\n'
                f"{otherwise}esac\nexec {self.program}\n")

    def test_one_process_of_each_node_measures(self):
        offsets = self.journals(self.far("2|3"), 4)
        self.assertEqual(sorted(map(len, offsets.values()))[-2:], [2, 2])  # either 2 or 3 is the leader of its node
        self.assertEqual(len(offsets[0]) + len(offsets[1]), 2)
        self.assertIn([0, 0], offsets.values())

    def test_one_node_measures_nothing(self):
        offsets = self.journals(f"exec {self.program}\n", 2)
        self.assertEqual(offsets, {0: [], 1: []})

    def test_processes_that_are_not_recorded_are_not_waited_for(self):
        offsets = self.journals(self.far("2", f"1) exec env -u LD_PRELOAD {self.program};;\n"), 3)
        self.assertEqual({rank: len(found) for rank, found in offsets.items()}, {0: 2, 2: 2})


@unittest.skipUnless(OTHER, "only one library")
class Libraries(Recorded):
    def test_runs_of_two_libraries(self):
        """Each process uses the recorder of its library."""
        other = self.compiled(OTHER[0])
        self.record(self.script("both", f"{LAUNCHER} -n 2 {self.program}\n{OTHER[1]} -n 3 {other}\n"))
        self.assertEqual(self.processes(), [f"MPI Rank {rank} (run {one})" for one in (1, 2) for rank in range(one + 1)])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
