#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records programs whose threads wait for tasks, and checks when the waits begin.

usage: task_waits_test.py LULL PROGRAMS COMPILER
"""
import collections
import json
import os
import re
import sys
import tempfile
import unittest

from recording_test import Archive, run

LULL, PROGRAMS, COMPILER = sys.argv[1:]


def resolution_of(archive):
    printed = run("otf2-print", "-G", os.path.join(archive, "traces.otf2")).stdout
    return int(re.search(r"Ticks per Seconds: (\d+)", printed).group(1))


class TaskWaits(unittest.TestCase):
    def record(self, folder, *way):
        """Returns the waiting seconds of taskgroups, from their attributes, and the report's metrics."""
        program, archive = os.path.join(folder, "task_waits"), os.path.join(folder, "archive")
        built = run(COMPILER, "-g", "-fopenmp", "-fopenmp-version=50", "-o", program, os.path.join(PROGRAMS, "task_waits.c"))
        self.assertEqual(built.returncode, 0, built.stderr)
        done = run(LULL, "record", "-o", archive, "--", program, *way)
        self.assertEqual((done.returncode, done.stdout), (0, "done\n"), done.stderr)
        text = run("otf2-print", os.path.join(archive, "traces.otf2")).stdout
        found = re.findall(r'^LEAVE .*Region: "!\$omp taskgroup.*\n +ADDITIONAL ATTRIBUTES: .*"waited" <\d+>; '
                           r"UINT64; (\d+)", text, re.MULTILINE)
        self.assertEqual(len(found), len(re.findall(r'^LEAVE .*Region: "!\$omp taskgroup', text, re.MULTILINE)))
        report = os.path.join(folder, "report.cubex")
        analysed = run(LULL, "analyze", archive, "-o", report)
        self.assertEqual(analysed.returncode, 0, analysed.stderr)
        shown = json.loads(run(LULL, "show", report, "--json").stdout)
        return ([int(ticks) / resolution_of(archive) for ticks in found],
                {metric["name"]: metric["total"] for metric in shown["metrics"]})

    def test_a_taskgroup_waits_from_the_end_of_its_body(self):
        with tempfile.TemporaryDirectory() as folder:
            waited, metrics = self.record(folder)
        self.assertEqual(len(waited), 1)
        self.assertTrue(0.1 < waited[0] < 0.4, waited)
        self.assertTrue(0.1 < metrics["omp_taskwait_idle"] < 0.4, metrics["omp_taskwait_idle"])

    def test_tasks_executed_by_the_thread_are_not_idle_time(self):
        with tempfile.TemporaryDirectory() as folder:
            waited, metrics = self.record(folder, "nested")
        self.assertEqual(len(waited), 2)
        inner, outer = waited
        self.assertTrue(0.3 < inner < 0.6 and 0.1 < outer < 0.4, waited)
        self.assertTrue(0.1 < metrics["omp_taskwait_idle"] < 0.4, metrics["omp_taskwait_idle"])

    def test_a_taskwait_with_dependences_is_a_taskwait(self):
        with tempfile.TemporaryDirectory() as folder:
            _, metrics = self.record(folder, "depend")
            archive = Archive(os.path.join(folder, "archive", "traces.otf2"))
        calls = collections.Counter()
        for name, count in archive.calls.items():
            calls[name.split(" @")[0]] += count
        self.assertEqual((calls["!$omp taskwait"], calls["!$omp task"]), (1, 2), archive.calls)
        for event in ("THREAD_TASK_CREATE", "THREAD_TASK_COMPLETE"):
            self.assertEqual(archive.events[event], 2, event)
        self.assertTrue(0.5 < metrics["omp_taskwait_idle"] < 0.8, metrics["omp_taskwait_idle"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
