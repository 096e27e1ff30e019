# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Defective traces in Python. usage: broken_traces_test.py TEXT_ARCHIVE"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings

import lull
from text_traces import TextTraces

TextTraces.PROGRAM = sys.argv.pop(1)


class Calls(TextTraces):
    def rows(self, archive, location=0):
        names = [region.name for region in archive.definitions.regions]
        calls = lull.calls(archive, location)
        return [(names[region], int(enter), int(leave), int(parent), int(depth))
                for region, enter, leave, parent, depth in zip(
                    calls["region"], calls["enter"], calls["leave"], calls["parent"],
                    calls["depth"])]

    def test_a_leave_closes_what_it_skips(self):
        archive = self.archive("""
            0: 0 enter main; 10 enter a; 12 enter b; 20 leave a; 22 enter c; 25 leave c; 30 leave main
        """)
        self.assertEqual(self.rows(archive),
                         [("main", 0, 30, -1, 0), ("a", 10, 20, 0, 1), ("b", 12, 20, 1, 2),
                          ("c", 22, 25, 0, 1)])

    def test_a_leave_without_an_enter_is_ignored(self):
        archive = self.archive("0: 0 enter main; 10 leave zz; 12 enter c; 15 leave c; 30 leave main")
        self.assertEqual(self.rows(archive), [("main", 0, 30, -1, 0), ("c", 12, 15, 0, 1)])
        trace = lull.GlobalTrace(archive)
        self.assertIsNone(trace[1].enter)
        self.assertIsNone(trace[1].callpath)
        self.assertEqual(trace.callpath(trace[2].callpath), ["main", "c"])
        local = lull.LocalTrace(archive, 0)
        self.assertIsNone(local[1].enter())
        self.assertEqual(local[1].call_stack(), ["main"])

    def test_open_calls_end_with_their_process(self):
        archive = self.archive("""
            processes 2
            threads 2
            0: 0 enter main; 10 enter a
            0.1: 5 enter worker; 50 leave worker
            1: 0 enter main; 90 leave
        """)
        self.assertEqual(self.rows(archive), [("main", 0, 50, -1, 0), ("a", 10, 50, 0, 1)])

    def test_leaves_of_calls_lead_to_the_leave_that_ended_them(self):
        archive = self.archive("0: 0 enter main; 10 enter a; 12 enter b; 20 leave a; 30 leave main")
        for options in ({}, {"absolute": 0}):
            local = lull.LocalTrace(archive, 0, **options)
            self.assertEqual([event.leave().position for event in local[:3]], [4, 3, 3])
            self.assertEqual(local[3].enter().position, 1)


class LostFiles(TextTraces):
    TEXT = """
        processes 2
        0: 0 enter main; 5 enter MPI_Send; 6 send 1; 7 leave; 30 leave
        1: 0 enter main; 5..10 MPI_Recv recv 0; 30 leave
    """

    def events_of(self, location):
        return os.path.join(self.directory, "archive", "traces", f"{location}.evt")

    def test_a_file_that_vanishes_after_opening_is_an_error(self):
        archive = self.archive(self.TEXT)
        os.remove(self.events_of(1))
        for read in (lull.calls, lull.events):
            with self.assertRaisesRegex(lull.Error, "missing"):
                read(archive, 1)
            self.assertGreater(len(read(archive, 0)["region"]), 0)
        os.remove(self.events_of(0))
        for read in (lull.messages, lull.collectives):
            with self.assertRaisesRegex(lull.Error, "missing"):
                read(archive)

    def test_tables_of_all_locations_omit_it_with_a_warning(self):
        archive = self.archive(self.TEXT)
        os.remove(self.events_of(1))
        for table in (lull.tables.flat_profile, lull.tables.load_imbalance, lull.tables.time_profile):
            with self.subTest(table.__name__), warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                table(archive)
                self.assertRegex(str(caught[0].message), "missing")

    def test_truncated_locations_are_reported(self):
        archive = self.archive(self.TEXT)
        with open(self.events_of(1), "r+b") as file:
            file.truncate(os.path.getsize(self.events_of(1)) - 20)
        for read in (lambda: lull.calls(archive, 1), lambda: lull.messages(archive)):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                read()
            self.assertEqual(len(caught), 1)
            self.assertRegex(str(caught[0].message), "ends early")


