#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Names in traces and reports reach the terminal without control characters, and JSON and CSV
unchanged.

usage: hostile_names_test.py LULL SOURCE-DIRECTORY
"""
import csv
import io
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tarfile
import unittest

from example_report import LULL, SOURCE, ExampleReport

# Sets the title of a window, in as many bytes as the text that it replaces; a bell; C1's CSI; a
# character that changes the writing direction; a byte that is not UTF-8.
TITLE = b"\x1b]0;pwned\x07"
HARM = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
OWN_COLOURS = re.compile(r"\x1b\[(?:0|1|2|38;5;\d+)m")


def run(*arguments):
    """Returns the bytes that would reach the terminal."""
    return subprocess.run([LULL, *map(str, arguments)], capture_output=True, check=False)


def shown_on_terminal(*arguments):
    terminal, end = pty.openpty()
    with subprocess.Popen([LULL, *map(str, arguments)], stdout=end, stderr=subprocess.DEVNULL,
                          env={**os.environ, "NO_COLOR": "1"}) as process:
        os.close(end)
        shown = b""
        while True:
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:  # the other end is closed
                break
            shown += part
        process.wait()
    os.close(terminal)
    return shown.decode().replace("\r\n", "\n")  # the terminal's line end


def repacked(report, output, change):
    """Writes the report with change(anchor.xml) as its anchor."""
    with tarfile.open(report) as old, tarfile.open(output, "w", format=tarfile.USTAR_FORMAT) as new:
        for member in old.getmembers():
            content = old.extractfile(member).read()
            if member.name == "anchor.xml":
                content = change(content)
            info = tarfile.TarInfo(member.name)
            info.size = len(content)
            new.addfile(info, io.BytesIO(content))


class HostileNames(ExampleReport):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        def change(anchor):
            for name in (b"Late Sender", b"MPI Rank 3", b"Master thread", b"MPI_Recv", b"sec", b"main"):
                assert name in anchor, name
                anchor = anchor.replace(b">" + name + b"<", b">" + name + TITLE + "\u009b2J\u202e".encode() + b"<")
            return anchor.replace(b"Creator\" value=\"", b"Creator\" value=\"" + TITLE)
        cls.evil = cls.path / "evil.cubex"
        repacked(cls.report, cls.evil, change)
        cls.bytes = cls.path / "bytes.cubex"
        repacked(cls.report, cls.bytes, lambda anchor: anchor.replace(b"Late Sender", b"Late \xff\xfeender"))
        cls.archive = cls.path / "archive"
        shutil.copytree(SOURCE / "examples" / "waits8", cls.archive)
        definitions = cls.archive / "traces.def"
        content = definitions.read_bytes()
        for name in (b"Master thread", b"phase_late_sender", b"MPI Rank 3"):
            assert name in content, name
            content = content.replace(name, (TITLE + b"\n" + TITLE)[:len(name)])
        definitions.write_bytes(content)
        (cls.archive / "traces" / "3.evt").unlink()  # causes a message about a location

    def assert_harmless(self, *arguments, status=0, colour=False):
        done = run(*arguments)
        with self.subTest(arguments=arguments):
            self.assertEqual(done.returncode, status, done.stderr)
            for stream in (done.stdout, done.stderr):
                text = stream.decode()
                if colour:
                    text = OWN_COLOURS.sub("", text)
                self.assertIsNone(HARM.search(text), text[:2000])
        return done

    def test_text_of_reports(self):
        other = self.path / "other.cubex"
        small = self.path / "small.cubex"
        for words in (("show",), ("show", "--calls"), ("show", "--system"), ("show", "-m", "mpi_latesender"),
                      ("stat",), ("stat", "-m", "mpi_latesender")):
            done = self.assert_harmless(words[0], self.evil, *words[1:])
            self.assertIn(b"\\x1b]0;pwned\\x07", done.stdout)
            self.assert_harmless(words[0], self.evil, *words[1:], "--colour", "always", colour=True)
        self.assert_harmless("diff", self.evil, self.report, "-o", other, status=3)  # units differ
        self.assert_harmless("diff", self.evil, self.evil, "-o", other)
        self.assert_harmless("show", other, "--calls", "--all")
        self.assert_harmless("cut", self.evil, "--prune", "MPI_Barrier", "-o", small)
        self.assert_harmless("cmp", self.evil, small, status=1)
        self.assert_harmless("cmp", self.evil, self.report, status=1)
        self.assert_harmless("check", self.evil, "--fail-on", "mpi_latesender > 0", status=1)
        self.assert_harmless("check", self.evil, "--fail-on", "mpi_latesender > 1 s", status=2)

    def test_text_of_traces(self):
        shown = self.assert_harmless("info", self.archive).stdout
        self.assertIn(b"\\x1b]0;pwned\\x07", shown)
        self.assert_harmless("analyze", self.archive, "-o", self.path / "out.cubex")
        self.assert_harmless("analyze", self.archive, "-o", self.path / "out.cubex", "--colour", "always",
                             colour=True)
        self.assert_harmless("show", self.path / "out.cubex", "--system")

    def test_messages_about_files(self):
        for name in ("\x1b[2J.cubex", "turned\u202e.cubex"):
            for command in ("show", "stat", "info", "analyze", "view"):
                done = self.assert_harmless(command, self.path / name, status=3)
                self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assert_harmless("show", self.report, "\x1b[2J", status=2)
        self.assert_harmless("show", self.report, "-m", "\x1b[2J", status=2)
        self.assert_harmless("\x1b[2J", status=2)

    def test_messages_are_short(self):
        long = self.path / "long.cubex"
        repacked(self.report, long, lambda anchor: anchor.replace(
            b"<uniq_name>mpi_latesender</", b"<uniq_name>" + b"x" * 100_000 + b"</").replace(
                b"<uom>sec<", b"<uom>" + b"y" * 100_000 + b"<"))
        other = self.path / "long2.cubex"
        repacked(long, other, lambda anchor: anchor.replace(b"y" * 100_000, b"z" * 100_000))
        done = self.assert_harmless("diff", long, other, "-o", self.path / "none.cubex", status=3)
        self.assertLess(len(done.stderr), 2000)

    def test_json_and_csv_are_exact(self):
        name = "MPI_Recv\x1b]0;pwned\x07\u009b2J\u202e"
        document = json.loads(run("show", self.evil, "--json").stdout)
        self.assertTrue(any(path["name"].endswith(name) for path in document["call_paths"]),
                        document["call_paths"][:3])
        rows = csv.DictReader(io.StringIO(run("show", self.evil, "--csv").stdout.decode(), newline=""))
        self.assertTrue(any(row["call_path"].endswith(name) for row in rows))
        statistics = json.loads(run("stat", self.evil, "-m", "mpi_latesender", "--json").stdout)
        self.assertIn(TITLE.decode(), statistics["metrics"][0]["title"])

    def test_json_and_csv_are_printable_on_a_terminal(self):
        for words in (("show", self.evil, "--csv"), ("show", self.evil, "--json"), ("stat", self.evil, "--csv"),
                      ("stat", self.evil, "--json"), ("cmp", self.evil, self.report, "--json"),
                      ("check", self.evil, "--fail-on", "mpi_latesender > 0", "--json", "-"),
                      ("info", self.archive, "--json"),
                      ("analyze", self.archive, "-o", self.path / "out.cubex", "--json")):
            with self.subTest(words=words):
                text = shown_on_terminal(*words)
                self.assertIn("\\", text)
                self.assertIsNone(HARM.search(text), text[:2000])

    def test_invalid_utf8_is_replaced(self):
        shown = self.assert_harmless("show", self.bytes).stdout.decode()
        self.assertIn("Late \ufffd\ufffdender", shown)
        self.assertIn("not valid UTF-8", shown)
        for words in (("show", "--json"), ("stat", "--json"), ("show", "--csv"), ("stat", "--csv"), ("view", "-e", "-")):
            done = run(words[0], self.bytes, *words[1:])
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            done.stdout.decode()  # throws unless it is UTF-8
        changed = self.path / "changed.cubex"
        self.assert_harmless("mean", self.bytes, self.bytes, "-o", changed)
        self.assert_harmless("cmp", changed, self.bytes)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
