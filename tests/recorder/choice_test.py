#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Each process decides at its start what to record, whatever the command line looks like.

usage: choice_test.py LULL [MPICC MPIRUN]
"""
import os
import subprocess
import sys
import unittest

from recording_test import Archive, run
from temporary_directory import TestInDirectory

LULL = os.path.abspath(sys.argv[1])
MPICC, MPIRUN = (sys.argv[2:] + [None, None])[:2]
del sys.argv[1:]

THREADED = """#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* run(void* given) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return given;
}
int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, run, 0) != 0) return 1;
  pthread_join(thread, 0);
  puts("threaded");
  return 7;
}
"""
OPENMP = """#include <stdio.h>
int main(void) {
#pragma omp parallel num_threads(2)
  {}
  puts("teamed");
  return 7;
}
"""
MPI = """#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
static void* run(void* given) { return given; }
int main(int count, char** words) {
  pthread_t thread;
  MPI_Init(&count, &words);
#pragma omp parallel num_threads(2)
  {}
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
"""


class Choice(TestInDirectory):
    def build(self, name, text, compiler, *options):
        self.write(name + ".c", text)
        subprocess.run([compiler, "-g", name + ".c", "-o", name, *options], check=True)

    def record(self, *command, options=()):
        alone = run(*command)
        recorded = run(LULL, "record", "-o", "trace", *options, "--", *command)
        self.assertEqual((recorded.returncode, recorded.stdout), (alone.returncode, alone.stdout), recorded.stderr)
        self.said = recorded.stderr
        if not os.path.exists("trace/traces.otf2"):
            return None
        archive = Archive("trace/traces.otf2")
        subprocess.run(["rm", "-r", "trace"], check=True)
        return archive

    def test_ways_to_start_a_program(self):
        """Starts it with scripts, shims and prefix programs, and in other directories."""
        self.write("exec.sh", '#!/bin/sh\nexec ./program "$@"\n', 0o755)
        self.write("call.sh", '#!/bin/bash\nfor i in $(seq 20); do /bin/true; done\necho x | cat >/dev/null\n'
                   './program; status=$?\necho "$status"\nexit $status\n', 0o755)
        self.write("shim/program", f'#!/usr/bin/env bash\nexec "{os.getcwd()}/program" "$@"\n', 0o755)
        ways = (["./program"], ["./exec.sh"], ["./call.sh"], ["shim/program"], ["env", "A=1", "./program"],
                ["env", "-C", "shim", "../program"], ["timeout", "60", "./exec.sh"], ["sh", "-c", "./program"],
                ["python3", "-c", "import subprocess; raise SystemExit(subprocess.run('./program').returncode)"])
        for text, options, kind in ((THREADED, ["-pthread"], "THREAD_CREATE"), (OPENMP, ["-fopenmp"], "THREAD_FORK")):
            self.build("program", text, "gcc", *options)
            for way in ways:
                with self.subTest(kind=kind, way=way):
                    archive = self.record(*way)
                    self.assertIsNotNone(archive, self.said)
                    self.assertEqual(archive.events[kind], 1)
                    self.assertIn("of 1 process ", self.said)

    def test_disabled_kinds_are_not_recorded(self):
        self.build("program", THREADED, "gcc", "-pthread")
        self.write("call.sh", "#!/bin/sh\n./program\n", 0o755)
        self.assertIsNone(self.record("./call.sh", options=["--no-pthread"]))
        self.build("program", OPENMP, "gcc", "-fopenmp")
        self.assertIsNone(self.record("./call.sh", options=["--no-openmp"]))

    def test_programs_with_other_models(self):
        """POSIX threads of OpenMP programs are recorded only with --pthread."""
        self.build("program", THREADED.replace("puts", "#pragma omp parallel\n{}\n  puts"), "gcc", "-pthread", "-fopenmp")
        self.write("call.sh", "#!/bin/sh\n./program\n", 0o755)
        self.assertEqual(self.record("./call.sh").events["THREAD_CREATE"], 0)
        self.assertEqual(self.record("./call.sh", options=["--pthread"]).events["THREAD_CREATE"], 1)

    def test_programs_that_only_start_others(self):
        self.assertIsNone(self.record("sh", "-c", "env true; echo a | sort; exit 3", options=["--pthread"]))
        self.assertEqual(self.said.count("\n"), 1)

    @unittest.skipIf(MPICC is None, "without MPI")
    def test_ranks_started_by_scripts(self):
        self.build("program", MPI, MPICC, "-pthread", "-fopenmp")
        self.build("helper", THREADED, "gcc", "-pthread")
        self.write("rank.sh", f'#!/bin/bash\n{os.getcwd()}/helper\nexec {os.getcwd()}/program "$@"\n', 0o755)
        self.write("job.sh", f'#!/bin/sh\n./helper\nexec {MPIRUN} -n 2 ./rank.sh\n', 0o755)
        ways = [[MPIRUN, "-n", "2", "./rank.sh"], ["./job.sh"]]
        if "openmpi" in MPIRUN:
            ways.append([MPIRUN, "-wdir", os.getcwd(), "-n", "2", "./program"])
        for way in ways:
            with self.subTest(way):
                archive = self.record(*way)
                self.assertEqual(archive.collectives["MPI_COLLECTIVE_END", "BARRIER"], 2, self.said)
                self.assertEqual(archive.events["THREAD_FORK"], 2)
                self.assertEqual(archive.events["THREAD_CREATE"], 0)
                self.assertIn("of 2 processes ", self.said)
                if way == ["./job.sh"]:
                    self.assertIn("left out: 1 process with POSIX threads", self.said)
        kept = run(LULL, "record", "-o", "trace", "--pthread", "--", "./job.sh").stderr
        self.assertIn("of 5 processes ", kept)


if __name__ == "__main__":
    unittest.main()
