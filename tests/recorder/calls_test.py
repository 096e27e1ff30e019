#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""A process is recorded by the recorder for the MPI library that it has loaded, whatever its file name and however the
process was started; other tools on the profiling interface keep working; and a program whose MPI cannot be recorded
runs as without the recorder, and lull record reports why.

usage: calls_test.py LULL PROGRAMS LIBRARY
"""
import json
import os
import re
import subprocess
import sys
import unittest

from recording_test import SETTINGS, Archive, run
from temporary_directory import TestInDirectory

LULL, PROGRAMS, LIBRARY = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
MPICC, MPIFORT, MPIRUN = (f"{name}.{LIBRARY}" for name in ("mpicc", "mpifort", "mpirun"))
SONAME = {"openmpi": "libmpi.so.40", "mpich": "libmpich.so.12"}[LIBRARY]
UNKNOWN = "Lull does not know the binary interface of "


def library_path(name):
    for line in subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True).stdout.splitlines():
        if words := re.match(rf"\s*{re.escape(name)} .*=> (\S+)", line):
            return words.group(1)
    return name


class Calls(TestInDirectory):
    def setUp(self):
        super().setUp()
        self.runs = 0

    def build(self, target, *words, compiler=MPICC):
        built = run(compiler, "-g", "-O1", "-Wno-all", "-o", target,
                    *(os.path.join(PROGRAMS, word) if "." in word and word[0] not in "-./" else word for word in words))
        self.assertEqual(built.returncode, 0, built.stderr)

    def record(self, *command, options=(), **variables):
        """Checks that the program behaves as without the recorder; returns the archive, and the messages."""
        def started(*words):
            return subprocess.run(words, env=os.environ | SETTINGS | variables, capture_output=True, text=True,
                                  timeout=200, check=False)
        self.runs += 1
        trace = f"trace{self.runs}"
        alone = started(*command)
        recorded = started(LULL, "record", *options, "-o", trace, "--", *command)
        # The processes' lines may come in any order, and be interleaved.
        self.assertEqual((recorded.returncode, sorted(recorded.stdout)), (alone.returncode, sorted(alone.stdout)),
                         recorded.stderr)
        anchor = os.path.join(trace, "traces.otf2")
        return Archive(anchor) if os.path.exists(anchor) else None, recorded.stderr

    def assert_pings(self, archive, barriers=20, messages=10):
        self.assertIsNotNone(archive)
        self.assertEqual(archive.collectives["MPI_COLLECTIVE_END", "BARRIER"], barriers)
        self.assertEqual((archive.events["MPI_SEND"], archive.events["MPI_RECV"]), (messages, messages))

    def rename(self, program, name):
        """Copies the program, and the library that it needs, to this folder with another name for the library."""
        old, new = SONAME.encode() + b"\0", name.encode().ljust(len(SONAME), b"\0") + b"\0"
        self.assertLessEqual(len(name), len(SONAME))
        for source, target in ((library_path(SONAME), name), (program, program)):
            with open(source, "rb") as file:
                data = file.read()
            self.assertIn(old, data)
            with open(target, "wb") as file:
                file.write(data.replace(b"\0" + old, b"\0" + new))

    @unittest.skipUnless(LIBRARY == "mpich", "Open MPI's components need it under its original name")
    def test_libraries_with_other_names(self):
        for name in ("libmpi.so.12", "libmpi_cray.so"):
            self.build("pings", "pings.c")
            self.rename("pings", name)
            archive, _ = self.record(MPIRUN, "-n", "2", "./pings", LD_LIBRARY_PATH=".")
            self.assert_pings(archive)

    @unittest.skipUnless(LIBRARY == "mpich", "Open MPI's components need it under its original name")
    def test_unknown_libraries(self):
        for name in ("libmpi_abi.so", "libmpi.so.9"):
            self.build("pings", "pings.c")
            self.rename("pings", name)
            archive, said = self.record(MPIRUN, "-n", "2", "./pings", LD_LIBRARY_PATH=".")
            self.assertIsNone(archive)
            self.assertIn("MPI will not be recorded: " + UNKNOWN + name, said)
            self.assertIn("MPI is not recorded: " + UNKNOWN + name, said)
            with open("run.sh", "w", encoding="utf-8") as file:
                file.write(f"{MPIRUN} -n 2 ./pings\n")
            _, said = self.record("sh", "run.sh", LD_LIBRARY_PATH=".")
            self.assertEqual(said.count(UNKNOWN), 1)

    def test_a_script_for_each_process(self):
        self.build("pings", "pings.c")
        with open("one.sh", "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\ncd /\nexec env A=1 \"$OLDPWD/pings\"\n")
        with open("run.sh", "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nexec {MPIRUN} -n 2 ./one.sh\n")
        for name in ("one.sh", "run.sh"):
            os.chmod(name, 0o755)
        for options in ((), ("--mpi",)):
            archive, _ = self.record("./run.sh", options=options)
            self.assert_pings(archive)

    def test_no_recorder_is_linked_to_an_mpi_library(self):
        folder = os.path.join(os.path.dirname(LULL), "../lib")
        for name in ("mpi", "openmpi", "mpich", "oshmem"):
            path = os.path.join(folder, f"liblull-record-{name}.so")
            needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", path).stdout)
            self.assertTrue(needed)
            self.assertEqual([library for library in needed if re.search("libo?(sh|ope?n|m)(mem|pi|-pal|-rte)", library)], [])
            if name == "mpi":
                self.assertFalse({library.split(".")[0] for library in needed} - {"libc", "libdl", "ld-linux-x86-64",
                                                                                 "ld-linux-aarch64", "libgcc_s"})

    def test_a_tool_that_is_preloaded(self):
        self.build("pings", "pings.c")
        self.build("tool.so", "mpi_tool.c", "-shared", "-fPIC")
        archive, _ = self.record(MPIRUN, "-n", "2", "env", "sh", "-c",
                                 "LD_PRELOAD=$LD_PRELOAD:./tool.so exec ./pings")
        self.assert_pings(archive)
        self.assertIn("rank 0: 20 calls", run(MPIRUN, "-n", "2", "env", "LD_PRELOAD=./tool.so", "./pings").stdout)

    def test_a_tool_that_the_program_is_linked_with(self):
        self.build("libtool.so", "mpi_tool.c", "-shared", "-fPIC")
        self.build("pings", "pings.c", "-Wl,--no-as-needed", "./libtool.so")
        archive, _ = self.record(MPIRUN, "-n", "2", "./pings")
        self.assert_pings(archive)

    def test_a_library_that_reserves_a_process(self):
        self.build("libreserves.so", "reserves_rank.c", "-shared", "-fPIC")
        self.build("alone", "alone.c", "-Wl,--no-as-needed", "./libreserves.so")
        archive, _ = self.record(MPIRUN, "-n", "3", "./alone")
        self.assertEqual(archive.calls["MPI_Barrier"], 2)

    def test_a_tool_inside_the_program(self):
        self.build("pings", "pings.c", "mpi_tool.c")
        for options in ((), ("-no-pie",)):
            self.build("pings", "pings.c", "mpi_tool.c", *options)
            archive, _ = self.record(MPIRUN, "-n", "2", "./pings")
            self.assert_pings(archive)
            self.assertEqual(archive.calls["MPI_Send"], 10)

    def test_a_tool_for_fortran(self):
        self.build("tool.o", "mpi_tool.c", "-c", "-fPIC")
        self.build("libtool.so", "./tool.o", "-shared")
        for tool in ("./tool.o", "./libtool.so"):
            self.build("pings", "pings.f90", "-Wl,--no-as-needed", tool, compiler=MPIFORT)
            archive, _ = self.record(MPIRUN, "-n", "2", "./pings")
            self.assert_pings(archive, messages=0)
            self.assertEqual(archive.calls["MPI_Barrier"], 20)

    def test_functions_looked_up_with_dlsym(self):
        self.build("opened", "opened_mpi.c", "-Wl,--as-needed", "-ldl")
        for how in ((), ("deepbind",)):
            archive, _ = self.record(MPIRUN, "-n", "2", "./opened", SONAME, *how)
            self.assert_pings(archive, barriers=6, messages=0)
            self.assertEqual((archive.calls["MPI_Init"], archive.calls["MPI_Finalize"]), (2, 2))

    def test_libraries_opened_with_dlopen(self):
        self.build("opened", "opened_mpi.c", "-Wl,--as-needed", "-ldl")
        with open("plugin.c", "w", encoding="utf-8") as file:
            file.write("#include <mpi.h>\nvoid run(void) { MPI_Init(0, 0); MPI_Barrier(MPI_COMM_WORLD); MPI_Finalize(); }\n")
        self.build("plugin.so", "./plugin.c", "-shared", "-fPIC")
        archive, said = self.record(MPIRUN, "-n", "2", "./opened", "./plugin.so", "plugin")
        self.assert_pings(archive, barriers=2, messages=0)
        self.assertNotIn("RTLD_DEEPBIND", said)
        archive, said = self.record(MPIRUN, "-n", "2", "./opened", "./plugin.so", "plugin-deepbind")
        self.assertIsNone(archive)
        self.assertEqual(said.count("opened with RTLD_DEEPBIND or dlmopen"), 1)

    @unittest.skipUnless(LIBRARY == "mpich", "Open MPI fails in a separate namespace")
    def test_a_library_in_another_namespace(self):
        self.build("opened", "opened_mpi.c", "-Wl,--as-needed", "-ldl")
        archive, said = self.record(MPIRUN, "-n", "2", "./opened", SONAME, "namespace")
        self.assertIsNone(archive)
        self.assertEqual(said.count("opened with RTLD_DEEPBIND or dlmopen"), 1)

    def test_programs_that_use_mpi_optionally(self):
        for options in ((), ("-no-pie",), ("-Wl,-z,now",)):
            self.build("opened", "opened_mpi.c", "-Wl,--as-needed", "-ldl", *options)
            self.record("./opened")

    def test_pcontrol(self):
        self.build("pings", "pings.c")
        archive, _ = self.record(MPIRUN, "-n", "2", "./pings", "switched")
        self.assert_pings(archive, barriers=14, messages=7)
        self.assertEqual(archive.events["MEASUREMENT_ON_OFF"], 4)
        self.build("pings", "pings.f90", compiler=MPIFORT)
        archive, _ = self.record(MPIRUN, "-n", "2", "./pings", "switched")
        self.assert_pings(archive, barriers=14, messages=0)

    def test_graph_topologies(self):
        self.build("graphs", "graphs.c")
        archive, _ = self.record(MPIRUN, "-n", "4", "./graphs")
        self.assertEqual((archive.events["MPI_SEND"], archive.events["MPI_RECV"]), (8, 8))
        shown = json.loads(run(LULL, "info", "--json", "trace1").stdout)["graph_topologies"]
        self.assertEqual([(graph["processes"], graph["edges"], graph["most_neighbours"]) for graph in shown],
                         [(4, 8, 2), (4, 4, 1), (4, 6, 3)])
        self.assertIn("4 processes, 6 edges, at most 3 neighbours each", run(LULL, "info", "trace1").stdout)

    def test_there_is_room_for_thread_local_variables_of_plugins(self):
        """glibc reserves about 1,600 bytes for libraries with static TLS that are loaded later."""
        with open("plugin.c", "w", encoding="utf-8") as file:
            file.write("__attribute__((tls_model(\"initial-exec\"))) _Thread_local char memory[1400];\n"
                       "char* find(void) { return memory; }\n")
        with open("opens.c", "w", encoding="utf-8") as file:
            file.write("#include <dlfcn.h>\n#include <mpi.h>\n#include <stdio.h>\n"
                       "int main(int count, char** words) {\n  MPI_Init(&count, &words);\n"
                       "  puts(dlopen(\"./plugin.so\", RTLD_NOW) ? \"opened\" : dlerror());\n"
                       "  MPI_Finalize();\n  return 0;\n}\n")
        for words in (["gcc", "-shared", "-fPIC", "-o", "plugin.so", "plugin.c"], [MPICC, "-o", "program", "opens.c"]):
            self.assertEqual(run(*words).returncode, 0, words)
        archive, said = self.record("./program")
        self.assertEqual(archive.calls["MPI_Init"], 1, said)

    def test_exceptions_and_cancellations_pass_through(self):
        self.build("program", "passes_through.cpp", "-pthread", compiler=MPICC.replace("mpicc", "mpicxx"))
        for options in ([], ["--pthread", "--io", "--memory"]):
            archive, said = self.record("./program", options=options)
            self.assertEqual(archive.calls["MPI_Send"], 3, said)
            self.assertEqual(archive.calls["MPI_Barrier"], 1, said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
