#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records calls in signal handlers, in children before exec, and in libraries that are loaded and unloaded
(programs/handlers.c).
usage: handlers_test.py LULL PROGRAMS INCLUDE"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from recording_test import Archive, run
from temporary_directory import TestWithDirectory

LULL, PROGRAMS, INCLUDE = sys.argv[1:]
del sys.argv[1:]

LIBRARY = "void solve_{0}(void) {{ volatile int x = 0; for (int i = 0; i < 10; ++i) x += i; }}"


class Handlers(TestWithDirectory):
    def compiled(self, *options):
        program = os.path.join(self.directory, "handlers")
        subprocess.run(["gcc", "-O1", "-g", "-pthread", *options, "-I", INCLUDE, "-o", program,
                        os.path.join(PROGRAMS, "handlers.c"), "-ldl"], check=True, timeout=100)
        return program

    def record(self, program, *arguments, options=("--pthread",), oddities=0, before=None):
        alone = run(program, *arguments)
        if before is not None:
            before()
        self.trace = trace = tempfile.mkdtemp(dir=self.directory)
        recorded = run(LULL, "record", *options, "-o", trace, "--", program, *arguments)
        self.assertEqual((recorded.returncode, recorded.stdout), (alone.returncode, alone.stdout), recorded.stderr)
        archive = Archive(os.path.join(trace, "traces.otf2"))
        self.assertEqual({region: count for region, count in archive.open.items() if count}, {})
        listed = json.loads(run(LULL, "info", "--json", trace).stdout)["oddities"]
        self.assertEqual(len(listed), oddities, listed)
        self.assertEqual(run(LULL, "analyze", trace, "-o", os.path.join(self.directory, "r.cubex")).returncode, 0)
        return archive

    def test_handlers_that_interrupt_malloc(self):
        program = self.compiled("-finstrument-functions")
        for what in ("malloc", "malloc in threads"):
            with self.subTest(what):
                archive = self.record(program, what, options=("--functions", "--buffer=256k"))
                self.assertEqual(archive.calls["leaf"], 2 * archive.calls["branch"])
                self.assertEqual(archive.calls["branch"], 400 * archive.calls["in_handler"])
                self.assertGreaterEqual(archive.calls["leaf"], 400000)

    def test_locks_are_tracked_while_recording_is_off(self):
        archive = self.record(self.compiled(), "off", oddities=1)  # a remark that recording was off
        self.assertEqual(archive.events["THREAD_ACQUIRE_LOCK"], 1 + 1 + 10 + 10)
        self.assertEqual(archive.events["THREAD_RELEASE_LOCK"], 1 + 1 + 10 + 10)
        self.assertEqual((archive.events["THREAD_CREATE"], archive.events["THREAD_WAIT"]), (1, 1))
        self.assertEqual((archive.events["THREAD_BEGIN"], archive.events["THREAD_END"]), (1, 1))

    def test_children_do_not_change_the_parents_trace(self):
        program = self.compiled()
        for what, locks, oddities in (("fork", 20 * 2000, 1), ("clone", 3 * 2000, 0)):
            with self.subTest(what):
                archive = self.record(program, what, oddities=oddities)
                self.assertEqual(archive.events["THREAD_ACQUIRE_LOCK"], locks)
                self.assertEqual(archive.events["THREAD_RELEASE_LOCK"], locks)

    def test_a_child_in_its_parents_memory_does_not_record(self):
        archive = self.record(self.compiled("-finstrument-functions"), "vfork", options=("--functions",))
        self.assertEqual((archive.calls["branch"], archive.calls["prepare_child"]), (2, 0))
        self.assertEqual(archive.calls["leaf"], 4)

    def test_the_parent_of_a_daemon_is_recorded(self):
        trace = os.path.join(self.directory, "trace")
        recorded = run(LULL, "record", "--pthread", "-o", trace, "--", self.compiled(), "daemon")
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        archive = Archive(os.path.join(trace, "traces.otf2"))
        self.assertEqual(archive.events["THREAD_ACQUIRE_LOCK"], 100)

    def test_threads_are_named_by_the_order_of_creation(self):
        program = self.compiled()
        for _ in range(10):
            self.record(program, "names")
            archive = os.path.join(self.trace, "traces.otf2")
            names = dict(re.findall(r'(?m)^LOCATION +(\d+) +Name: "Pthread thread (\d+)"', run("otf2-print", "-G", archive).stdout))
            entered = set(re.findall(r'(?m)^ENTER +(\d+) .*Region: "routine_(\d+)"', run("otf2-print", archive).stdout))
            self.assertEqual({(names[location], routine) for location, routine in entered},
                             {(str(i), str(i)) for i in range(1, 9)})

    def test_libraries_that_are_loaded_and_unloaded(self):
        program = self.compiled("-finstrument-functions")
        libraries = [os.path.join(self.directory, f"lib{name}.so") for name in "ab"]

        def build():
            for name, library in zip("ab", libraries):
                subprocess.run(["gcc", "-g", "-finstrument-functions", "-fPIC", "-shared", "-xc", "-", "-o", library],
                               input=LIBRARY.format(name), text=True, check=True, timeout=100)

        build()
        archive = self.record(program, "reload", *libraries, options=("--functions",), before=build)
        self.assertEqual((archive.calls["solve_a"], archive.calls["solve_b"]), (9, 9))


if __name__ == "__main__":
    unittest.main(verbosity=2)
