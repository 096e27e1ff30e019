# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the tests of lull asl: their command line, an archive, and running a command.
"""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE, TEXT_ARCHIVE = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
SHARED = Path(sys.argv[4]) if len(sys.argv) > 4 else None
HARM = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

# Ticks of 10 ms. Receive 1 is called at 4, its send at 10: 0.06 s of late sender. Receive 2 takes a message that was
# already sent.
LATE_SENDER = """
clock 100
processes 2
0: 0 enter main; 10..20 MPI_Send send 1 tag=1; 30..35 MPI_Send send 1 tag=2 bytes=2000; 100 leave
1: 0 enter main; 4..25 MPI_Recv recv 0 tag=1; 40..45 MPI_Recv recv 0 tag=2 bytes=2000; 100 leave
"""

PROPERTIES = """
PROPERTY messages(Region r, Experiment e, Region rank_basis, int least, boolean large) {
  LET
    int calls = COUNT m WHERE m IN PATTERN_MATCHES(Message(least), e.trace);
  IN
    CONDITION: (some) calls > 0 OR (many) calls > 1;
    CONFIDENCE: MAX((some) -> medium, (many) -> 1);
    SEVERITY: duration(r, e) / duration(rank_basis, e);
}
PATTERN Message(int least) {
  ROOTTYPE: Receive;
  INSTANTIATION:
    Send from = sendptr(ROOT);
  CONSTRAINT: from.length >= least
  EXPORT:
    int bytes = from.length;
    float delay = ROOT.timestamp - from.timestamp;
    boolean tagged = ROOT.tag > 1;
    Region call = enterptr(ROOT).region;
}
"""


def run(*arguments, **options):
    return subprocess.run([LULL, "asl", *map(str, arguments)], capture_output=True, text=True, check=False, **options)


class WithArchive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        cls.path = Path(cls.directory.name)
        cls.archive = cls.made("late", LATE_SENDER)

    @classmethod
    def made(cls, name, text):
        trace = cls.path / f"{name}.txt"
        trace.write_text(text)
        subprocess.run([TEXT_ARCHIVE, trace, cls.path / name], check=True)
        return cls.path / name

    def written(self, text, name="f.asl"):
        file = self.path / name
        file.write_text(text, encoding="utf-8")
        return file

    def found(self, text, *options, status=0):
        """Returns the JSON output of a run."""
        done = run("run", self.written(text), self.archive, "--json", *options)
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout)

    def refused(self, status, *words, **options):
        """Returns the message of a command that prints nothing else."""
        done = run(*words, **options)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertNotEqual(done.stderr, "")
        return done.stderr
