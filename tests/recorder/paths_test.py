#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Paths with blanks, colons, quotes and newlines, and how they are quoted for a shell.

usage: paths_test.py LULL
"""
import os
import re
import shutil
import subprocess
import sys
import unittest

from recording_test import Archive, run
from temporary_directory import TestInDirectory
from threaded_program import THREADED

LULL = os.path.abspath(sys.argv.pop(1))

NAMES = ["two words", "a:b", "it's", "x'; touch PWN; '", "$(touch PWN)", "`touch PWN`", "a  b", "*", "new\nline",
         "tab\there", "100%s", 'say "a"', "back\\slash", "Größe"]


class Paths(TestInDirectory):
    def setUp(self):
        super().setUp()
        self.write("program.c", THREADED)
        subprocess.run(["gcc", "program.c", "-o", "program", "-pthread"], check=True)

    def recorded(self, path):
        self.assertEqual(Archive(os.path.join(path, "traces.otf2")).events["THREAD_CREATE"], 1)
        self.assertFalse(os.path.exists("PWN"))
        shutil.rmtree(path)

    def test_directories_of_archives(self):
        for name in NAMES:
            with self.subTest(name):
                self.assertEqual(run(LULL, "record", "-o", name, "--", "./program").returncode, 7)
                self.recorded(name)

    def test_next_command(self):
        """The last line contains the path, quoted for a shell."""
        for name in NAMES:
            with self.subTest(name):
                said = run(LULL, "record", "-o", name, "--", "./program").stderr
                command = re.fullmatch("lull: next: lull (.*)", said.splitlines()[-1]).group(1)
                self.assertEqual(run("bash", "-c", f"{LULL} {command}").returncode, 0, command)
                self.recorded(name)

    def test_environment_for_a_shell(self):
        for name in NAMES:
            for evaluate in ('eval "$({})"', "eval $({})"):
                with self.subTest(name=name, evaluate=evaluate):
                    line = evaluate.format('"$0" record --env -o "$1"') + "; ./program"
                    self.assertEqual(run("sh", "-c", line, LULL, name).returncode, 7)
                    self.assertEqual(run(LULL, "recover", name).returncode, 0)
                    self.recorded(name)

    def test_working_directories(self):
        for name in NAMES:
            with self.subTest(name):
                os.mkdir(name)
                shutil.copy("program", name)
                ended = subprocess.run([LULL, "record", "-o", "trace", "--", "./program"], cwd=name, check=False)
                self.assertEqual(ended.returncode, 7)
                self.recorded(os.path.join(name, "trace"))

    def test_libraries_that_ld_preload_cannot_name(self):
        """Refused before the program starts."""
        libraries = os.path.join(os.path.dirname(os.path.dirname(LULL)), "lib")
        for name in ("two words", "a:b"):
            with self.subTest(name):
                os.makedirs(os.path.join(name, "bin"))
                shutil.copy(LULL, os.path.join(name, "bin"))
                shutil.copytree(libraries, os.path.join(name, "lib"), ignore=lambda _, files: [
                    file for file in files if not file.startswith("liblull")])
                refused = run(os.path.join(name, "bin", "lull"), "record", "-o", "trace", "--", "touch", "ran")
                self.assertEqual(refused.returncode, 2, refused.stderr)
                self.assertRegex(refused.stderr, "^lull: .*cannot be loaded into programs.*blanks and colons")
                self.assertEqual(refused.stderr.count("\n"), 1)
                self.assertFalse(os.path.exists("ran") or os.path.exists("trace"))
                with open(os.path.join(name, "mine.so"), "w", encoding="utf-8"):
                    pass
                refused = run(LULL, "record", "-o", "trace", "--with", os.path.join(name, "mine.so"), "--", "touch", "ran")
                self.assertEqual(refused.returncode, 2, refused.stderr)
                self.assertFalse(os.path.exists("ran") or os.path.exists("trace"))


if __name__ == "__main__":
    unittest.main()
