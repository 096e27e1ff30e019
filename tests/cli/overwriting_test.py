#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""No command overwrites its input, however the output is named.

usage: overwriting_test.py LULL SOURCE-DIRECTORY
"""
import os
import shutil
import sys
import unittest

from example_report import SOURCE, ExampleReport, run


class Overwriting(ExampleReport):
    def setUp(self):
        self.other = self.path / "other.cubex"
        shutil.copyfile(self.report, self.other)

    def names_of(self, file):
        """Returns ways to name the file."""
        symbolic, hard = self.path / "symbolic", self.path / "hard"
        for link in (symbolic, hard):
            link.unlink(missing_ok=True)
        symbolic.symlink_to(file)
        os.link(file, hard)
        return {"as it is": file, "another spelling": f"{file.parent}/../{file.parent.name}//{file.name}",
                "symbolic link": symbolic, "hard link": hard}

    def assert_refused(self, file, command):
        """Expects command(name), which writes to `name`, to refuse all names of the file."""
        before = file.read_bytes()
        for kind, name in self.names_of(file).items():
            with self.subTest(command=command(name)[0], file=file.name, kind=kind):
                done = run(*command(name))
                self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)
                self.assertIn("overwrit", done.stderr)
                self.assertEqual(file.read_bytes(), before)

    def test_report_algebra(self):
        for command in ("diff", "mean", "merge"):
            for file in (self.report, self.other):
                self.assert_refused(file, lambda name, c=command: (c, self.report, self.other, "-o", name))
        self.assert_refused(self.report, lambda name: ("cut", self.report, "--root", "main", "-o", name))

    def test_stat_and_view(self):
        self.assert_refused(self.report, lambda name: ("stat", self.report, "-o", name))
        self.assert_refused(self.report, lambda name: ("view", self.report, "--export", name))
        self.assert_refused(self.other, lambda name: ("view", self.report, "-r", self.other, "-e", name))

    def test_check(self):
        rules = self.path / "ci.rules"
        rules.write_text("time >= 0 s\n")
        for option in ("--json", "--junit"):
            for file in (self.report, self.other, rules):
                self.assert_refused(file, lambda name, o=option: (
                    "check", self.report, "--rules", rules, "--baseline", self.other, o, name))

    def test_analyze(self):
        archive = self.path / "archive"
        shutil.copytree(SOURCE / "examples" / "waits8", archive, dirs_exist_ok=True)
        plugin = self.path / "plugin.py"
        plugin.write_text("# no pattern\n")
        for file in ("traces.otf2", "traces.def", "traces/0.evt", "traces/7.def"):
            self.assert_refused(archive / file, lambda name: ("analyze", archive, "-o", name))
        self.assert_refused(plugin, lambda name: ("analyze", archive, "--plugin", plugin, "-o", name))

    def test_view_of_an_archive(self):
        archive = self.path / "archive"
        shutil.copytree(SOURCE / "examples" / "waits8", archive, dirs_exist_ok=True)
        for file in ("traces.otf2", "traces.def", "traces/0.evt", "traces/7.def"):
            self.assert_refused(archive / file, lambda name: ("view", archive, "-e", name))
            self.assert_refused(archive / file, lambda name: ("view", self.report, "-r", archive, "-e", name))

    def test_a_report_is_not_an_archive_whatever_the_output_name(self):
        before = self.report.read_bytes()
        done = run("analyze", self.report)
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("not a readable OTF2 archive", done.stderr)
        self.assertEqual(self.report.read_bytes(), before)

    def test_an_earlier_report_may_be_replaced(self):
        archive = self.path / "again"
        shutil.copytree(SOURCE / "examples" / "waits8", archive, dirs_exist_ok=True)
        for _ in range(2):
            self.assertEqual(run("analyze", archive).returncode, 0)
        self.assertTrue((archive / "traces.cubex").exists())

    def test_wrap(self):
        header, library = self.path / "some.h", self.path / "libsome.so"
        header.write_text("int some(void);\n")
        library.write_bytes(b"no library")
        for file in (header, library):
            self.assert_refused(file, lambda name: ("wrap", "--header", header, "--library", library, "-o", name))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
