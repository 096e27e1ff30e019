# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Columns. usage: columns_test.py ARCHIVE TEXT_ARCHIVE [DIRECTORY-OF-ARCHIVES]"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import unittest

import numpy

import lull
from text_traces import TextTraces

EXAMPLE = sys.argv.pop(1)
TextTraces.PROGRAM = sys.argv.pop(1)
SHARED = sys.argv.pop(1) if len(sys.argv) > 1 else ""
HAVE_SHARED = unittest.skipUnless(os.path.isdir(SHARED), f"{SHARED or 'the directory'} is missing")


class Columns(unittest.TestCase):
    def setUp(self):
        self.archive = lull.open(EXAMPLE)

    def test_events(self):
        trace = lull.GlobalTrace(self.archive)
        own = [e for e in trace if e.location == 2]
        columns = lull.events(self.archive, 2)
        self.assertEqual(columns["time"].tolist(), [e.time for e in own])
        self.assertEqual([lull.EVENT_KINDS[k] for k in columns["kind"]], [e.kind for e in own])
        with self.assertRaises(IndexError):
            lull.events(self.archive, 8)

    def test_calls(self):
        calls = lull.calls(self.archive, 0)
        self.assertTrue((calls["leave"] - calls["enter"] == calls["duration"]).all())
        self.assertTrue((calls["enter"] - calls["leave"] <= 0).all())  # signed
        inner = calls["parent"] >= 0
        outer = calls["parent"][inner]
        self.assertTrue((calls["enter"][outer] <= calls["enter"][inner]).all())
        self.assertTrue((calls["leave"][outer] >= calls["leave"][inner]).all())
        self.assertTrue((calls["depth"][inner] == calls["depth"][outer] + 1).all())

    def test_messages(self):
        trace = lull.GlobalTrace(self.archive)
        receives = [e for e in trace if e.kind in ("MPI_RECV", "MPI_IRECV")]
        messages = lull.messages(self.archive)
        self.assertEqual(messages["receive_time"].tolist(), [e.time for e in receives])
        self.assertEqual(messages["send_time"].tolist(), [trace[e.match].time for e in receives])
        self.assertEqual(messages["bytes"].tolist(), [e.length for e in receives])

    def test_collectives(self):
        trace = lull.GlobalTrace(self.archive)
        ends = [e for e in trace if e.kind == "MPI_COLLECTIVE_END"]
        collectives = lull.collectives(self.archive)
        self.assertEqual(collectives["end"].tolist(), [e.time for e in ends])
        self.assertEqual([lull.COLLECTIVE_OPERATIONS[o] for o in collectives["operation"]],
                         [e.operation for e in ends])
        self.assertTrue((collectives["begin"] <= collectives["end"]).all())

    def test_call_paths(self):
        names = [region.name for region in self.archive.definitions.regions]
        for location in (0, 5):
            calls = lull.calls(self.archive, location)
            enters = [e for e in lull.LocalTrace(self.archive, location) if e.kind == "ENTER"]
            self.assertEqual([self.archive.call_tree.path(path) for path in calls["callpath"].tolist()],
                             [event.call_stack() for event in enters])
            self.assertEqual([names[region] for region in calls["region"].tolist()],
                             [event.call_stack()[-1] for event in enters])

    def check_calls(self, archive, columns, side, location, positions):
        """Compares the calls in one side's columns with the calls in local traces."""
        tree, traces = archive.call_tree, {}
        for row, place in enumerate(columns[location].tolist()):
            if place not in traces:
                traces[place] = lull.LocalTrace(archive, place)
            event = traces[place][positions[row]]
            enter, leave = event.enter(), event.leave()
            self.assertEqual((enter.time, leave.time),
                             (columns[side + "enter"][row], columns[side + "leave"][row]))
            self.assertEqual(enter.region, columns[side + "region"][row])
            self.assertEqual(tree.path(int(columns[side + "callpath"][row])), event.call_stack())

    def check_sides(self, path):
        archive = lull.open(path)
        trace = lull.GlobalTrace(archive)
        sends, receives, ends = [], [], []
        for event in trace:
            if event.kind in ("MPI_RECV", "MPI_IRECV") and event.match is not None:
                receives.append(event.position)
                sends.append(trace[event.match].position)
            elif event.kind == "MPI_COLLECTIVE_END":
                ends.append(event.position)
        messages = lull.messages(archive)
        self.check_calls(archive, messages, "receive_", "destination_location", receives)
        self.check_calls(archive, messages, "send_", "source_location", sends)
        self.check_calls(archive, lull.collectives(archive), "", "location", ends)
        return len(receives)

    def test_threads_of_python(self):
        """Call paths have the same number for all threads, whichever encounters them first."""
        def read(location):
            calls = lull.calls(self.archive, location % 8)
            if location == 20:
                self.archive.call_tree.rebuild()
            return [self.archive.call_tree.path(path) for path in calls["callpath"].tolist()]

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            found = list(pool.map(read, range(64)))
        tree = self.archive.call_tree
        self.assertEqual(len({tuple(tree.path(path)) for path in range(len(tree))}), len(tree))
        for location in range(64):
            self.assertEqual(found[location], found[location % 8])

    def test_threads_that_create_the_first_array_together(self):
        program = ("import concurrent.futures, sys, lull\n"
                   "archive = lull.open(sys.argv[1])\n"
                   "with concurrent.futures.ThreadPoolExecutor(4) as pool:\n"
                   "    print(len(list(pool.map(lambda i: lull.calls(archive, i), [0, 1, 2, 3]))))\n")
        done = subprocess.run([sys.executable, "-c", program, EXAMPLE], capture_output=True, text=True, timeout=300,
                              check=True)
        self.assertEqual(done.stdout, "4\n")

    def test_the_calls_of_both_sides(self):
        self.assertGreater(self.check_sides(EXAMPLE), 50)

    @HAVE_SHARED
    def test_the_calls_of_both_sides_of_shared_archives(self):
        for name in ("hybrid4x3", "nonblocking-4", "mixed-mpi-4"):
            self.assertGreater(self.check_sides(os.path.join(SHARED, name)), 0)


