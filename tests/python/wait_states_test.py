# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares wait-state instances with the sums of reports and with the columns of the trace.

usage: wait_states_test.py ARCHIVE TEXT_ARCHIVE [DIRECTORY-OF-ARCHIVES]
"""
import os
import sys
import unittest

import numpy

import lull
from text_traces import TextTraces

EXAMPLE = sys.argv.pop(1)
TextTraces.PROGRAM = sys.argv.pop(1)
SHARED = sys.argv.pop(1) if len(sys.argv) > 1 else ""
TRACES = [EXAMPLE] + [os.path.join(SHARED, name) for name in (
    "waits4", "hybrid4x3", "mixed-mpi-4", "nonblocking-4", "omp4", "sweep3d-16", "random-1", "random-2",
    "random-3", "btmz-s-4x4", "npb-is-s-16") if os.path.isdir(os.path.join(SHARED, name))]
THREADS = """
processes 1 none
threads 3
0:   0 enter main; 20 fork; 21 team_begin; 23 enter "!$omp parallel"
     24 enter "!$omp critical"; 25 acquire 1; 40 release 1; 41 leave
     50..80 "!$omp barrier"; 90 leave; 90 team_end; 90 join; 95 leave
0.1: 25 team_begin; 26 enter "!$omp parallel"
     30 enter "!$omp critical"; 42 acquire 1; 43 release 1; 44 leave
     60..80 "!$omp barrier"; 90 leave; 90 team_end
0.2: 31 team_begin; 31 enter "!$omp parallel"; 75..81 "!$omp barrier"; 90 leave; 90 team_end
"""

TASKS = """
processes 1 none
threads 3
0:   0 enter main; 0 fork; 0 team_begin; 0 enter "!$omp parallel"; 30..64 "!$omp barrier"
     70 leave; 70 team_end; 70 join; 80 leave
0.1: 0 team_begin; 0 enter "!$omp parallel"; 40..64 "!$omp barrier"; 70 leave; 70 team_end
0.2: 0 team_begin; 0 enter "!$omp parallel"; 10 enter "!$omp barrier"
     12 task_switch 1; 12 enter "!$omp task"; 62 leave
     62 task_complete 1; 62 task_switch 0; 64 leave; 70 leave; 70 team_end
