#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares lull --version with the files that can be found. usage: version_test.py LULL"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL = Path(sys.argv[1]).resolve()
LIBRARIES = {"recording of Open MPI": "-openmpi", "recording of MPICH": "-mpich", "recording of OpenSHMEM": "-oshmem",
             "recording of gcc's OpenMP": "", "recording of POSIX threads": "",
             "recording of functions": "", "recording of input and output": "-io", "recording of memory": "-memory",
             "counters of PAPI": "-papi"}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


def said_by(program):
    done = run(program, "--version")
    assert (done.returncode, done.stderr) == (0, ""), done
    first, *lines = done.stdout.splitlines()
    assert re.fullmatch(r"lull \d+\.\d+\.\d+", first), first
    return dict(re.fullmatch(r"  (\S.*?)  +(\S.*)", line).groups() for line in lines)


class Version(unittest.TestCase):
    def setUp(self):
        self.said = said_by(LULL)

    def test_each_line_says_yes_or_what_is_needed(self):
        for name, answer in self.said.items():
            if name != "OTF2":
                self.assertRegex(answer, r"^(yes|no \(needs .+\))$", name)

    def test_recorders(self):
        for name, library in LIBRARIES.items():
            there = (LULL.parent.parent / "lib" / f"liblull-record{library}.so").exists()
            self.assertEqual(self.said[name] == "yes", there, name)

    def test_a_missing_recorder(self):
        with tempfile.TemporaryDirectory() as directory:
            alone = Path(directory, "bin", "lull")
            alone.parent.mkdir()
            shutil.copy(LULL, alone)
            said = said_by(alone)
            if not any(Path(place, "liblull-record.so").exists() for place in Path("/usr").glob("*/lib/*")):
                self.assertEqual(said["recording of POSIX threads"], "no (needs the recorder)")
                self.assertEqual(said["recording of Open MPI"], "no (needs mpicc.openmpi)")
            self.assertEqual(said["page of lull view"], self.said["page of lull view"])

    @unittest.skipUnless(shutil.which("otf2-config"), "otf2-config is not installed")
    def test_the_library_of_traces(self):
        version = run("otf2-config", "--version").stdout.split()[-1]
        self.assertEqual(self.said["OTF2"].split(",")[0], version)

    def test_the_python_module(self):
        there = any((LULL.parent.parent / "python" / "lull").glob("_lull*.so"))
        self.assertEqual(self.said["Python module"] == "yes", there)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
