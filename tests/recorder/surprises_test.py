#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that close the recorder's files, cancel threads, jump out of signal handlers (programs/surprises.c).
usage: surprises_test.py LULL PROGRAMS"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from temporary_directory import TestWithDirectory

LULL, PROGRAMS = sys.argv[1:]
del sys.argv[1:]


class Surprises(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        cls.programs = {}
        for name, options in (("plain", []), ("functions", ["-finstrument-functions"])):
            cls.programs[name] = os.path.join(cls.directory.name, name)
            subprocess.run(["gcc", "-O1", "-g", "-w", "-pthread", *options, "-o", cls.programs[name],
                            os.path.join(PROGRAMS, "surprises.c")], check=True, timeout=100)

    def run_in_it(self, *command):
        return subprocess.run(command, cwd=self.directory.name, capture_output=True, text=True, timeout=200, check=False)

    def record(self, what, *options, arguments=()):
        command = [self.programs["functions" if "--functions" in options else "plain"], what, *arguments]
        alone = self.run_in_it(*command)
        self.trace = os.path.join(self.directory.name, what)
        subprocess.run(["rm", "-rf", self.trace], check=True)
        recorded = self.run_in_it(LULL, "record", "--buffer=64k", *options, "-o", self.trace, "--", *command)
        self.assertEqual((recorded.returncode, recorded.stdout), (alone.returncode, alone.stdout), recorded.stderr)
        printed = self.run_in_it("otf2-print", os.path.join(self.trace, "traces.otf2"))
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))
        self.told = recorded.stderr
        self.events = re.findall(r'(?m)^(ENTER|LEAVE) +(\d+) +\d+ +Region: "(\w+)', printed.stdout)
        return json.loads(self.run_in_it(LULL, "info", "--json", self.trace).stdout)["oddities"]

    def count(self, kind, name):
        return sum(event[0] == kind and event[2] == name for event in self.events)

    def test_low_descriptors_are_left_to_the_program(self):
        self.assertEqual(self.record("descriptors"), [])
        self.assertEqual(self.count("ENTER", "pthread_mutex_lock"), 800_000)

    def test_cancellation_happens_where_the_program_allows_it(self):
        self.assertEqual(self.record("later"), [])
        self.assertEqual(self.count("ENTER", "pthread_mutex_lock"), 400_100)

    def test_asynchronous_cancellation(self):
        self.assertEqual(self.record("anywhere", "--functions", "--pthread"), [])
        self.assertEqual(self.count("ENTER", "last"), 1)

    def test_a_program_that_uses_all_thread_keys(self):
        self.assertEqual(self.record("keys"), [])
        self.assertEqual(self.count("ENTER", "nothing"), 3)

    def test_a_jump_ends_the_regions_it_leaves(self):
        self.assertEqual(self.record("jump", "--functions"), [])
        self.assertEqual([(kind, name) for kind, _, name in self.events[2:-2]],
                         [("ENTER", "jump"), ("ENTER", "middle"), *[("ENTER", "deep")] * 3, *[("LEAVE", "deep")] * 3,
                          ("ENTER", "last"), ("LEAVE", "last"), ("LEAVE", "middle"),
                          ("ENTER", "last"), ("LEAVE", "last"), ("LEAVE", "jump")])

    def test_handlers_that_do_not_return(self):
        """They may interrupt an event: the recording then ends there, which is reported."""
        for what in ("back", "exit"):
            for _ in range(8):
                with self.subTest(what):
                    self.record(what, "--functions")
                    self.assertGreater(self.count("ENTER", "work"), 100)
                    entered = [name for kind, _, name in self.events if kind == "ENTER"]
                    self.assertLessEqual(set(entered), {"functions", "main", "interrupt", "work"})

    def test_a_handler_with_its_own_stack(self):
        self.assertEqual(self.record("stack", "--functions", "--pthread"), [])
        of_thread = [(kind, name) for kind, location, name in self.events if location != "0"]
        once = [("ENTER", "outer"), ("ENTER", "inner"), ("ENTER", "handle"), ("ENTER", "last"), ("LEAVE", "last"),
                ("LEAVE", "handle"), ("LEAVE", "inner"), ("LEAVE", "outer")]
        inside = [event for event in of_thread if event[1] in {name for _, name in once}]
        self.assertEqual(inside, 3 * once)

    def test_a_umask_that_denies_reading(self):
        self.assertEqual(self.record("umask", "--pthread"), [])
        self.assertEqual(self.count("ENTER", "nothing_else"), 3)
        for file in os.listdir(os.path.join(self.trace, "traces")):
            mode = os.stat(os.path.join(self.trace, "traces", file)).st_mode
            if file.endswith(".evt"):
                self.assertEqual(mode & 0o600, 0o600, file)

    def test_a_program_without_memory(self):
        for kept in ("100", "1000", "100000", "9000000"):
            with self.subTest(kept):
                self.record("memory", "--functions", "--pthread", arguments=[kept])
                self.assertGreaterEqual(self.count("ENTER", "nothing_else"), 1)

    def test_errno_is_preserved(self):
        self.record("errno", "--pthread")
        self.record("errno", "--pthread", "--functions", "--io", "--memory")

    def test_mutexes_released_by_others(self):
        self.assertEqual(self.record("mutexes", "--pthread"), [])
        locks = self.run_in_it("otf2-print", os.path.join(self.trace, "traces.otf2")).stdout
        locks = re.findall(r"(?m)^THREAD_(\w+)_LOCK +(\d+) .*Order: (\d+)", locks)
        self.assertEqual([(kind, location == "0", int(order)) for kind, location, order in locks],
                         [("ACQUIRE", False, 1), ("ACQUIRE", True, 2), ("RELEASE", True, 2),
                          ("ACQUIRE", True, 3), ("RELEASE", True, 3), ("ACQUIRE", True, 4), ("RELEASE", False, 4),
                          ("ACQUIRE", True, 5), ("RELEASE", True, 5)])


