# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Every command has a man page, which contains every option of its help.

usage: man_pages_test.py LULL SOURCE-DIRECTORY
"""
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

LULL, SOURCE = sys.argv[1], Path(sys.argv[2])
SECTIONS = ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES", "SEE ALSO")


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


def commands(*command):
    text = run(LULL, *command, "--help").stdout
    if "Subcommands:\n" not in text:
        return []
    block = text.split("Subcommands:\n")[1].split("\n\n")[0]
    return re.findall(r"^  (\S+)", block, re.MULTILINE)


def options(*command):
    """Returns all option names in the help of a command and its subcommands: -o, --output."""
    text = run(LULL, *command, "--help").stdout
    names = set()
    if command:
        for own in commands(*command):
            names |= options(*command, own)
    for line in text.splitlines():
        if found := re.match(r"  (-\S+)", line):
            names.update(found.group(1).split(","))
    return names


def page(name):
    text = (SOURCE / "man" / f"{name}.1").read_text(encoding="utf-8")
    return text.replace("\\-", "-")


class ManPages(unittest.TestCase):
    def all_pages(self):
        yield "lull", ()
        for command in commands():
            yield f"lull-{command}", (command,)

    def test_there_are_commands_with_options(self):
        self.assertIn("analyze", commands())
        self.assertIn("--output", options("analyze"))
        self.assertIn("-o", options("analyze"))

    def test_contain_every_option_of_the_help(self):
        for name, command in self.all_pages():
            text = page(name)
            for option in sorted(options(*command)):
                with self.subTest(page=name, option=option):
                    self.assertRegex(text, rf"(?<![\w-]){re.escape(option)}(?![\w-])")

    def test_contain_no_unknown_option(self):
        for name, command in self.all_pages():
            section = page(name).split(".SH OPTIONS")[1].split(".SH ")[0]
            for option in re.findall(r"(?<![\w-])--\w[\w-]*", section):
                with self.subTest(page=name, option=option):
                    self.assertIn(option, options(*command))

    def test_have_the_standard_sections(self):
        for name, _ in self.all_pages():
            for section in SECTIONS:
                if (name, section) != ("lull", "OPTIONS"):
                    with self.subTest(page=name, section=section):
                        self.assertIn(f"\n.SH {section}\n", page(name))

    def test_first_page_lists_every_command(self):
        for command in commands():
            self.assertIn(f".BR lull-{command} (1)", page("lull"))

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_are_formatted_without_warnings(self):
        for name, _ in self.all_pages():
            with self.subTest(page=name):
                result = run("groff", "-man", "-Tutf8", "-ww", "-z", SOURCE / "man" / f"{name}.1")
                self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