class Events(TextTraces):
    TEXT = """
        processes 2
        metric papi PAPI_TOT_CYC PAPI_FP_OPS mode=accumulated kind=unsigned unit=#
        0: 0 enter main; 5 metric papi 7 8; 10..20 MPI_Barrier collective
           21..25 MPI_Bcast coll_begin, coll_end root=0; 30 leave
        1: 0 enter main; 10..20 MPI_Barrier collective
           21..25 MPI_Bcast coll_begin, coll_end root=0; 30 leave
    """

    def test_metrics_are_defined(self):
        archive = self.archive(self.TEXT)
        event = next(e for e in lull.GlobalTrace(archive) if e.kind == "METRIC")
        metric = archive.definitions.metrics[event.metric]
        members = [archive.definitions.metric_members[m] for m in metric.members]
        self.assertEqual([m.name for m in members], ["PAPI_TOT_CYC", "PAPI_FP_OPS"])
        self.assertEqual(event.values, [7, 8])
        self.assertEqual({m.kind for m in members}, {"unsigned"})
        self.assertEqual({m.mode.split()[0] for m in members}, {"accumulated"})
        self.assertEqual({(m.base, m.exponent, m.unit) for m in members}, {(10, 0, "#")})

    def test_a_collective_without_a_root_has_none(self):
        archive = self.archive(self.TEXT)
        ends = [e for e in lull.GlobalTrace(archive) if e.kind == "MPI_COLLECTIVE_END"]
        self.assertEqual([e.root for e in ends], [None, None, 0, 0])
        self.assertEqual(ends[0].fields["root"], None)
        local = [e for e in lull.LocalTrace(archive, 0) if e.kind == "MPI_COLLECTIVE_END"]
        self.assertEqual([e.root for e in local], [None, 0])
        self.assertEqual(sorted(lull.collectives(archive)["root"].tolist()), [-1, -1, 0, 0])

    def test_a_local_trace_is_a_sequence(self):
        archive = self.archive(self.TEXT)
        for options in ({}, {"absolute": 0}):
            local = lull.LocalTrace(archive, 0, **options)
            events = list(local)
            self.assertEqual(len(local), len(events))
            for i, event in enumerate(events):
                self.assertEqual(local[i], event)
                self.assertEqual(local[i - len(events)].position, i)
                self.assertEqual((local[i].time, local[i].kind), (event.time, event.kind))
            self.assertEqual([e.position for e in local[1:5:2]], [1, 3])
            self.assertEqual([e.position for e in local[::-1]], list(reversed(range(len(events)))))
            for wrong in (len(events), -len(events) - 1):
                with self.assertRaises(IndexError):
                    local[wrong]  # pylint: disable=pointless-statement

    def test_events_are_equal_if_they_are_identical(self):
        archive = self.archive(self.TEXT)
        trace = lull.GlobalTrace(archive)
        self.assertEqual(trace[3], trace[3])
        self.assertNotEqual(trace[3], trace[4])
        self.assertEqual(len({trace[3], trace[4], trace[3]}), 2)
        self.assertNotEqual(trace[3], 3)
        local = lull.LocalTrace(archive, 0)
        compressed = lull.LocalTrace(archive, 0, absolute=0)
        other = lull.LocalTrace(archive, 1)
        self.assertEqual(local[2], compressed[2])
        self.assertEqual(len({local[2], local[3], compressed[2]}), 2)
        self.assertNotEqual(local[2], other[2])
        self.assertNotEqual(local[2], None)


if __name__ == "__main__":
    unittest.main()