"""


def sums_of(rows, report, metric):
    """Returns ticks by call path and location."""
    sums = numpy.zeros((len(report.callpaths), len(report.locations)), dtype="i8")
    of = rows["metric"] == report.metrics.index(metric)
    numpy.add.at(sums, (rows["callpath"][of], rows["location"][of]), rows["duration"][of])
    return sums


class Sums(unittest.TestCase):
    def check(self, path, **options):
        archive = lull.open(path)
        report = lull.analyze(archive, wait_states=True, **options)
        rows = report.wait_states()
        ticks = archive.definitions.ticks_per_second
        charged = {report.metrics[metric] for metric in numpy.unique(rows["metric"])}
        self.assertEqual(charged, set(report.statistics), path)
        for metric in charged:
            self.assertTrue((sums_of(rows, report, metric) / ticks == report.values(metric)).all(),
                            (path, metric))
            durations = rows["duration"][rows["metric"] == report.metrics.index(metric)] / ticks
            statistics = report.statistics[metric]
            self.assertEqual((len(durations), durations.min(), durations.max()),
                             (statistics["count"], statistics["minimum"], statistics["maximum"]))
        self.assertTrue((numpy.diff(rows["begin"].astype("i8")) >= 0).all())
        return rows

    def test_they_agree_with_the_report(self):
        found = sum(len(self.check(path, threads=2)["metric"]) for path in TRACES)
        self.assertGreater(found, 400)
        if len(TRACES) == 1:
            self.skipTest(f"{SHARED or 'the directory of archives'} is missing")

    def test_they_do_not_depend_on_threads(self):
        one, many = self.check(EXAMPLE, threads=1), self.check(EXAMPLE, threads=5)
        short = lull.wait_states(lull.open(EXAMPLE))
        for name, column in one.items():
            self.assertTrue(numpy.array_equal(column, many[name]), name)
            self.assertTrue(numpy.array_equal(column, short[name]), name)

    def test_reports_without(self):
        with self.assertRaisesRegex(lull.Error, "wait_states=True"):
            lull.analyze(lull.open(EXAMPLE)).wait_states()


def is_path(of_report, of_trace):
    """Call paths of reports begin with the program, if the archive names it."""
    return of_report == of_trace or of_report.split("/", 1)[-1] == of_trace


class LateSenders(unittest.TestCase):
    """Each late sender is a message of the trace, with its sender as the cause."""

    def check(self, path):
        archive = lull.open(path)
        report = lull.analyze(archive, wait_states=True)
        rows, messages = report.wait_states(), lull.messages(archive)
        names = {number: "/".join(archive.call_tree.path(number)) for number in range(len(archive.call_tree))}
        late = rows["metric"] == report.metrics.index("mpi_latesender")
        known = {}
        for message in zip(*(messages[name].tolist() for name in (
                "destination_location", "receive_enter", "receive_leave", "receive_callpath",
                "source_location", "send_enter", "send_callpath"))):
            known.setdefault(message[:2], []).append(message)
        for row in zip(*(rows[name][late].tolist() for name in (
                "location", "begin", "duration", "callpath", "causing_location", "causing_callpath"))):
            location, begin, duration, callpath, sender, send_path = row
            expected = [(min(send_enter, leave) - enter, source, names[send_at], names[receive_at])
                        for _, enter, leave, receive_at, source, send_enter, send_at
                        in known[location, begin]]
            paths = report.callpaths[send_path], report.callpaths[callpath]
            self.assertTrue(any(
                (duration, sender) == (waiting, source) and is_path(paths[0], send_at) and is_path(paths[1], at)
                for waiting, source, send_at, at in expected), (row, paths, expected))
            self.assertEqual(duration, max(expected)[0])
        return late.sum()

    def test_they_are_messages(self):
        found = sum(self.check(path) for path in TRACES if "omp4" not in path)
        self.assertGreater(found, 20)


class Barriers(unittest.TestCase):
    """The location that a barrier waits for arrives when the waiting ends."""

    def test_the_last_one_is_the_cause(self):
        archive = lull.open(EXAMPLE)
        report = lull.analyze(archive, wait_states=True)
        rows, collectives = report.wait_states(), lull.collectives(archive)
        barrier = lull.COLLECTIVE_OPERATIONS.index("barrier")
        begins = {(location, begin) for location, begin, operation in zip(
            collectives["location"].tolist(), collectives["begin"].tolist(), collectives["operation"])
            if operation == barrier}
        waits = rows["metric"] == report.metrics.index("mpi_barrier_wait")
        for location, begin, duration, cause in zip(*(rows[name][waits].tolist() for name in (
                "location", "begin", "duration", "causing_location"))):
            self.assertIn((location, begin), begins)
            self.assertIn((cause, begin + duration), begins)
        self.assertGreater(waits.sum(), 50)


class Threads(TextTraces):
    def causes(self, text):
        report = lull.analyze(self.archive(text), wait_states=True)
        rows = report.wait_states()
        found = {}
        for metric, *row in zip(*(column.tolist() for column in rows.values())):
            callpath, location, begin, duration, cause, causing_path = row
            found.setdefault(report.metrics[metric], []).append(
                (location, begin, duration, cause, report.callpaths[causing_path]))
            self.assertIn("!$omp parallel", report.callpaths[callpath])
        return {metric: sorted(rows) for metric, rows in found.items()}

    def test_causes_are_correct(self):
        parallel = "main/!$omp parallel"
        self.assertEqual(self.causes(THREADS), {
            "omp_fork": [(0, 20, 3, 0, "main"), (1, 20, 6, 0, "main"), (2, 20, 11, 0, "main")],
            "omp_lock_contention_critical": [(1, 30, 10, 0, parallel + "/!$omp critical")],
            "omp_ebarrier_wait": [(0, 50, 25, 2, parallel + "/!$omp barrier"),
                                  (1, 60, 15, 2, parallel + "/!$omp barrier")]})

    def test_the_executor_of_the_last_task_causes_waiting_after_the_last_thread(self):
        barrier = "main/!$omp parallel/!$omp barrier"
        tails = [(0, 40, 22, 2, barrier + "/!$omp task"), (1, 40, 22, 2, barrier + "/!$omp task")]
        found = self.causes(TASKS)
        self.assertEqual(found["omp_ebarrier_wait"], sorted(
            tails + [(0, 30, 10, 1, barrier), (2, 10, 2, 1, barrier)]))
        self.assertEqual(found["omp_ebarrier_task_tail"], tails)


class InPython:
    """Gives some charges a start and a cause."""
    metrics = [{"id": "told"}, {"id": "plain"}, {"id": "number", "unit": "occ"}]

    def subscribe(self, bus):
        self.bus = bus
        bus.subscribe("LateSender", self.late_sender)

    def late_sender(self, late):
        call, send = late.message.receive.call, late.message.send.call
        self.bus.charge("told", call, 7, begin=call.enter + 1, cause=send)
        self.bus.charge("plain", call, 5)
        self.bus.charge("number", call, 5)


class Patterns(unittest.TestCase):
    def test_begin_and_cause_are_listed(self):
        report = lull.analyze(lull.open(EXAMPLE), patterns=[InPython], wait_states=True)
        rows = report.wait_states()
        of = {name: {key: column[rows["metric"] == report.metrics.index(name)] for key, column in rows.items()}
              for name in ("told", "plain", "number", "mpi_latesender")}
        for name in ("causing_location", "causing_callpath", "location", "callpath"):
            self.assertEqual(of["told"][name].tolist(), of["mpi_latesender"][name].tolist())
        self.assertEqual(of["told"]["begin"].tolist(), [b + 1 for b in of["mpi_latesender"]["begin"].tolist()])
        self.assertEqual(of["plain"]["begin"].tolist(), of["mpi_latesender"]["begin"].tolist())
        self.assertEqual(set(of["plain"]["causing_location"].tolist()), {-1})
        self.assertEqual(len(of["number"]["metric"]), 0)


class Instances(unittest.TestCase):
    def test_they_include_the_worst(self):
        archive = lull.open(EXAMPLE)
        report = lull.analyze(archive, wait_states=True)
        rows = report.wait_states()
        clock = archive.definitions
        instances = report.instances
        self.assertGreater(len(instances), 10)
        for instance in instances:
            of = ((rows["metric"] == report.metrics.index(instance["metric"]))
                  & (rows["callpath"] == instance["callpath"])
                  & (rows["location"] == instance["location"]))
            self.assertIn(instance["severity"], (rows["duration"][of] / clock.ticks_per_second).tolist())
            first = instance["participants"][0]
            self.assertEqual(first["location"], instance["location"])
            last = report.callpaths[instance["callpath"]].split("/")[-1]
            self.assertIn(last, [region for _, _, region, _ in first["calls"]])
        worst = max(i["severity"] for i in instances if i["metric"] == "mpi_latesender")
        self.assertEqual(worst, report.statistics["mpi_latesender"]["maximum"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
