# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Patterns in Python. usage: patterns_test.py ARCHIVE TEXT_ARCHIVE [DIRECTORY-OF-ARCHIVES]"""
import collections
import os
import sys
import traceback
import unittest

import numpy

import lull
from text_traces import TextTraces

EXAMPLE = sys.argv.pop(1)
TextTraces.PROGRAM = sys.argv.pop(1)
SHARED = sys.argv.pop(1) if len(sys.argv) > 1 else ""

THREADS = """
processes 1 none
threads 2
0:   0 enter main; 10 fork; 10 team_begin; 12 enter "!$omp parallel"
     13 enter "!$omp critical"; 14 acquire 1; 30 release 1; 31 leave
     40..55 "!$omp barrier"; 60 leave; 60 team_end; 60 join; 70 leave
0.1: 11 team_begin; 13 enter "!$omp parallel"
     20 enter "!$omp critical"; 32 acquire 1; 40 release 1; 41 leave
     50..56 "!$omp barrier"; 60 leave; 60 team_end
"""


class OwnLateSender:
    """Like Lull's own pattern, for receives that wait for one message."""
    metrics = [{"id": "own_latesender", "name": "Own", "parent": "mpi_point2point"},
               {"id": "own_instances", "unit": "occ"}]

    def subscribe(self, bus):
        self.bus = bus
        bus.subscribe("LateSender", self.late_sender)

    def late_sender(self, late):
        call, send = late.message.receive.call, late.message.send
        waiting = min(send.call.enter, call.leave) - call.enter
        assert waiting == late.waiting
        self.bus.charge("own_latesender", call, waiting)
        self.bus.count("own_instances", call)


class OwnBarrier:
    """Waiting at MPI barriers until the last member arrives."""
    metrics = [{"id": "own_barrier", "parent": "mpi_sync_collective"}]

    def subscribe(self, bus):
        self.bus = bus
        bus.subscribe("Collective", self.collective)

    def collective(self, collective):
        if collective.kind != "barrier":
            return
        last = max(member.begin for member in collective.members)
        for member in collective.members:
            self.bus.charge("own_barrier", member.call, min(last, member.call.leave) - member.begin)


class Patterns(unittest.TestCase):
    def setUp(self):
        self.archive = lull.open(EXAMPLE)

    def test_they_agree_with_lulls_own(self):
        report = lull.analyze(self.archive, patterns=[OwnLateSender, OwnBarrier])
        plain = lull.analyze(self.archive)
        for own, known in (("own_latesender", "mpi_latesender"), ("own_barrier", "mpi_barrier_wait")):
            self.assertGreater(plain.total(known), 0)
            self.assertTrue(numpy.allclose(report.values(own), plain.values(known), atol=1e-9), own)
        self.assertEqual(report.total("own_instances"),
                         plain.total("mpi_cls_count") + plain.total("mpi_sls_count"))
        self.assertEqual(report.describe("own_latesender")["parent"], "mpi_point2point")

    def test_whatever_they_raise_reaches_the_caller(self):
        class Raised(Exception):
            pass

        def fail(*_):
            raise Raised("it fails")

        class InCallback(OwnLateSender):
            late_sender = fail

        class InSubscribe(OwnLateSender):
            subscribe = fail

        class InConstruction(OwnLateSender):
            __init__ = fail

        for pattern in (InCallback, InSubscribe, InConstruction):
            try:
                lull.analyze(self.archive, patterns=[pattern])
                self.fail("nothing was raised")
            except Raised as raised:
                self.assertEqual(str(raised), "it fails")
                self.assertEqual(traceback.extract_tb(raised.__traceback__)[-1].name, "fail")

    def test_mistakes(self):
        class Wrong(OwnLateSender):
            def subscribe(self, bus):
                bus.subscribe("Nothing", self.late_sender)

        class Unknown(OwnLateSender):
            def late_sender(self, late):
                self.bus.charge("unknown", late.message.receive.call, 1)

        class NoCall(OwnLateSender):
            def late_sender(self, late):
                self.bus.charge("own_latesender", late.message, 1)

        for pattern, error, text in ((Wrong, ValueError, "compound event 'Nothing'; known events are Message"),
                                     (Unknown, KeyError, "no metric 'unknown'"),
                                     (NoCall, TypeError, "a Message is not a call"),
                                     (object, AttributeError, "metrics")):
            with self.assertRaisesRegex(error, text):
                lull.analyze(self.archive, patterns=[pattern])

    def test_invalid_metrics(self):
        for metric, text in (({"id": "x", "parent": "nobody"}, "metric x: parent nobody is unknown"),
                             ({"id": "time"}, "metric time is declared twice"),
                             ({"id": "x", "unit": "h"}, "unit must be sec, occ, bytes or #, not 'h'"),
                             ({"id": 3}, "the 'id' of a metric must be text"),
                             ({"id": "x", "perent": "time"}, "a metric has no 'perent'"),
                             ({}, "a metric needs an 'id'"), ("x", "a metric must be a dict")):
            pattern = type("Wrong", (OwnLateSender,), {"metrics": [metric]})
            with self.assertRaisesRegex(ValueError, f"^pattern Wrong: .*{text}"):
                lull.analyze(self.archive, patterns=[pattern])


