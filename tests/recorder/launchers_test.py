#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""A program started by the launcher of another MPI library behaves as without the recorder.

usage: launchers_test.py LULL SOURCE
"""
import os
import sys
import tempfile
import unittest

from recording_test import run

LULL, SOURCE = sys.argv[1:]


class Launchers(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.output = os.path.join(directory.name, "trace")
        self.program = os.path.join(directory.name, "program")

    def test_programs_have_the_recorder_of_their_own_library(self):
        for library, other, name in (("openmpi", "mpich", "Open MPI"), ("mpich", "openmpi", "MPICH")):
            with self.subTest(library):
                self.assertEqual(run(f"mpicc.{library}", "-o", self.program, SOURCE).returncode, 0)
                command = [f"mpirun.{other}", "-n", "2", self.program]
                bare = run(*command)
                recorded = run(LULL, "record", "-o", self.output + library, "--", *command)
                self.assertEqual((recorded.returncode, recorded.stdout), (bare.returncode, bare.stdout))
                self.assertIn(f"the program depends on {name}, but its launcher belongs to", recorded.stderr)
                refused = run(LULL, "record", "-o", self.output, "--mpi", other, "--", *command)
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertIn("it cannot be recorded with --mpi " + other, refused.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
