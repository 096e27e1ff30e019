#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs that can hardly be recorded run as without the recorder, and lull record reports why.

usage: hints_test.py LULL C_COMPILER [CLANG]
"""
import os
import resource
import subprocess
import sys
import unittest

from recording_test import run
from temporary_directory import TestInDirectory

LULL, CC, CLANG = os.path.abspath(sys.argv[1]), sys.argv[2], (sys.argv[3:] + [None])[0]
INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../include")
del sys.argv[1:]

PLAIN = "#include <stdio.h>\nint main(void) { puts(\"done\"); return 7; }\n"
OWN_TOOL = """#include <omp-tools.h>
#include <stdio.h>
static int begin(ompt_function_lookup_t look_up, int device, ompt_data_t* data) { return 1; }
static void end(ompt_data_t* data) { puts("own tool"); }
ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  static ompt_start_tool_result_t tool = {begin, end, {0}};
  return &tool;
}
int main(void) {
#pragma omp parallel num_threads(2)
  {}
  return 7;
}
"""
THREADED = """#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void* part(void* given) { return given ? malloc(10) : 0; }
int main(void) {
  pthread_t thread;
  void* made = 0;
  if (pthread_create(&thread, 0, part, &made) != 0) return 1;
  pthread_join(thread, &made);
  free(made);
  puts("done");
  return 7;
}
"""
MARKED = """#include <lull/record.h>
#include <stdio.h>
static void inner(void) { putchar('i'); }
int main(void) {
  {
    LULL_REGION("block");
    inner();
  }
  putchar('\\n');
  return 7;
}
"""


class Hints(TestInDirectory):
    def build(self, text, *options, compiler=CC):
        self.write("program.c", text)
        return run(compiler, "-g", "-o", "program", "program.c", *options).returncode == 0

    def record(self, *options, command=("./program",), **further):
        def started(*words):
            return subprocess.run(words, capture_output=True, text=True, check=False, **further)
        alone = started(*command)
        recorded = started(LULL, "record", "-o", "trace", *options, "--", *command)
        self.assertEqual((recorded.returncode, recorded.stdout), (alone.returncode, alone.stdout))
        return recorded.stderr

    def test_no_hints_without_a_reason(self):
        self.assertTrue(self.build(PLAIN))
        self.assertEqual(self.record().count("\n"), 1)  # only that nothing was recorded
        self.assertFalse(os.path.exists("trace"))

    def test_nothing_is_instrumented(self):
        self.assertTrue(self.build(PLAIN))
        said = "--functions records nothing"
        self.assertIn(said, self.record("--functions"))
        self.assertTrue(self.build(PLAIN, "-finstrument-functions"))
        self.assertNotIn(said, self.record("--functions"))

    def test_instrumented_libraries_loaded_later(self):
        self.assertTrue(self.build("int f(void) { return 1; }", "-shared", "-fPIC", "-finstrument-functions"))
        os.rename("program", "later.so")
        self.assertTrue(self.build('#include <dlfcn.h>\n'
                                   'int main(void) { return ((int (*)(void))dlsym(dlopen("./later.so", RTLD_NOW),'
                                   ' "f"))() - 1; }', "-ldl"))
        said = self.record("--functions")
        self.assertIn("so --functions records nothing unless they later load a library that is", said)
        self.assertIn("recorded 4 events", said)

    def test_a_static_program(self):
        for how in ("-static", "-static-pie"):
            if not self.build(PLAIN, how):
                self.skipTest("no static libraries")
            self.assertIn("./program is statically linked", self.record())

    def test_a_library_is_not_a_static_program(self):
        self.assertTrue(self.build("int f(void) { return 1; }", "-shared", "-fPIC"))
        os.chmod("program", 0o755)
        self.assertNotIn("is statically", self.record(command=("sh", "-c", "exit 3", "./program")))

    def test_a_program_with_other_privileges(self):
        self.assertTrue(self.build(PLAIN))
        if os.getuid() != 0:
            self.skipTest("only root can change the owner of a program")
        os.chmod(".", 0o755)
        os.chown("program", 65534, 65534)
        os.chmod("program", 0o4755)
        self.assertIn("runs with privileges that you lack", self.record())

    def test_a_tool_of_its_own(self):
        if CLANG is None or not self.build(OWN_TOOL, "-fopenmp", compiler=CLANG):
            self.skipTest("no clang with OpenMP's tools interface")
        self.assertIn("./program has its own OMPT tool", self.record())

    def test_sanitizers(self):
        names = {"address": "AddressSanitizer", "thread": "ThreadSanitizer", "memory": "MemorySanitizer",
                 "leak": "LeakSanitizer"}
        built = 0
        for compiler in filter(None, (CC, CLANG)):
            for kind, name in names.items():
                if not self.build(THREADED, f"-fsanitize={kind}", "-pthread", compiler=compiler):
                    continue
                built += 1
                for option in ("--pthread", "--memory"):
                    with self.subTest(compiler=compiler, kind=kind, option=option):
                        said = self.record(option)
                        if kind == "leak" and option != "--memory":
                            self.assertIn("recorded", said)
                            subprocess.run(["rm", "-r", "trace"], check=True)
                            continue
                        self.assertIn(f"./program is built with {name} and cannot be recorded", said)
                        self.assertFalse(os.path.exists("trace"))
        if built == 0:
            self.skipTest("no compiler has sanitizers")

    def test_a_sanitizer_that_can_be_recorded(self):
        if not self.build(THREADED, "-fsanitize=undefined", "-pthread"):
            self.skipTest("no such sanitizer")
        self.assertNotIn("is built with", self.record("--pthread", "--memory"))
        self.assertTrue(os.path.exists("trace/traces.otf2"))

    def test_small_limits(self):
        self.assertTrue(self.build(PLAIN))
        for kind, limit, sentence in ((resource.RLIMIT_AS, 256 << 20, "256 MB of address space"),
                                      (resource.RLIMIT_NOFILE, 20, "20 open files"),
                                      (resource.RLIMIT_FSIZE, 1 << 20, "files are limited to 1024 KB")):
            hard = resource.getrlimit(kind)[1]
            said = self.record(preexec_fn=lambda k=kind, l=limit, h=hard: resource.setrlimit(k, (l, h)))
            self.assertIn(sentence, said)

    def test_regions_in_instrumented_functions(self):
        for compiler in filter(None, (CC, CLANG)):
            with self.subTest(compiler):
                self.assertTrue(self.build(MARKED, "-finstrument-functions", "-I" + INCLUDE,
                                           compiler=compiler))
                subprocess.run(["rm", "-rf", "trace"], check=True)
                self.record("--functions")
                printed = run("otf2-print", "trace/traces.otf2").stdout
                order = [line.split('"')[1] for line in printed.splitlines() if line.startswith("ENTER")]
                self.assertEqual(order, ["program", "main", "block", "inner"])
                ends = [line.split('"')[1] for line in printed.splitlines() if line.startswith("LEAVE")]
                self.assertEqual(ends, ["inner", "block", "main", "program"])


if __name__ == "__main__":
    unittest.main()