class Keeper(OwnLateSender):
    """Keeps its events beyond the analysis."""
    kept = []

    def late_sender(self, late):
        Keeper.kept.append((self.bus, late))


class Kept(unittest.TestCase):
    def setUp(self):
        self.archive = lull.open(EXAMPLE)
        Keeper.kept = []
        lull.analyze(self.archive, patterns=[Keeper])

    def test_a_charge_is_no_longer_than_its_call(self):
        class Greedy(OwnLateSender):
            def late_sender(self, late):
                call = late.message.receive.call
                self.bus.charge("own_latesender", call, call.leave - call.enter + 1)

        with self.assertRaisesRegex(lull.Error, "own_latesender is charged [0-9]+ ticks of a call that has"):
            lull.analyze(lull.open(EXAMPLE), patterns=[Greedy])

    def test_values_that_exceed_the_parent_are_reported(self):
        class Beside(OwnLateSender):
            metrics = [{"id": "own_latesender"}, {"id": "own_instances", "unit": "occ"}]

        class Again(Beside):
            metrics = [{"id": "again", "parent": "own_latesender"}]

            def late_sender(self, late):
                call = late.message.receive.call
                self.bus.charge("again", call, call.leave - call.enter)

        notes = lull.analyze(lull.open(EXAMPLE), patterns=[Beside, Again]).notes
        self.assertRegex("".join(notes), "^User-defined patterns charge time that their parents do not have")
        self.assertEqual(lull.analyze(lull.open(EXAMPLE), patterns=[Beside]).notes, [])

    def test_a_bus_is_unusable_after_the_analysis(self):
        bus, late = Keeper.kept[0]
        for use in (lambda: bus.subscribe("LateSender", print), bus.events,
                    lambda: bus.charge("own_latesender", late.message.receive.call, 1),
                    lambda: bus.count("own_instances", late.message.receive.call)):
            with self.assertRaisesRegex(lull.Error, "analysis of this bus has ended"):
                use()

    def test_a_bus_is_unusable_after_a_failed_analysis(self):
        buses = []

        class Failing(OwnLateSender):
            def late_sender(self, late):
                buses.append(self.bus)
                raise ValueError

        with self.assertRaises(ValueError):
            lull.analyze(self.archive, patterns=[Failing])
        with self.assertRaises(lull.Error):
            buses[0].events()

    def test_events_do_not_change(self):
        late = Keeper.kept[0][1]
        del self.archive
        call = late.message.receive.call
        self.assertEqual(call.path[-1], call.region_name)
        self.assertGreater(late.waiting, 0)

    def test_calls_of_another_analysis_are_refused(self):
        late = Keeper.kept[0][1]

        class Mixed(OwnLateSender):
            def late_sender(self, _):
                self.bus.charge("own_latesender", late.message.receive.call, 1)

        with self.assertRaisesRegex(lull.Error, "this call belongs to another analysis"):
            lull.analyze(self.archive, patterns=[Mixed])

    def test_no_subscription_during_the_analysis(self):
        class Late(OwnLateSender):
            def late_sender(self, late):
                self.bus.subscribe("LateSender", print)

        with self.assertRaisesRegex(lull.Error, "can only subscribe in subscribe"):
            lull.analyze(self.archive, patterns=[Late])


