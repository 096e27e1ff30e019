#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records each kind of input and output, and compares it with a hand-written list.

usage: io_kinds_test.py LULL PROGRAMS
"""
import collections
import os
import re
import subprocess
import sys
import tempfile
import unittest

LULL, PROGRAMS = sys.argv[1:]
del sys.argv[1:]

# For each operation: function, file, kind, requested bytes, transferred bytes.
VECTORS = [("writev", "vectors", "WRITE", 30, 30), ("pwritev", "vectors", "WRITE", 30, 30),
           ("pwritev2", "vectors", "WRITE", 10, 10), ("pwritev2", "vectors", "WRITE", 30, 30),
           ("readv", "vectors", "READ", 30, 30), ("preadv", "vectors", "READ", 30, 20),
           ("preadv2", "vectors", "READ", 10, 10),
           # Rejected: bad address, too few, too many, an unknown flag.
           ("writev", "vectors", "WRITE", 0, 0), ("writev", "vectors", "WRITE", 0, 0),
           ("readv", "vectors", "READ", 0, 0), ("preadv2", "vectors", "READ", 10, 0)]
BETWEEN = [("write", "source", "WRITE", 300, 300),
           ("sendfile", "source", "READ", 100, 100), ("sendfile", "target", "WRITE", 100, 100),
           ("sendfile", "source", "READ", 4000, 190), ("sendfile", "target", "WRITE", 4000, 190),
           ("sendfile", "?", "READ", 4000, 0), ("sendfile", "target", "WRITE", 4000, 0),
           ("copy_file_range", "source", "READ", 50, 50), ("copy_file_range", "target", "WRITE", 50, 50),
           ("splice", "source", "READ", 1000, 50), ("splice", "pipe", "WRITE", 1000, 50),
           ("tee", "pipe", "READ", 1000, 50), ("tee", "pipe", "WRITE", 1000, 50),
           ("splice", "pipe", "READ", 40, 40), ("splice", "target", "WRITE", 40, 40),
           ("splice", "source", "READ", 40, 0), ("splice", "target", "WRITE", 40, 0),  # without a pipe
           ("vmsplice", "pipe", "WRITE", 16, 16), ("read", "pipe", "READ", 1000, 66)]
# These end when their results are retrieved, or in their call if they could not be started.
BACKGROUND = [("aio_return", "background", "WRITE", 512, 512), ("aio_return", "background", "READ", 100, 12),
              ("aio_return", "background", "FLUSH", 0, 0), ("aio_return", "background", "READ", 512, 512),
              ("aio_return", "background", "WRITE", 100, 100), ("aio_return", "?", "READ", 100, 0),
              ("aio_read", "?", "READ", 100, 0)]
BY_NAME = [("write", "file", "WRITE", 33, 33), ("fsync", "file", "FLUSH", 0, 0), ("fdatasync", "file", "FLUSH", 0, 0),
           ("syncfs", "file", "FLUSH", 0, 0), ("sync_file_range", "file", "FLUSH", 0, 0)]
ISSUED = ["aio_write", "aio_read", "aio_fsync", "lio_listio", "lio_listio", "aio_read"]
DELETED = ["linked", "folder/linked", "folder/pointer", "pointer", "folder/again"]
# Functions without operations, and their numbers of calls.
CALLS = {"mkdir": 3, "mkdirat": 1, "fstat": 1, "ftruncate": 1, "posix_fallocate": 1, "fchmod": 1, "futimens": 1,
         "fstatfs": 1, "fstatvfs": 1, "stat": 2, "lstat": 1, "fstatat": 1, "statx": 1, "statfs": 1, "statvfs": 1,
         "access": 1, "faccessat": 1, "truncate": 1, "chmod": 1, "utimensat": 1, "rename": 1, "renameat": 1,
         "renameat2": 1, "link": 1, "linkat": 1, "symlink": 1, "symlinkat": 1, "unlink": 2, "unlinkat": 3,
         "remove": 3, "rmdir": 2, "sync": 1, "aio_cancel": 1}
BUILDS = {"plain": ["-O1"], "checked": ["-O2", "-D_FORTIFY_SOURCE=2"],
          "large": ["-O1", "-D_FILE_OFFSET_BITS=64", "-D_LARGEFILE64_SOURCE"]}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


def name_in(line):
    found = re.search(r'Handle: "([^"]*)"', line)
    return "?" if found is None or "UNDEFINED" in found[1] else os.path.basename(found[1])


class Events:
    """Events listed by otf2-print: operations as above, function calls, deleted files."""

    def __init__(self, text):
        self.operations, self.issued, self.deleted = [], [], []
        self.calls, self.open = collections.Counter(), collections.Counter()
        begun, stack = {}, []
        for line in text.splitlines():
            kind = line.split(None, 1)[0] if line.strip() else ""
            number = re.search(r"Matching Id: (\d+)", line)
            if kind in ("ENTER", "LEAVE"):
                region = re.search(r'Region: "([^"]*)"', line)[1]
                self.calls[region] += kind == "ENTER"
                self.open[region] += 1 if kind == "ENTER" else -1
                stack = stack + [region] if kind == "ENTER" else stack[:-1]
            elif kind == "IO_OPERATION_BEGIN":
                begun[number[1]] = (name_in(line), re.search(r"Mode: (\w+)", line)[1],
                                    int(re.search(r"Bytes Request: (\d+)", line)[1]))
            elif kind == "IO_OPERATION_ISSUED":
                self.issued.append(stack[-1])
            elif kind == "IO_OPERATION_COMPLETE":
                operation = begun.pop(number[1])
                assert operation[0] == name_in(line), (operation, line)
                self.operations.append((stack[-1], *operation, int(re.search(r"Bytes Result: (\d+)", line)[1])))
            elif kind == "IO_DELETE_FILE":
                assert '"POSIX I/O"' in line, line
                self.deleted.append(re.search(r'File: "file://([^"]*)"', line)[1])
        self.unended = begun


class Kinds(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = os.path.realpath(directory.name)

    def place(self, name):
        place = os.path.join(self.directory, name)
        os.mkdir(place)
        return place

    def record(self, source, compiler, *options, arguments=()):
        """Returns the events; checks that the program behaves as without the recorder."""
        program = os.path.join(self.directory, "program")
        subprocess.run([compiler, "-w", *options, "-o", program, os.path.join(PROGRAMS, source)], check=True, timeout=100)
        alone = run(program, self.place("alone"), *arguments)
        self.data = self.place("recorded")
        self.trace = os.path.join(self.directory, "trace")
        recorded = run(LULL, "record", "--io", "-o", self.trace, "--", program, self.data, *arguments)
        self.assertEqual((alone.returncode, alone.stderr), (0, ""))
        self.assertEqual((recorded.returncode, recorded.stdout), (0, alone.stdout))
        printed = run("otf2-print", os.path.join(self.trace, "traces.otf2"))
        self.assertEqual((printed.returncode, printed.stderr), (0, ""))
        return Events(printed.stdout)

    def definitions(self, kind):
        listed = run("otf2-print", "-G", os.path.join(self.trace, "traces.otf2")).stdout
        return [line for line in listed.splitlines() if line.startswith(kind + " ")]

    def check_kinds(self, *options):
        found = self.record("io_kinds.c", "gcc", *options)
        operations = [operation for operation in found.operations if operation[1] != "stdout"]
        self.assertEqual(operations, VECTORS + BETWEEN + BACKGROUND + BY_NAME)
        self.assertEqual(found.issued, ISSUED)
        self.assertEqual(found.unended, {})
        self.assertEqual({name: found.calls[name] for name in CALLS}, CALLS)
        self.assertEqual({name: n for name, n in found.open.items() if n}, {})
        self.assertEqual(found.deleted, [os.path.join(self.data, name) for name in DELETED])
        report = os.path.join(self.directory, "report.cubex")
        analysed = run(LULL, "analyze", self.trace, "-o", report)
        self.assertEqual(analysed.returncode, 0, analysed.stderr)
        self.assertNotIn("Remarks", analysed.stdout)

    def test_each_kind(self):
        for name, options in BUILDS.items():
            with self.subTest(name):
                self.setUp()
                self.check_kinds(*options)

    def test_a_cxx_file_has_one_handle(self):
        """It is opened as a stream, but written and read through its descriptor."""
        rounds = 20
        found = self.record("io_streams.cpp", "g++", "-std=c++20", arguments=(str(rounds),))
        stream = [operation for operation in found.operations if operation[1] == "stream"]
        moved = collections.Counter()
        for function, _, mode, _, size in stream:
            if function != "sendfile" and function != "copy_file_range":
                moved[mode] += size
        self.assertEqual(moved["WRITE"], rounds * (20000 + 6 + 4 + 3))
        self.assertGreaterEqual(moved["READ"], rounds * (20000 + 6 + 4))
        handles = collections.Counter(re.search('"(POSIX|ISO C) I/O"', line)[1] for line in self.definitions("IO_HANDLE")
                                      if '/stream"' in line)
        self.assertEqual(handles, {"ISO C": 2, "POSIX": 1})  # two streams at a time; copy_file() uses descriptors
        self.assertEqual({"mkdir", "rename"} & set(found.calls), {"mkdir", "rename"})
        self.assertEqual(found.deleted, [os.path.join(self.data, "streams/a/moved")])

    def test_unreadable_vectors_are_left_to_the_system(self):
        source = os.path.join(self.directory, "wild.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("""#include <stdio.h>
                          #include <sys/uio.h>
                          int main(void) {
                            if (writev(1, (struct iovec*)8, 3) < 0) perror("writev");
                          }""")
        program = os.path.join(self.directory, "wild")
        subprocess.run(["gcc", "-w", "-o", program, source], check=True, timeout=100)
        recorded = run(LULL, "record", "--io", "-o", os.path.join(self.directory, "trace"), "--", program)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        self.assertIn(run(program).stderr, recorded.stderr)


if __name__ == "__main__":
    unittest.main()
