#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Interrupts the recorder after each of its instructions with a signal whose handler calls functions, too.
usage: stepped_test.py LULL PROGRAMS

In each round, stepper.c lets stepped.c advance one instruction further into the recording of an enter or a leave, or
the exchange of full chunks, sends the signal, and lets the handler return or jump out of it.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from recording_test import Archive, run

LULL, PROGRAMS = sys.argv[1:]
del sys.argv[1:]


class Stepped(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        for name, options in (("stepper", []), ("stepped", ["-finstrument-functions"])):
            subprocess.run(["gcc", "-O1", "-g", *options, "-o", os.path.join(cls.directory.name, name),
                            os.path.join(PROGRAMS, name + ".c")], check=True, timeout=100)

    def interrupt(self, where, how):
        stepper, stepped = (os.path.join(self.directory.name, name) for name in ("stepper", "stepped"))
        trace = os.path.join(self.directory.name, f"{where}-{how}")
        recorded = run("env", "LD_BIND_NOW=1", LULL, "record", "--functions", "--buffer=256k",
                       "-o", trace, "--",
                       stepper, "7" if where == "flush" else "1", stepped, where, how)
        self.assertEqual(recorded.returncode, 0, recorded.stderr)
        rounds = int(re.search(r"(?m)^interrupted (\d+)$", recorded.stderr).group(1))
        self.assertGreater(rounds, 50)
        handled = int(recorded.stdout)
        self.assertEqual(handled, rounds + 1)  # once from the program itself
        archive = Archive(os.path.join(trace, "traces.otf2"))
        self.assertEqual({region: count for region, count in archive.open.items() if count}, {})
        shown = json.loads(run(LULL, "info", "--json", trace).stdout)
        lost = int(shown["properties"]["LULL::RECORDING::INTERRUPTED::EVENTS"])
        self.assertIn(f"{lost} events are missing", " ".join(shown["oddities"]))
        return archive, handled, lost

    def test_a_handler_that_returns(self):
        """Its calls are either recorded completely, or counted as lost."""
        for where in ("enter", "leave", "flush"):
            with self.subTest(where):
                archive, handled, lost = self.interrupt(where, "return")
                of_handler = archive.calls["handler"] + archive.calls["leaf"] - 1
                self.assertEqual(2 * of_handler + lost, 4 * handled)
                self.assertGreater(lost, 0)
                if where != "flush":
                    self.assertGreater(archive.calls["handler"], 1)

    def test_a_handler_that_jumps_out(self):
        """The interrupted event is either discarded or complete; and recording continues."""
        for where in ("enter", "leave", "flush"):
            with self.subTest(where):
                archive, handled, lost = self.interrupt(where, "jump")
                self.assertGreater(lost, 0)
                self.assertLess(lost, 4 * handled)
                self.assertGreater(archive.calls["work"], 2)
                self.assertEqual(archive.calls["main"], 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