class Everything(OwnLateSender):
    """Subscribes to all events, and reads the calls in them."""
    metrics = [{"id": "every_late", "parent": "mpi_point2point"}]
    seen = collections.Counter()
    types = {}

    def subscribe(self, bus):
        self.bus = bus
        for name in bus.events():
            bus.subscribe(name, self.event)

    def event(self, record):
        Everything.seen[record.type] += 1
        self.look_at(record)
        if record.type == "LateSender":
            self.bus.charge("every_late", record.message.receive.call, record.waiting)

    def look_at(self, record):
        types = Everything.types
        assert set(record.fields) == set(types[record.type]), record
        for name, value in record.fields.items():
            assert repr(getattr(record, name)) == repr(value), (record, name)
            assert name in dir(record)
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, lull.Record):
                    assert types[record.type][name].removeprefix("list of ") == part.type
                    self.look_at(part)


class Records(TextTraces):
    def setUp(self):
        super().setUp()
        Everything.seen = collections.Counter()
        Everything.types = lull.record_types()

    def test_every_event_matches_its_description(self):
        report = lull.analyze(lull.open(EXAMPLE), patterns=[Everything])
        lull.analyze(self.archive(THREADS), patterns=[Everything])
        self.assertGreaterEqual(set(Everything.seen), {
            "Message", "ReceiveCall", "SendCall", "Collective", "LateSender", "LateReceiver", "LockHandover",
            "ThreadBarrier", "ParallelRegion"})
        self.assertEqual(report.total("every_late"), report.total("mpi_latesender"))

    def test_calls_have_locations_and_paths(self):
        class Where(OwnLateSender):
            sums = collections.Counter()

            def late_sender(self, late):
                call = late.message.receive.call
                Where.sums["/".join(call.path), call.location] += late.waiting
                assert definitions.locations[call.location].process == call.process
                assert definitions.regions[call.region].name == call.region_name == call.path[-1]

        archive = lull.open(EXAMPLE)
        definitions = archive.definitions
        report = lull.analyze(archive, patterns=[Where])
        values = report.values("mpi_latesender")
        found = {(report.callpaths[path], location): round(values[path, location] * definitions.ticks_per_second)
                 for path, location in zip(*values.nonzero())}
        self.assertEqual(dict(Where.sums), found)

    def test_threads(self):
        seen = []

        class Threads:
            metrics = []

            def subscribe(self, bus):
                for name in ("LockHandover", "ThreadBarrier", "ParallelRegion"):
                    bus.subscribe(name, seen.append)

        lull.analyze(self.archive(THREADS), patterns=[Threads])
        found = {record.type: record for record in seen}
        lock = found["LockHandover"]
        self.assertEqual((lock.release.time, lock.acquire.time, lock.acquire.lock), (30, 32, 1))
        self.assertEqual((lock.release.call.location, lock.acquire.call.location), (0, 1))
        self.assertEqual(lock.acquire.call.path, ["main", "!$omp parallel", "!$omp critical"])
        barrier = found["ThreadBarrier"]
        self.assertEqual([(m.call.location, m.call.enter) for m in barrier.members], [(0, 40), (1, 50)])
        self.assertEqual((barrier.last.call.location, barrier.last.busy), (1, 0))
        self.assertEqual([barrier.last == m for m in barrier.members], [False, True])
        self.assertIn(barrier.members[1].call, {barrier.last.call, lock.acquire.call})
        self.assertNotEqual(lock.acquire.call, lock.release.call)
        team = found["ParallelRegion"]
        self.assertEqual((team.fork.enter, team.fork.path), (10, ["main"]))
        self.assertEqual([m.start for m in team.members], [10, 10])

    def test_an_unknown_field(self):
        class Curious(OwnLateSender):
            def late_sender(self, late):
                late.message.sender

        with self.assertRaisesRegex(AttributeError, "^Message has no 'sender'; it has send, receive$"):
            lull.analyze(lull.open(EXAMPLE), patterns=[Curious])

    @unittest.skipUnless(os.path.isdir(SHARED), f"{SHARED or 'the directory'} is missing")
    def test_shared_archives(self):
        for name in ("hybrid4x3", "mixed-mpi-4", "omp4"):
            report = lull.analyze(lull.open(os.path.join(SHARED, name)), patterns=[Everything])
            self.assertEqual(report.total("every_late"), report.total("mpi_latesender"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