class Processes(TextTraces):
    def test_source_and_destination_are_processes(self):
        archive = self.archive("""
            processes 2
            threads 2
            0: 0 enter main; 50 leave
            0.1: 5 enter MPI_Send; 6 send 1; 9 leave
            1: 0 enter main; 10..12 MPI_Bcast coll_begin, coll_end root=0; 50 leave
            1.1: 6 enter MPI_Recv; 8 recv 0; 10 leave
        """)
        messages = lull.messages(archive)
        found = {name: column.tolist() for name, column in messages.items()}
        self.assertEqual((found["source"], found["destination"]), ([0], [1]))
        self.assertEqual((found["source_location"], found["destination_location"]), ([1], [3]))
        self.assertEqual((found["send_enter"], found["send_leave"]), ([5], [9]))
        self.assertEqual((found["receive_enter"], found["receive_leave"]), ([6], [10]))
        collectives = lull.collectives(archive)
        self.assertEqual([collectives[name].tolist() for name in ("process", "location", "root", "enter")],
                         [[1], [2], [0], [10]])

    def test_events_outside_all_calls(self):
        archive = self.archive("processes 2\n0: 3 send 1; 4 enter main; 9 leave\n"
                               "1: 0 enter main; 5 recv 0; 9 leave")
        messages = lull.messages(archive)
        self.assertEqual([messages["send_" + name].tolist() for name in ("region", "callpath", "enter")],
                         [[-1], [-1], [0]])


class Counters(TextTraces):
    def test_values(self):
        archive = self.archive("""
            processes 2
            metric cache misses hits kind=signed
            metric load kind=floating mode=point
            0: 0 enter main; 3 metric cache 1 -2; 5 metric load 0.5; 9 leave
            1: 0 enter main; 4 metric cache 7 8; 9 leave
        """)
        counters = lull.counters(archive)
        names = [member.name for member in archive.definitions.metric_members]
        rows = list(zip(counters["location"].tolist(), counters["time"].tolist(),
                        [names[metric] for metric in counters["metric"]], counters["value"].tolist()))
        self.assertEqual(rows, [(0, 3, "misses", 1), (0, 3, "hits", -2), (0, 5, "load", 0.5),
                                (1, 4, "misses", 7), (1, 4, "hits", 8)])
        self.assertEqual(lull.counters(archive, 1)["value"].tolist(), [7, 8])
        with self.assertRaises(IndexError):
            lull.counters(archive, 2)

    @HAVE_SHARED
    @unittest.skipUnless(shutil.which("otf2-print"), "otf2-print is not installed")
    def test_they_agree_with_otf2_print(self):
        archive = lull.open(os.path.join(SHARED, "public-pipit-papi"))
        text = subprocess.run(["otf2-print", archive.path], capture_output=True, text=True,
                              check=True).stdout
        expected = []
        for reference, time, values in re.findall(r"^METRIC +(\d+) +(\d+) +(.*)", text, re.M):
            for value in re.findall(r"; \w+; ([-+.\de]+)\)", values):
                expected.append((int(reference), int(time), float(value)))
        counters = lull.counters(archive)
        references = [location.reference for location in archive.definitions.locations]
        found = [(references[location], time, value) for location, time, value in zip(
            counters["location"].tolist(), counters["time"].tolist(), counters["value"].tolist())]
        self.assertGreater(len(expected), 100)
        self.assertEqual(sorted(found), sorted(expected))


class Definitions(TextTraces):
    def test_clock_offsets(self):
        archive = self.archive("processes 2\noffset 1 0 100\noffset 1 50 100\n"
                               "0: 0 enter main; 50 leave\n1: 0 enter main; 50 leave")
        self.assertEqual(archive.definitions.clock_offsets, [[], [(0, 100, 0.0), (50, 100, 0.0)]])
        raw = lull.open(archive.path, corrected=False)
        self.assertEqual(lull.calls(raw, 1)["leave"].tolist(), [50])
        self.assertEqual(lull.calls(archive, 1)["leave"].tolist(), [150])

    def test_kinds(self):
        definitions = lull.open(EXAMPLE).definitions
        self.assertEqual({process.kind for process in definitions.processes}, {"process"})
        self.assertEqual({c.kind for c in definitions.communicators if c.name == "MPI_COMM_WORLD"}, {"intra"})
        world = next(c for c in definitions.communicators if c.name == "MPI_COMM_WORLD")
        self.assertEqual(definitions.groups[world.group].kind, "comm_group")
        self.assertIsInstance(definitions.locations[0].properties, dict)


if __name__ == "__main__":
    unittest.main(verbosity=2)
