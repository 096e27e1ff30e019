#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records processes that MPI_Init does not connect (programs/worlds.c, sessions.c), whose recording
stops early in some (gives_up.c), or whose threads exchange messages concurrently (thread_requests.c),
and reads the archive with otf2-print.

usage: worlds_test.py LULL PROGRAMS COMPILER LAUNCHER
"""
import os
import re
import sys
import unittest

from recording_test import Archive, run
from temporary_directory import TestWithDirectory

LULL, PROGRAMS, COMPILER, LAUNCHER = sys.argv[1:]


class Worlds(TestWithDirectory):
    def record(self, source, processes, *arguments):
        """Returns the archive; skips the test if the library does not support that."""
        program = os.path.join(self.directory, source)
        built = run(COMPILER, "-O1", "-o", program, os.path.join(PROGRAMS, source + ".c"))
        if built.returncode != 0:
            self.skipTest("the library has no such functions")
        command = (LAUNCHER, "-n", str(processes), program, *arguments)
        bare = run(*command)
        if bare.returncode != 0:
            self.skipTest("the library cannot do that here: " + bare.stderr.strip()[:200])
        output = os.path.join(self.directory, "archive")
        self.recorded = run(LULL, "record", "-o", output, "--", *command)
        self.assertEqual((self.recorded.returncode, self.recorded.stdout), (0, bare.stdout), self.recorded.stderr)
        self.assertEqual(bare.stdout, "done\n")
        self.anchor = os.path.join(output, "traces.otf2")
        return Archive(self.anchor)

    def expect_whole(self, archive):
        self.assertEqual({key: n for key, n in archive.messages.items() if n}, {})
        analysed = run(LULL, "analyze", "-o", os.path.join(self.directory, "report.cubex"), self.anchor)
        self.assertEqual(analysed.returncode, 0, analysed.stderr)
        self.assertNotIn("Remarks", analysed.stdout)

    def definitions(self):
        return run("otf2-print", "-G", self.anchor).stdout

    def expect_sides(self, archive, meetings, pairs):
        """Expects `pairs` messages in each direction between the sides for each meeting."""
        tags = [tag for _, tag, _ in archive.messages]
        self.assertEqual((tags.count("1"), tags.count("2")), (meetings * pairs, meetings * pairs))
        self.assertEqual(len(re.findall("^INTER_COMM ", self.definitions(), re.M)), 2 * meetings)
        self.expect_whole(archive)

    def test_processes_that_are_spawned(self):
        archive = self.record("worlds", 2, "spawn")
        self.expect_sides(archive, 2, 2)
        self.assertIn("MPI_COMM_WORLD (spawned 2)", self.definitions())

    def test_processes_that_meet_at_a_port(self):
        self.expect_sides(self.record("worlds", 4, "port"), 1, 2)

    def test_processes_that_meet_over_a_socket(self):
        self.expect_sides(self.record("worlds", 2, "socket"), 1, 1)

    def test_sessions(self):
        archive = self.record("sessions", 4)
        self.assertEqual(archive.collectives["MPI_COLLECTIVE_END", "ALLREDUCE"], 4)
        self.assertEqual(sum(archive.calls[name] for name in ("MPI_Session_init", "MPI_Session_finalize")), 8)
        self.expect_whole(archive)

    def test_a_process_whose_recording_stops_continues(self):
        archive = self.record("gives_up", 3)
        self.assertIn("stopped early", self.recorded.stderr)
        self.assertEqual(archive.calls["MPI_Comm_split"], 2)

    def test_handles_reused_by_other_threads(self):
        archive = self.record("thread_requests", 2)
        self.assertEqual({key: n for key, n in archive.messages.items() if n}, {})
        events = archive.events
        self.assertEqual((events["MPI_ISEND"], events["MPI_IRECV"]), (64000, 64000))
        self.assertEqual((events["MPI_ISEND_COMPLETE"], events["MPI_IRECV_REQUEST"]), (64000, 64000))
        begun, ended = (set(re.findall(rf"(?m)^{kind} +(\d+) .*Request: (\d+)", run("otf2-print", self.anchor).stdout))
                        for kind in ("MPI_ISEND", "MPI_ISEND_COMPLETE"))
        self.assertEqual(begun, ended)  # each in its own thread


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