class ClosedCounters(TestWithDirectory):
    """A program that closes the descriptors of counters can afterwards read its own files completely."""

    def setUp(self):
        super().setUp()
        self.program = os.path.join(self.directory, "program")
        subprocess.run(["gcc", "-O1", "-pthread", "-o", self.program, os.path.join(PROGRAMS, "closed_counters.c")],
                       check=True, timeout=100)

    def record(self, counters, *arguments):
        # No other standard descriptors are passed on, which a shell may have left open.
        alone = subprocess.run([self.program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               timeout=100, check=True)
        trace = os.path.join(self.directory, "trace")
        subprocess.run(["rm", "-rf", trace], check=True)
        recorded = subprocess.run([LULL, "record", "--pthread", "--counters", counters, "-o", trace, "--",
                                   self.program, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, timeout=100, check=False)
        self.assertEqual((recorded.returncode, self.read(recorded.stdout)), (0, self.read(alone.stdout)),
                         recorded.stderr)
        self.stdout = recorded.stdout, alone.stdout
        printed = subprocess.run(["otf2-print", os.path.join(trace, "traces.otf2")], capture_output=True, text=True,
                                 timeout=100, check=True).stdout
        values = [int(value) for value in re.findall(r"(?m)^METRIC +0 .*UINT64; (\d+)\)$", printed)]
        self.assertGreaterEqual(len(values), 80)
        self.assertEqual(values, sorted(values))
        self.assertEqual(values[-30:], values[-1:] * 30)  # they no longer change
        return recorded.stderr

    def read(self, text):
        return re.search("(?m)^read .*", text).group()

    def test_perf_events(self):
        told = self.record("page-faults")
        self.assertEqual(*self.stdout)  # the numbers of descriptors, too
        self.assertIn("not all counters are recorded: the program has closed", told)

    def test_papi(self):
        probe = subprocess.run([LULL, "record", "-o", os.path.join(self.directory, "probe"), "--counters",
                                "perf::PAGE-FAULTS", "--", "true"], capture_output=True, text=True, check=False)
        if probe.returncode != 0:
            self.skipTest(probe.stderr)
        self.assertIn("not all counters are recorded: the program has closed", self.record("perf::PAGE-FAULTS"))

    def test_messages_never_go_to_files_of_the_program(self):
        """Even if such a file has the number of standard error."""
        own = os.path.join(self.directory, "own")
        self.record("page-faults", own)
        with open(own, encoding="utf-8") as file:
            self.assertEqual(file.read(), "")


if __name__ == "__main__":
    unittest.main()
