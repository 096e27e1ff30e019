#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""When a launcher starts lull record once per process, one archive results.

usage: joint_test.py LULL [MPICC MPIRUN]
"""
import os
import re
import signal
import subprocess
import sys
import time
import unittest

from recording_test import Archive, run
from temporary_directory import TestInDirectory

LULL = os.path.abspath(sys.argv[1])
MPICC, MPIRUN = (sys.argv[2:] + [None, None])[:2]
del sys.argv[1:]

THREADED = """#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void* run(void* given) { return given; }
int main(int count, char** words) {
  pthread_t thread;
  if (pthread_create(&thread, 0, run, 0) != 0) return 1;
  pthread_join(thread, 0);
  if (count > 2) usleep(1000000 * atoi(words[2]));
  return atoi(words[1]);
}
"""
MPI = """#include <mpi.h>
int main(int count, char** words) {
  MPI_Init(&count, &words);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
"""
LAUNCHERS = (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"),
             ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS"))


class Joint(TestInDirectory):
    def build(self, text, compiler, *options):
        self.write("program.c", text)
        subprocess.run([compiler, "-g", "program.c", "-o", "program", *options], check=True)

    @staticmethod
    def start(rank, size, *words, launcher=LAUNCHERS[0]):
        """Starts a process as a launcher does."""
        environment = os.environ | {launcher[0]: str(rank), launcher[1]: str(size)}
        return subprocess.Popen([LULL, "record", "-o", "trace", "--pthread", "--", *words], env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)

    def end(self, process, status):
        _, said = process.communicate(timeout=200)
        self.assertEqual(process.returncode, status, said)
        return said

    def test_one_archive(self):
        self.build(THREADED, "gcc", "-pthread")
        for launcher in LAUNCHERS:
            with self.subTest(launcher):
                ranks = [self.start(rank, 4, "./program", str(rank), launcher=launcher) for rank in range(4)]
                said = "".join(self.end(process, rank) for rank, process in enumerate(ranks))
                self.assertEqual(len(re.findall("recorded .* of 4 processes", said)), 1, said)
                self.assertEqual(said.count("lull analyze trace"), 1, said)
                self.assertEqual(Archive("trace/traces.otf2").events["THREAD_CREATE"], 4)
                self.assertEqual(sorted(os.listdir("trace")), ["traces", "traces.def", "traces.otf2"])
                subprocess.run(["rm", "-r", "trace"], check=True)

    def test_the_only_process_of_its_launcher(self):
        self.build(THREADED, "gcc", "-pthread")
        self.assertIn("of 1 process ", self.end(self.start(0, 1, "./program", "7"), 7))

    def test_directories_that_are_not_empty(self):
        os.makedirs("trace/other")
        self.assertIn("trace is not empty", self.end(self.start(0, 2, "true"), 2))
        os.rmdir("trace/other")
        self.assertIn("lull record has started 1 of 2 processes", self.end(self.start(0, 2, "true"), 0))
        self.assertIn("trace is not empty", self.end(self.start(0, 2, "true"), 2))  # the same rank again

    def test_a_process_that_is_killed(self):
        """No process waits for it; the last one to end assembles the archive from the available parts."""
        self.build(THREADED, "gcc", "-pthread")
        killed = self.start(0, 2, "sleep", "100")
        while not os.path.exists("trace/.processes/0.began"):
            time.sleep(0.01)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.communicate()
        self.assertIn("of 1 process ", self.end(self.start(1, 2, "./program", "7"), 7))

    def test_a_process_that_fails(self):
        """Its launcher may kill the others, which then do not assemble the archive."""
        self.build(THREADED, "gcc", "-pthread")
        other = self.start(0, 2, "sleep", "1")
        while not os.path.exists("trace/.processes/0.began"):
            time.sleep(0.01)
        said = self.end(self.start(1, 2, "./program", "7"), 7)
        self.assertIn("a process has ended with status 7; if its launcher now ends the others: lull recover", said)
        self.assertNotIn("lull recover", self.end(other, 0))

    def test_a_process_that_is_not_recorded(self):
        self.build(THREADED, "gcc", "-pthread")
        said = self.end(self.start(1, 3, "./program", "7"), 7) + self.end(self.start(2, 3, "./program", "7"), 7)
        self.assertIn("lull record has started 2 of 3 processes, which have ended; if no more start: lull recover", said)
        self.assertIn("of 2 processes ", run(LULL, "recover", "trace").stderr)
        self.assertEqual(sorted(os.listdir("trace")), ["traces", "traces.def", "traces.otf2"])

    @unittest.skipIf(MPICC is None, "without MPI")
    def test_a_launcher(self):
        self.build(MPI, MPICC)
        ended = run(MPIRUN, "-n", "3", LULL, "record", "-o", "trace", "--", "./program")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(ended.stderr.count("of 3 processes"), 1, ended.stderr)
        self.assertEqual(Archive("trace/traces.otf2").collectives["MPI_COLLECTIVE_END", "BARRIER"], 3)


if __name__ == "__main__":
    unittest.main()
