#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records a program's input, output and allocations. usage: io_test.py LULL PROGRAMS INCLUDE"""
import collections
import json
import os
import re
import subprocess
import sys
import unittest

from temporary_directory import TestWithDirectory

LULL, PROGRAMS, INCLUDE = sys.argv[1:]
del sys.argv[1:]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


class InputAndOutput(TestWithDirectory):
    def record(self, *options, compiler_options=(), files=0, trace="trace"):
        program = os.path.join(self.directory, "io")
        subprocess.run(["gcc", "-w", *compiler_options, "-pthread", "-o", program,
                        os.path.join(PROGRAMS, "io.c")], check=True, timeout=100)
        command = [program, self.directory, str(files)]
        alone = run(*command)
        self.trace = os.path.join(self.directory, trace)
        recorded = run(LULL, "record", *options, "-o", self.trace, "--", *command)
        self.assertEqual((recorded.returncode, recorded.stdout), (alone.returncode, alone.stdout))
        self.assertEqual(alone.stderr, "error\n")
        self.assertEqual([l for l in recorded.stderr.splitlines(True) if not l.startswith("lull: ")],
                         [alone.stderr])
        printed = run("otf2-print", os.path.join(self.trace, "traces.otf2"))
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))
        return printed.stdout.splitlines()

    def check_formatted(self, lines):
        """Checks files that are opened again, and the bytes read from them."""
        sizes = [int(size) for size in re.findall(
            r"(?m)^IO_OPERATION_COMPLETE .*formatted\".*Bytes Result: (\d+)", "\n".join(lines))]
        self.assertEqual(sizes, [18, 3, 5, 1, 9, 0])
        opened = re.findall(r"(?m)^IO_(CREATE|DESTROY)_HANDLE .*formatted\"", "\n".join(lines))
        self.assertEqual(opened, ["CREATE", "DESTROY", "CREATE", "DESTROY"])

    def check_events(self, lines):
        self.check_formatted(lines)
        self.events = collections.Counter(line.split()[0] for line in lines if line.split())
        bytes_by_mode = collections.Counter()
        modes = {}
        for line in lines:
            if begun := re.search(r"^IO_OPERATION_BEGIN .*data\".*Mode: (\w+).*Matching Id: (\d+)", line):
                modes[begun.group(2)] = begun.group(1)
            if ended := re.search(r"^IO_OPERATION_COMPLETE .*Bytes Result: (\d+), Matching Id: (\d+)", line):
                bytes_by_mode[modes.get(ended.group(2))] += int(ended.group(1))
        self.assertEqual(bytes_by_mode["WRITE"], 10 * 1000 + 200 + 30 + 7)
        self.assertEqual(bytes_by_mode["READ"], 500 + 300 + 3 * 50 * 100)
        self.assertEqual(self.events["IO_OPERATION_BEGIN"], self.events["IO_OPERATION_COMPLETE"])
        self.assertEqual(self.events["IO_DUPLICATE_HANDLE"], 1)
        self.assertEqual(self.events["IO_SEEK"], 3)
        self.assertEqual(self.events["IO_DESTROY_HANDLE"],
                         self.events["IO_CREATE_HANDLE"] + self.events["IO_DUPLICATE_HANDLE"])

    def definitions(self, kind):
        listed = run("otf2-print", "-G", os.path.join(self.trace, "traces.otf2")).stdout
        return [line for line in listed.splitlines() if line.startswith(kind + " ")]

    def test_operations_with_bytes_and_handles(self):
        for name, options in (("plain", ["-O1"]), ("checked", ["-O2", "-D_FORTIFY_SOURCE=2"]),
                              ("large", ["-O1", "-D_FILE_OFFSET_BITS=64", "-D_LARGEFILE64_SOURCE"])):
            with self.subTest(name):
                self.check_events(self.record("--io", compiler_options=options, trace=name))
                self.assertEqual(self.events["IO_CREATE_HANDLE"], 1 + 150 + 1 + 2)
        report = os.path.join(self.directory, "report.cubex")
        self.assertEqual(run(LULL, "analyze", self.trace, "-o", report).returncode, 0)
        self.assertIn("POSIX I/O", run(LULL, "show", report).stdout)
        listed = json.loads(run(LULL, "info", "--json", self.trace).stdout)
        self.assertEqual(listed["oddities"], [])
        self.assertNotIn("none", listed["regions_by_paradigm"])
        self.assertGreater(listed["regions_by_paradigm"]["io"], 10)
        code = next(line for line in run(LULL, "info", self.trace).stdout.splitlines() if line.startswith("Code"))
        self.assertIn("I/O ", code)
        self.assertNotIn("none", code)

    def test_any_first_event(self):
        """The recorder itself reads and writes when it starts, and when a thread starts."""
        ways = {"thread_ways.c": (["-pthread"], ["many"], ["--pthread"]),
                "openmp_ways.c": (["-fopenmp"], ["teams"], []),
                "many_calls.c": (["-pthread", "-finstrument-functions"], ["10", "2"], ["--functions"])}
        for source, (compiler_options, arguments, options) in ways.items():
            with self.subTest(source):
                program = os.path.join(self.directory, source + ".out")
                subprocess.run(["gcc", "-w", *compiler_options, "-I", INCLUDE, "-o",
                                program, os.path.join(PROGRAMS, source)], check=True, timeout=100)
                alone = run(program, *arguments)
                trace = os.path.join(self.directory, source)
                recorded = run(LULL, "record", "--io", "--memory", *options, "-o", trace, "--", program, *arguments)
                self.assertEqual((recorded.returncode, recorded.stdout), (alone.returncode, alone.stdout))
                printed = run("otf2-print", os.path.join(trace, "traces.otf2"))
                self.assertEqual(printed.returncode, 0)
                self.assertRegex(printed.stdout, r"(?m)^(ENTER .*(pthread_create|parallel|step)|THREAD_)")

    def test_handles_are_reused(self):
        self.record("--io", files=400, trace="few")
        few = len(self.definitions("IO_HANDLE"))
        self.record("--io", files=1600, trace="many")
        self.assertLess(few, 100 + 20)
        self.assertLess(abs(len(self.definitions("IO_HANDLE")) - few), 4)  # the overlap of threads varies

    def record_handles(self, rounds, *compiler_options):
        """Returns definitions of handles by name, and events as (kind, name of the handle, bytes)."""
        program = os.path.join(self.directory, "handles")
        subprocess.run(["gcc", "-w", *compiler_options, "-o", program, os.path.join(PROGRAMS, "handles.c")], check=True, timeout=100)
        self.trace = os.path.join(self.directory, f"handles{rounds}")
        recorded = run(LULL, "record", "--io", "-o", self.trace, "--", program, self.directory, str(rounds))
        self.assertEqual((recorded.returncode, recorded.stdout), (0, "0\n"))
        printed = run("otf2-print", os.path.join(self.trace, "traces.otf2")).stdout
        events = re.findall(r'(?m)^(IO_\w+) .*?(?:New )?Handle: "([^"]*)" .*?(?:Bytes Result: (\d+).*)?$', printed)
        return len(self.definitions("IO_HANDLE")), events

    def test_handles_of_reused_descriptors(self):
        for number, options in enumerate(([], ["-O2", "-D_FORTIFY_SOURCE=2"], ["-D_FILE_OFFSET_BITS=64"])):
            with self.subTest(options):
                self.check_handles(10 + number, *options)

    def check_handles(self, rounds, *compiler_options):
        few, events = self.record_handles(rounds, *compiler_options)
        written = collections.Counter((name.rsplit("/", 1)[-1], int(size))
                                      for kind, name, size in events if kind == "IO_OPERATION_COMPLETE" and name != "stdout")
        self.assertEqual(written, {("data", 3): rounds * 8, ("pipe", 7): rounds * 5, ("socket", 7): rounds * 4,
                                   ("pipe", 0): rounds, ("O]UNDEFINED", 0): rounds})
        made = collections.Counter(kind for kind, _, _ in events)
        self.assertEqual(made["IO_DUPLICATE_HANDLE"], 3 * rounds)
        self.assertEqual(made["IO_DESTROY_HANDLE"], made["IO_CREATE_HANDLE"] + made["IO_DUPLICATE_HANDLE"])
        self.assertEqual(self.record_handles(4 * rounds, *compiler_options)[0], few)

    def test_nothing_is_recorded_without_the_option(self):
        self.assertFalse([line for line in self.record() if line.startswith("IO_")])

    def test_memory_is_counted(self):
        lines = self.record("--memory", "--io")
        pattern = r'METRIC +(\d+) .*"heap" <\d+>; UINT64; (\d+)\), \("heap_peak" <\d+>; UINT64; (\d+)'
        found = [re.search(pattern, line) for line in lines if line.startswith("METRIC ")]
        values = [(int(match[2]), int(match[3])) for match in found]
        self.assertGreater(len(values), 100)
        self.assertTrue(all(now <= most for now, most in values))
        by_location = collections.defaultdict(list)  # threads read clock and heap at different times
        for match in found:
            by_location[match[1]].append(int(match[3]))
        for peaks in by_location.values():
            self.assertEqual(peaks, sorted(peaks))
        peaks = [most for _, most in values]
        self.assertGreater(peaks[-1], 5_000_000)
        self.assertLess(peaks[-1], 7_000_000 + 10_000_000)  # includes the recorder's memory
        self.assertLess(values[-1][0], peaks[-1] - 4_000_000)


if __name__ == "__main__":
    unittest.main()
