#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Programs started by others: those that cannot be recorded run as without the recorder, and lull record reports them.

usage: exec_test.py LULL PROGRAMS [CLANG]
"""
import os
import shutil
import subprocess
import sys
import time
import unittest

from temporary_directory import TestInDirectory
from threaded_program import THREADED

LULL, PROGRAMS, CLANG = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), (sys.argv[3:] + [None])[0]
del sys.argv[1:]

WAYS = ("execl", "execlp", "execle", "execv", "execvp", "execve", "execvpe", "posix_spawn", "posix_spawnp", "vfork",
        "system")
KINDS = {"static": ("gcc", "-static", "is statically linked"),
         "static-pie": ("gcc", "-static-pie", "is statically linked"),
         "asan": ("gcc", "-fsanitize=address", "is built with AddressSanitizer"),
         "tsan": ("gcc", "-fsanitize=thread", "is built with ThreadSanitizer"),
         "msan": (CLANG, "-fsanitize=memory", "is built with MemorySanitizer"),
         "m32": ("gcc", "-m32", "is built for another architecture")}


class Exec(TestInDirectory):
    def setUp(self):
        super().setUp()
        self.write("program.c", THREADED)
        subprocess.run(["gcc", os.path.join(PROGRAMS, "starts_others.c"), "-o", "starts"], check=True)

    def record(self, *command, status=7):
        """Returns the messages in addition to the command's own output."""
        alone = subprocess.run(command, capture_output=True, text=True, check=False)
        recorded = subprocess.run([LULL, "record", "-o", "trace", "--", *command], capture_output=True, text=True,
                                  check=False)
        self.assertEqual((recorded.returncode, recorded.stdout), (alone.returncode, alone.stdout), recorded.stderr)
        self.assertEqual(alone.returncode, status)
        self.assertFalse(os.path.exists("trace/.unrecorded"))
        own = [line for line in recorded.stderr.splitlines() if not line.startswith("lull: ")]
        self.assertEqual(own, alone.stderr.splitlines())  # no messages of the system's loader or a sanitizer
        return recorded.stderr

    @staticmethod
    def build(kind):
        compiler, option, _ = KINDS[kind]
        return compiler and subprocess.run([compiler, option, "-pthread", "program.c", "-o", kind], check=False,
                                           stderr=subprocess.DEVNULL).returncode == 0

    def test_programs_that_can_be_recorded(self):
        subprocess.run(["gcc", "-pthread", "program.c", "-o", "program"], check=True)
        for way in WAYS:
            with self.subTest(way):
                self.assertIn("of 1 process ", self.record("./starts", way, "./program"))
                shutil.rmtree("trace")

    def test_programs_that_cannot_be_recorded(self):
        built = [kind for kind in KINDS if self.build(kind)]
        self.assertIn("static", built)
        for kind in built:
            for way in WAYS:
                with self.subTest(kind=kind, way=way):
                    said = self.record("sh", "-c", f"./starts {way} ./{kind}")
                    self.assertEqual(said.count(f"lull: ./{kind} {KINDS[kind][2]}, and cannot be recorded\n"), 1, said)
                    self.assertFalse(os.path.exists("trace"))

    def test_scripts_are_treated_as_their_interpreters(self):
        if not self.build("static"):
            self.skipTest("no static libraries")
        with open("script", "w", encoding="utf-8") as file:
            file.write(f"#!{os.getcwd()}/static\n")
        os.chmod("script", 0o755)
        self.assertIn("script is statically linked", self.record("sh", "-c", "./script"))

    def test_missing_programs(self):
        self.assertNotIn("nothing-of-that-name", self.record("./starts", "execvp", "nothing-of-that-name", status=9).replace("execvp: ", ""))

    def test_libraries_preloaded_by_the_user_are_kept(self):
        if not self.build("asan"):
            self.skipTest("no AddressSanitizer")
        with open("mine.c", "w", encoding="utf-8") as file:
            file.write("#include <stdio.h>\n#include <stdlib.h>\n"
                       "__attribute__((constructor)) static void say(void) { puts(getenv(\"LD_PRELOAD\")); }\n")
        subprocess.run(["gcc", "-shared", "-fPIC", "mine.c", "-o", "mine.so"], check=True)
        shown = subprocess.run([LULL, "record", "-o", "trace", "--", "sh", "-c", "exec env ASAN_OPTIONS=x=y:verify_asan_link_order=0 ./asan"],
                               env=os.environ | {"LD_PRELOAD": os.path.abspath("mine.so")}, capture_output=True,
                               text=True, check=False)
        self.assertIn(os.path.abspath("mine.so"), shown.stdout.splitlines())

    def test_a_recorded_constructor_belongs_to_the_same_program(self):
        with open("early.c", "w", encoding="utf-8") as file:
            file.write("#include <fcntl.h>\n#include <unistd.h>\n"
                       "__attribute__((constructor)) static void look(void) { close(open(\"/dev/null\", O_RDONLY)); }\n")
        subprocess.run(["gcc", "-shared", "-fPIC", "early.c", "-o", "libearly.so"], check=True)
        subprocess.run(["gcc", "-pthread", "program.c", "-o", "program", "-Wl,--no-as-needed", "./libearly.so"],
                       check=True)
        for command in (["sh", "-c", "./program"], ["./program"]):
            done = subprocess.run([LULL, "record", "--io", "-o", "trace", "--", *command], capture_output=True,
                                  text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (7, "done\n"), done.stderr)
            self.assertNotIn("another program was executed", done.stderr)
            shutil.rmtree("trace")

    def test_programs_started_after_completion_do_not_replace_the_archive(self):
        subprocess.run(["gcc", "-pthread", "program.c", "-o", "program"], check=True)
        with open("late.sh", "w", encoding="utf-8") as file:
            file.write("./program; (while [ ! -e trace/traces.otf2 ]; do sleep 0.05; done; ./program >late 2>&1; "
                       "touch end) >/dev/null 2>&1 & exit 0\n")
        done = subprocess.run([LULL, "record", "-o", "trace", "--", "sh", "late.sh"], capture_output=True, text=True,
                              check=False)
        self.assertIn("of 1 process ", done.stderr)
        while not os.path.exists("end"):
            time.sleep(0.05)
        self.assertEqual(sorted(os.listdir("trace")), ["traces", "traces.def", "traces.otf2"])
        with open("late", encoding="utf-8") as file:
            said = file.read()
        self.assertIn("is not recorded: the archive in its directory is complete", said)
        self.assertIn("done\n", said)

    def test_the_report_comes_while_the_command_runs(self):
        if not self.build("static"):
            self.skipTest("no static libraries")
        with subprocess.Popen([LULL, "record", "-o", "trace", "--", "sh", "-c", "./static; cat"], stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            self.assertIn("./static is statically linked", process.stderr.readline())
            process.stdin.close()
            process.wait()


if __name__ == "__main__":
    unittest.main()
