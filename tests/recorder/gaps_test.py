#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Gaps in a recording are reported, and the program behaves as without the recorder.

usage: gaps_test.py LULL PROGRAMS INCLUDE [MPICC LAUNCHER...]
"""
import contextlib
import glob
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import unittest

from recording_test import SETTINGS, Archive, by_others, exported
from temporary_directory import TestWithDirectory

LULL, PROGRAMS, INCLUDE, *MPI = sys.argv[1:]
del sys.argv[1:]
MEGA = 1 << 20


def run(*command, env=None, **how):
    return subprocess.run(command, env=env or os.environ | SETTINGS, capture_output=True, text=True, timeout=300,
                          check=False, **how)


@contextlib.contextmanager
def small_disk(directory, size):
    place = os.path.join(directory, "disk")
    os.mkdir(place)
    if run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place).returncode != 0:
        raise unittest.SkipTest("no file system can be mounted here")
    try:
        yield place
    finally:
        run("umount", "-l", place)


class Recorded(TestWithDirectory):
    def setUp(self):
        super().setUp()
        self.trace = os.path.join(self.directory, "trace")

    def compiled(self, source, compiler, *options):
        target = os.path.join(self.directory, source + ".out")
        if not os.path.exists(target):
            subprocess.run([compiler, "-O1", "-g", "-I", INCLUDE, *options, "-o", target,
                            os.path.join(PROGRAMS, source)], check=True, timeout=100)
        return target

    def many_calls(self, *arguments):
        program = self.compiled("many_calls.c", "gcc", "-pthread", "-finstrument-functions")
        return [program, *map(str, arguments)]

    def record(self, command, *options, trace=None, **how):
        """Records, and checks that the program behaves as without the recorder."""
        self.trace = trace or self.trace
        alone = run(*command, **how)
        recorded = run(LULL, "record", *options, "-o", self.trace, "--", *command, **how)
        wanted = alone.returncode if alone.returncode >= 0 else 128 - alone.returncode
        self.assertEqual(recorded.returncode, wanted, recorded.stderr)
        self.assertEqual(recorded.stdout, alone.stdout)
        self.assertEqual(by_others(recorded.stderr), by_others(alone.stderr))
        self.told = recorded.stderr
        return Archive(os.path.join(self.trace, "traces.otf2"))

    def assert_said(self, sentence, name, value, told=True):
        """Expects the sentence from lull record once, from lull info in both forms, and from lull analyze."""
        self.assertEqual(self.told.count(sentence), 1 if told else 0, self.told)
        shown = run(LULL, "info", self.trace)
        self.assertIn(sentence, " ".join(shown.stdout.split()))
        listed = json.loads(run(LULL, "info", "--json", self.trace).stdout)
        self.assertRegex(listed["properties"]["LULL::RECORDING::" + name], f"^({value})$")
        self.assertEqual(sum(sentence in oddity for oddity in listed["oddities"]), 1)
        report = os.path.join(self.directory, "report.cubex")
        analysed = run(LULL, "analyze", self.trace, "-o", report)
        self.assertEqual(analysed.returncode, 0, analysed.stderr)
        self.assertIn(sentence, " ".join(analysed.stdout.split()))

    def size(self):
        events = os.path.join(self.trace, "traces")
        return sum(os.path.getsize(os.path.join(events, name)) for name in os.listdir(events))

    def assert_nothing_said(self):
        listed = json.loads(run(LULL, "info", "--json", self.trace).stdout)
        self.assertEqual(listed["properties"], {})


@unittest.skipIf(MPI, "without MPI")
class Gaps(Recorded):
    def test_complete_recordings_report_nothing(self):
        self.record(self.many_calls(100, 2), "--functions")
        self.assert_nothing_said()

    def with_allocator(self, *options):
        return [self.compiled("own_allocator.c", "gcc", "-fno-builtin", "-pthread", "-DPROGRAM", *options)]

    def test_an_allocator_inside_the_program(self):
        self.record(self.with_allocator("-DALLOCATOR"), "--memory", "--io")
        self.assert_said("Memory is not counted in the process: the program has its own allocator",
                         "OWN_ALLOCATOR", "0")

    def test_an_allocator_that_reports_no_sizes(self):
        library = os.path.join(self.directory, "libown.so")
        subprocess.run(["gcc", "-fno-builtin", "-shared", "-fPIC", "-pthread", "-DALLOCATOR", "-o", library,
                        os.path.join(PROGRAMS, "own_allocator.c")], check=True, timeout=100)
        self.record(self.with_allocator("-Wl,--no-as-needed", library, "-Wl,-rpath," + self.directory), "--memory", "--io")
        self.assert_said("Memory is not counted in the process", "OWN_ALLOCATOR", "0")

    def test_a_forwarding_allocator_is_counted(self):
        self.record(self.with_allocator("-DALLOCATOR", "-DPASSES_ON"), "--memory", "--io")
        self.assert_nothing_said()

    def test_uncounted_memory_is_only_reported_with_the_option(self):
        self.record(self.with_allocator("-DALLOCATOR"), "--io")
        self.assert_nothing_said()

    def test_a_full_disk(self):
        for threads in (1, 3):
            with self.subTest(threads), small_disk(self.directory, "24M") as disk:
                archive = self.record(self.many_calls(2_000_000, threads), "--functions",
                                      trace=os.path.join(disk, "trace"))
                self.assertGreater(archive.calls["step"], 100_000)
                self.assertLess(archive.calls["step"], 2_000_000)
                self.assert_said("because the disk was full", "STOPPED::DISK_FULL", "0")
                self.assertNotIn("did not end normally", self.told)
            os.rmdir(os.path.join(self.directory, "disk"))

    def test_a_limit_of_the_system(self):
        for size in (300_000, 3 * MEGA):
            with self.subTest(size):
                archive = self.record(
                    self.many_calls(2_000_000), "--functions", trace=f"{self.trace}.{size}",
                    preexec_fn=lambda size=size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
                self.assertLess(archive.calls["step"], 2_000_000)
                self.assertGreater(archive.calls["step"], size // 50)
                self.assert_said("because a file reached the system's size limit", "STOPPED::FILE_SIZE", "0")

    def test_a_limit(self):
        for threads, size in ((1, 5 * MEGA), (3, 5 * MEGA), (1, 1), (4, 1)):
            with self.subTest((threads, size)):
                archive = self.record(self.many_calls(1_000_000, threads), "--functions",
                                      f"--limit={size}", trace=f"{self.trace}.{threads}.{size}")
                self.assertLess(archive.calls["step"], threads * 1_000_000)
                self.assertLess(self.size(), size + threads * MEGA // 4 + 10_000)
                self.assertGreater(self.size(), min(size - MEGA, MEGA // 5))
                self.assertEqual({name: n for name, n in archive.open.items() if n}, {})
                self.assertEqual(archive.calls["afterwards"], 0)
                self.assert_said("ended when the size limit was reached", "STOPPED::LIMIT", "0")

    def test_a_limit_that_is_not_reached(self):
        archive = self.record(self.many_calls(1000, 2), "--functions", "--limit=1MB", "--total-limit=1GB")
        self.assertEqual(archive.calls["step"], 2000)
        self.assert_nothing_said()

    def test_other_programs(self):
        self.record(self.many_calls(10, 1, "exec"), "--functions")
        self.assert_said("when another program was executed in its place", "EXECUTED", "0")
        self.assertNotIn("did not end normally", self.told)
        self.record(self.many_calls(10, 1, "exec another"), "--functions", trace=self.trace + ".another")
        self.assert_said("when another program was executed in its place", "EXECUTED", "0")

    def test_killed_programs(self):
        self.record(self.many_calls(10, 1, "kill"), "--functions")
        self.assert_said("did not end normally", "KILLED", "0")

    def test_child_processes(self):
        self.record(self.many_calls(10, 1, "fork"), "--functions")
        self.assert_said("(3 by fork)", "FORKED", "0", told=False)

    def test_recording_switched_off(self):
        self.record(self.many_calls(10, 1, "off"), "--functions")
        self.assert_said("switched recording off", "SWITCHED_OFF", "0", told=False)
        listed = json.loads(run(LULL, "info", "--json", self.trace).stdout)
        seconds = float(listed["properties"]["LULL::RECORDING::SWITCHED_OFF::SECONDS"])
        self.assertGreaterEqual(seconds, 0.02)

    def test_the_programs_own_tool_for_openmp(self):
        if not shutil.which("clang"):
            self.skipTest("no clang")
        program = self.compiled("own_tool.c", "clang", "-w", "-fopenmp", "-finstrument-functions")
        for options in ([], ["--no-openmp"]):
            archive = self.record([program], "--functions", *options, trace=self.trace + "".join(options))
            self.assertEqual(archive.calls["work"], 3)
            self.assertEqual(run(program).stdout, "3 regions\n")
            if options:
                self.assert_nothing_said()
            else:
                self.assert_said("OpenMP is not recorded in the process", "OWN_OMPT_TOOL", "0")

    def test_tools_named_in_the_environment(self):
        if not shutil.which("clang"):
            self.skipTest("no clang")
        tool = self.compiled("own_tool.c", "clang", "-w", "-DTOOL_ALONE", "-shared", "-fPIC")
        program = self.compiled("openmp_ways.c", "clang", "-w", "-fopenmp", "-finstrument-functions")
        self.record([program, "teams"], "--functions", env=os.environ | SETTINGS | {"OMP_TOOL_LIBRARIES": tool})
        self.assert_said("OpenMP is not recorded in the process", "OWN_OMPT_TOOL", "0")

    def test_no_functions(self):
        program = self.compiled("thread_ways.c", "gcc", "-pthread")
        self.record([program, "many"], "--functions")
        self.assert_said("No functions are recorded", "NOT_INSTRUMENTED", "0")


    def test_a_small_stack(self):
        for size in (64, 128):
            with self.subTest(size):
                archive = self.record(
                    self.many_calls(100, 2), "--functions", trace=f"{self.trace}.{size}",
                    preexec_fn=lambda size=size: resource.setrlimit(resource.RLIMIT_STACK, (size << 10, size << 10)))
                self.assertEqual(archive.calls["step"], 200)

    def test_a_lost_event_file(self):
        for name, loss, steps in (("never there", None, 200), ("removed", "1.evt", 100), ("all removed", "", 0)):
            with self.subTest(name):
                self.trace = os.path.join(self.directory, name)
                told = run(LULL, "record", "--functions", "--env", "-o", self.trace)
                settings = exported(told.stdout)
                run(*self.many_calls(100, 2), env=os.environ | settings)
                part, = glob.glob(glob.escape(self.trace) + "/.parts/*")
                with open(os.path.join(part, "journal.jsonl"), "a", encoding="utf-8") as journal:
                    if loss is None:
                        journal.write('{"end":{"threads":[{"number":9999999,"events":5}]}}\n')
                if loss == "":
                    shutil.rmtree(os.path.join(part, "traces"))
                elif loss:
                    os.remove(os.path.join(part, "traces", loss))
                recovered = run(LULL, "recover", self.trace)
                self.assertEqual(recovered.returncode, 0, recovered.stderr)
                self.told = recovered.stderr
                self.assert_said("last events of the process are missing", "LAST_EVENTS_LOST", "0")
                archive = Archive(os.path.join(self.trace, "traces.otf2"))
                self.assertEqual(archive.calls["step"], steps)


@unittest.skipUnless(MPI, "no MPI")
class ParallelGaps(Recorded):
    """A process that stops recording does not make the others wait."""
    def test_a_limit_of_one_process(self):
        program = self.compiled("one_busy_rank.c", MPI[0])
        for rank in (0, 1):
            archive = self.record([*MPI[1:], program, "400000", str(rank)], "--limit=1MB",
                                  trace=f"{self.trace}.{rank}")
            self.assertEqual({name: n for name, n in archive.open.items() if n}, {})
            self.assertEqual(archive.calls["MPI_Comm_dup"], 1)
            self.assert_said("ended when the size limit was reached", "STOPPED::LIMIT", str(rank))
            self.assertIn(f"1 of 2 processes ({rank})", self.told)
            listed = run("otf2-print", "-G", os.path.join(self.trace, "traces.otf2")).stdout
            members = [int(n) for n in re.findall(r"(?m)^GROUP .*COMM_GROUP.* (\d+) Members?", listed)]
            self.assertEqual(sorted(members), [1, 1, 2, 2, 2, 2])  # including communicators created afterwards

    def test_input_and_output_beside_mpi(self):
        program = self.compiled("one_busy_rank.c", MPI[0])
        archive = self.record([*MPI[1:], program, "100", "0"], "--io", "--memory")
        self.assertEqual(archive.calls["MPI_Comm_dup"], 2)
        self.assertEqual(archive.calls["printf"] + archive.calls["puts"] + archive.calls["write"], 1)
        self.assert_nothing_said()

    def test_a_program_without_mpi_beside_mpi(self):
        """It is not a member of MPI_COMM_WORLD."""
        program = self.compiled("one_busy_rank.c", MPI[0])
        other = " ".join(self.many_calls(10))
        there = f"{other}; {' '.join(MPI[1:])} {program} 100 0"
        self.record(["sh", "-c", there], "--functions", "--mpi", MPI[0].split(".")[-1])
        listed = run("otf2-print", "-G", os.path.join(self.trace, "traces.otf2")).stdout
        self.assertEqual(len(re.findall(r"(?m)^LOCATION_GROUP ", listed)), 3)
        world = re.search(r'(?m)^COMM +\d+ +Name: "MPI_COMM_WORLD" <\d+>, Group: "" <(\d+)>', listed)[1]
        self.assertRegex(listed, rf"(?m)^GROUP +{world} .* 2 Members: ")

    def test_a_limit_of_all_processes(self):
        program = self.compiled("one_busy_rank.c", MPI[0])
        self.record([*MPI[1:], program, "400000", "0"], "--total-limit=2MB")
        self.assertLess(self.size(), 2 * MEGA)
        self.assert_said("ended when the size limit was reached", "STOPPED::LIMIT", "0")

    def test_a_full_disk_of_one_process(self):
        program = self.compiled("one_busy_rank.c", MPI[0])
        with small_disk(self.directory, "24M") as disk:
            self.record([*MPI[1:], program, "2000000", "1"], trace=os.path.join(disk, "trace"))
            self.assert_said("because the disk was full", "STOPPED::DISK_FULL", "1|0-1")


if __name__ == "__main__":
    unittest.main()
