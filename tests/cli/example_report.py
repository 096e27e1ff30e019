# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Shared by tests of commands on reports: the program and the source directory are their first two
arguments, and the report describes the example archive."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE = sys.argv[1], Path(sys.argv[2])


def run(*arguments):
    return subprocess.run([LULL, *map(str, arguments)], capture_output=True, text=True, check=False)


class ExampleReport(unittest.TestCase):
    """Provides `report`, and `path`, a temporary directory."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.path = Path(cls.directory.name)
        cls.report = cls.path / "run.cubex"
        analysed = run("analyze", SOURCE / "examples" / "waits8", "-o", cls.report)
        assert analysed.returncode == 0, analysed.stderr

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()
