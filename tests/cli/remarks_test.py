#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""An analysis prints few remarks, however many defects there are, and their counts are exact.

usage: remarks_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [ARCHIVES-DIRECTORY]
"""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, TEXT_ARCHIVE = sys.argv[1], sys.argv[3]
MANY = 50


class Remarks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def remarks(self, text):
        (self.folder / "trace.txt").write_text(text, encoding="utf-8")
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", self.folder / "trace"], check=True)
        done = subprocess.run([LULL, "analyze", self.folder / "trace", "-o", self.folder / "r.cubex", "--json"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["remarks"]

    def test_incomplete_operations_are_listed_for_a_few_communicators(self):
        names = "\n".join(f"comm c{i} 0 1" for i in range(MANY))
        calls = "; ".join(f"{10 + 20 * i}..+5 MPI_Barrier collective comm=c{i}" for i in range(MANY))
        remarks = [remark for remark in self.remarks(
            f"processes 2\n{names}\n0: 0 enter main; {calls}\n1: 0 enter main; 9999 leave\n") if "not joined" in remark]
        self.assertEqual(len(remarks), 9)
        self.assertEqual(sum(int(re.match(r"\d+", remark).group()) for remark in remarks), MANY)
        self.assertIn(f"on {MANY - 8} other communicators were not joined", remarks[-1])

    def test_a_few_are_all_listed(self):
        names = "\n".join(f"comm c{i} 0 1" for i in range(8))
        calls = "; ".join(f"{10 + 20 * i}..+5 MPI_Barrier collective comm=c{i}" for i in range(8))
        remarks = self.remarks(f"processes 2\n{names}\n0: 0 enter main; {calls}\n1: 0 enter main; 9999 leave\n")
        self.assertEqual(sum("on communicator" in remark for remark in remarks), 8)
        self.assertFalse(any("other communicator" in remark for remark in remarks))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
