#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Refused threads and values too large to be added cause neither a signal nor a hang,
but a result or one sentence.

usage: limits_test.py LULL SOURCE-DIRECTORY
"""
import io
import json
import resource
import signal
import struct
import subprocess
import sys
import tarfile
import unittest
import urllib.request

from example_report import LULL, SOURCE, ExampleReport, run

EXAMPLE = SOURCE / "examples" / "waits8"


def limit_to(mebibytes):
    """Limits the address space of a child process."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))


def run_within(mebibytes, *arguments):
    return subprocess.run([LULL, *map(str, arguments)], capture_output=True, text=True, check=False,
                          preexec_fn=limit_to(mebibytes))


class Threads(ExampleReport):
    def setUp(self):
        if run_within(500, "--version").returncode != 0:
            self.skipTest("this build needs more address space (sanitizer)")

    def test_analysis_continues_with_fewer_threads(self):
        output = self.path / "few.cubex"
        refused = 0
        for mebibytes in range(60, 500, 10):  # which allocation fails depends on chance
            done = run_within(mebibytes, "analyze", EXAMPLE, "-o", output, "--threads", 1024)
            if done.returncode != 0 or not done.stderr:
                continue
            self.assertRegex(done.stderr, r"^lull: only \d+ of 16 threads could be started; .*\n$")
            self.assertEqual(run("cmp", output, self.report, "-t", "1e-9").returncode, 0)
            refused += 1
        self.assertGreater(refused, 0)

    def test_unneeded_threads_are_not_reported(self):
        done = run("analyze", EXAMPLE, "-o", self.path / "many.cubex", "--threads", 1024)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_little_memory_gives_a_result_or_a_sentence(self):
        ended = set()
        for mebibytes in range(20, 500, 20):
            for words in (("analyze", EXAMPLE, "-o", self.path / "x.cubex", "--threads", 1024),
                          ("show", self.report), ("mean", self.report, "-o", self.path / "y.cubex")):
                done = run_within(mebibytes, *words)
                if done.returncode == 127:
                    continue  # even loading its libraries failed
                with self.subTest(mebibytes=mebibytes, words=words):
                    self.assertIn(done.returncode, (0, 4), done.stderr)
                    said = done.stderr.splitlines()
                    self.assertTrue(all(line.startswith("lull: ") for line in said), said)
                    errors = [line for line in said if "the analysis continues" not in line]
                    self.assertEqual(len(errors), 0 if done.returncode == 0 else 1, said)
                    ended.add(done.returncode)
        self.assertIn(0, ended)


    def test_the_page_is_served_with_available_threads(self):
        ended = set()
        for mebibytes in (*range(30, 200, 10), 500):
            with subprocess.Popen([LULL, "view", "--no-browser", str(self.report)], text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, preexec_fn=limit_to(mebibytes)) as server:
                address = server.stdout.readline().strip()
                if address.startswith("http"):
                    try:
                        with urllib.request.urlopen(address, timeout=60) as answer:
                            self.assertEqual(answer.status, 200)
                    except OSError:  # the server ran out of memory, which it reports
                        pass
                if address:  # the server's, or a file if it could not be started
                    server.send_signal(signal.SIGINT)
                _, errors = server.communicate(timeout=60)
            if "without cpp-httplib" in errors or "without its page" in errors:
                self.skipTest(errors)
            if server.returncode != 127:
                with self.subTest(mebibytes=mebibytes):
                    self.assertIn(server.returncode, (0, 4) if address else (4,), errors)
                    ended.add(server.returncode)
        self.assertIn(0, ended)


class LargeValues(ExampleReport):
    @classmethod
    def setUpClass(cls):
        """Writes a report in which `time` is 1.7e308 everywhere."""
        super().setUpClass()
        document = json.loads(run("show", cls.report, "--json").stdout)
        cls.large = cls.path / "large.cubex"
        locations, paths = len(document["locations"]), len(document["call_paths"])
        with tarfile.open(cls.report) as old, tarfile.open(cls.large, "w", format=tarfile.USTAR_FORMAT) as new:
            def add(name, content):
                info = tarfile.TarInfo(name)
                info.size = len(content)
                new.addfile(info, io.BytesIO(content))
            for member in old.getmembers():
                if member.name not in ("0.index", "0.data"):
                    add(member.name, old.extractfile(member).read())
            add("0.index", b"CUBEX.INDEX" + struct.pack("<IHB", 1, 0, 3))
            add("0.data", b"CUBEX.DATA" + struct.pack("<d", 1.7e308) * locations * paths)
        assert document["metrics"][0]["name"] == "time"

    def test_every_command_ends_properly(self):
        note = "metric time: "
        other = self.path / "other.cubex"
        for words in (("show",), ("show", "--system"), ("show", "--calls"), ("show", "--system", "--all")):
            done = run(words[0], self.large, *words[1:])
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(note, done.stdout)
            self.assertNotIn("inf", done.stdout.replace("info", ""))
            self.assertNotIn("nan", done.stdout)
        for words in (("stat", self.large), ("stat", self.large, "--json"), ("show", self.large, "--csv"),
                      ("show", self.large, "--json"), ("view", self.large, "-e", "-"),
                      ("mean", self.large, self.report, "-o", other), ("diff", self.large, self.report, "-o", other),
                      ("merge", self.large, self.report, "-o", other),
                      ("cut", self.large, "--root", "main", "-o", other)):
            with self.subTest(words=words):
                done = run(*words)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1)
                self.assertIn(note, done.stderr)
        done = run("cmp", self.large, self.report)
        self.assertEqual(done.returncode, 1)
        self.assertIn(note, done.stderr)
        for rule, status in (("time > 1 s", 3), ("mpi_latesender > 5%", 3), ("visits > 1e9", 0)):
            done = run("check", self.large, "--fail-on", rule)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(note, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
