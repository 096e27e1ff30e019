# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The Python module, on the example archive. usage: api_test.py ARCHIVE"""
import ast
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy

import lull

ARCHIVE = sys.argv.pop(1)


def equal(one, other):
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    return bool(numpy.array_equal(one, other))


class Paths(unittest.TestCase):
    """Functions that take an archive also take the path of one."""

    def test_functions_of_columns(self):
        archive = lull.open(ARCHIVE)
        for function, further in ((lull.events, (0,)), (lull.calls, (1,)), (lull.counters, ()), (lull.messages, ()),
                                  (lull.collectives, ()), (lull.wait_states, ())):
            expected = function(archive, *further)
            for path in (ARCHIVE, pathlib.Path(ARCHIVE), os.fsencode(ARCHIVE)):
                with self.subTest(function=function.__name__, path=path):
                    self.assertTrue(equal(function(path, *further), expected))

    def test_the_analysis_and_its_report(self):
        expected = lull.analyze(lull.open(ARCHIVE))
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "run.cubex"
            expected.save(file)
            for report in (lull.analyze(ARCHIVE), lull.analyze(pathlib.Path(ARCHIVE), threads=1),
                           lull.analyze(archive=ARCHIVE), lull.read_report(file), lull.read_report(str(file))):
                self.assertEqual({metric: report.total(metric) for metric in report.metrics},
                                 {metric: expected.total(metric) for metric in expected.metrics})

    def test_traces_and_call_trees(self):
        archive = lull.open(pathlib.Path(ARCHIVE))
        self.assertEqual(archive.path, lull.Archive(pathlib.Path(ARCHIVE)).path)
        for path in (ARCHIVE, pathlib.Path(ARCHIVE)):
            self.assertEqual([event.time for event in lull.GlobalTrace(path)],
                             [event.time for event in lull.GlobalTrace(archive)])
            self.assertEqual([event.time for event in lull.LocalTrace(path, 2)],
                             [event.time for event in lull.LocalTrace(archive, 2)])
            trees = [lull.CallTree(path), lull.CallTree(archive)]
            for tree in trees:
                tree.rebuild()
            self.assertEqual(len(trees[0]), len(trees[1]))

    def test_other_files_raise_an_error_with_a_sentence(self):
        for function in (lull.analyze, lull.messages, lull.collectives, lull.counters, lull.wait_states,
                         lull.GlobalTrace, lull.CallTree):
            with self.subTest(function.__name__):
                with self.assertRaisesRegex(lull.Error, "no-archive"):
                    function(pathlib.Path("no-archive"))
                for wrong in (5, None, ["run1"]):
                    with self.assertRaises(TypeError):
                        function(wrong)


class Definitions(unittest.TestCase):
    def setUp(self):
        self.definitions = lull.open(ARCHIVE).definitions

    def test_tables(self):
        d = self.definitions
        self.assertEqual(len(d.locations), 8)
        self.assertEqual([d.processes[l.process].locations for l in d.locations],
                         [[i] for i in range(8)])
        self.assertIn("MPI_Recv", [r.name for r in d.regions])
        self.assertEqual({r.paradigm for r in d.regions if r.name.startswith("MPI_")}, {"mpi"})
        self.assertIsNone(d.system_nodes[0].parent)
        world = [c for c in d.communicators if c.name == "MPI_COMM_WORLD"][0]
        self.assertEqual(d.groups[world.group].locations, list(range(8)))

    def test_ranks(self):
        world = [c.name for c in self.definitions.communicators].index("MPI_COMM_WORLD")
        self.assertEqual(self.definitions.location_of(world, 3, 0), 3)
        self.assertIsNone(self.definitions.location_of(world, 99, 0))
        with self.assertRaises(IndexError):
            self.definitions.location_of(1000, 0, 0)


class Events(unittest.TestCase):
    def setUp(self):
        self.archive = lull.open(ARCHIVE)
        self.trace = lull.GlobalTrace(self.archive)

    @unittest.skipUnless(shutil.which("otf2-print"), "otf2-print is not installed")
    def test_they_agree_with_otf2_print(self):
        text = subprocess.run(["otf2-print", self.archive.path], capture_output=True, text=True,
                              check=True).stdout
        printed = collections.Counter(re.findall(r"^([A-Z][A-Z_]+) +\d+ +\d+ ", text, re.M))
        self.assertEqual(collections.Counter(event.kind for event in self.trace), printed)

    def test_it_is_a_sequence(self):
        events = list(self.trace)
        self.assertEqual(len(events), len(self.trace))
        self.assertEqual([e.index for e in self.trace[5:50:7]], list(range(5, 50, 7)))
        self.assertEqual(self.trace[-1].index, len(events) - 1)
        self.assertEqual([e.index for e in self.trace[-3:]], [len(events) - i for i in (3, 2, 1)])
        times = [e.time for e in events]
        self.assertEqual(times, sorted(times))
        for wrong in (len(events), -len(events) - 1):
            with self.assertRaises(IndexError):
                self.trace[wrong]  # pylint: disable=pointless-statement

    def test_links(self):
        receives = [e for e in self.trace if e.kind == "MPI_RECV"]
        self.assertTrue(receives)
        for receive in receives:
            send = self.trace[receive.match]
            self.assertEqual((send.tag, send.length), (receive.tag, receive.length))
            sender = self.archive.definitions.location_of(receive.communicator, receive.sender,
                                                          receive.location)
            self.assertEqual(send.location, sender)
            enter = self.trace[receive.enter]
            self.assertEqual(enter.kind, "ENTER")
            self.assertEqual(enter.callpath, receive.callpath)
            self.assertEqual(self.trace.callpath(enter.callpath)[-1],
                             self.archive.definitions.regions[enter.region].name)

    def test_fields(self):
        receive = next(e for e in self.trace if e.kind == "MPI_RECV")
        self.assertEqual(set(receive.fields), {"sender", "communicator", "tag", "length"})
        with self.assertRaisesRegex(AttributeError, "MPI_RECV has no 'receiver'"):
            receive.receiver  # pylint: disable=pointless-statement

    def test_states(self):
        send = next(e for e in self.trace if e.kind == "MPI_SEND")
        state = self.trace.state(send.index)
        self.assertIn(send.index, state.messages(None, send.receiver))
        self.assertEqual(state.messages(None, send.receiver), state.messages(-1, send.receiver))
        self.assertIn(send.index, state.messages(send.location, send.receiver))
        self.assertEqual(state.stack(send.location)[-1], send.enter)
        self.assertGreater(state.visits(send.callpath), 0)
        self.assertEqual(self.trace.state(0).visits(send.callpath), 0)
        with self.assertRaises(IndexError):
            state.stack(8)

    def test_little_memory(self):
        tight = lull.GlobalTrace(self.archive, history=4, bookmark_distance=50, event_memory=1)
        for index in (2000, 7, 1999, 8, 0):
            self.assertEqual(repr(tight[index]), repr(self.trace[index]))

    def test_lifetime(self):
        trace = lull.GlobalTrace(lull.open(ARCHIVE))
        state, event = trace.state(10), trace[10]
        regions = trace.definitions.regions
        del trace
        self.assertEqual(event.index, 10)
        self.assertIsInstance(state.stack(0), list)
        self.assertTrue(regions[0].name)


class Reports(unittest.TestCase):
    def setUp(self):
        self.report = lull.analyze(lull.open(ARCHIVE), threads=2)

    def test_values(self):
        values = self.report.values("mpi_latesender")
        self.assertEqual(values.shape, (len(self.report.callpaths), len(self.report.locations)))
        self.assertAlmostEqual(values.sum(), self.report.total("mpi_latesender"), places=12)
        self.assertGreater(values.sum(), 0)
        self.assertAlmostEqual(self.report.inclusive("mpi_latesender")[0], values.sum(), places=12)
        self.assertEqual(self.report.describe("mpi_latesender")["parent"], "mpi_point2point")
        with self.assertRaisesRegex(KeyError, "no metric 'nothing'"):
            self.report.values("nothing")

    def test_files(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "report.cubex")
            self.report.save(path)
            again = lull.read_report(path)
        for metric in self.report.metrics:
            self.assertTrue(numpy.array_equal(self.report.values(metric), again.values(metric)))

    def test_frames(self):
        try:
            import pandas  # pylint: disable=import-outside-toplevel,unused-import
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = self.report.frame("mpi_latesender")
        self.assertEqual(list(frame.columns), self.report.locations)
        self.assertAlmostEqual(frame.to_numpy().sum(), self.report.total("mpi_latesender"), places=12)


class LocalTraces(unittest.TestCase):
    def setUp(self):
        self.archive = lull.open(ARCHIVE)

    def test_events_are_those_of_the_whole_trace(self):
        expected = [e for e in lull.GlobalTrace(self.archive) if e.location == 3]
        trace = lull.LocalTrace(self.archive, 3)
        self.assertEqual(len(trace), len(expected))
        for compressed in (trace, lull.LocalTrace(self.archive, 3, absolute=0)):
            self.assertEqual([(e.kind, e.time, e.fields) for e in compressed],
                             [(e.kind, e.time, e.fields) for e in expected])
            self.assertEqual([e.position for e in reversed(compressed)],
                             list(range(len(expected)))[::-1])

    def test_links(self):
        trace = lull.LocalTrace(self.archive, 0)
        depth = 0
        for event in trace:
            depth += {"ENTER": 1, "LEAVE": -1}.get(event.kind, 0)
            self.assertEqual(len(event.call_stack()), depth)
            if event.kind == "ENTER":
                leave = event.leave()
                self.assertEqual((leave.kind, leave.region), ("LEAVE", event.region))
                self.assertEqual(leave.enter().position, event.position)
            elif event.kind == "MPI_IRECV":
                self.assertEqual(event.partner().kind, "MPI_IRECV_REQUEST")
                self.assertEqual(event.partner().request, event.request)
        first, last = trace.first(), trace.last()
        self.assertIsNone(first.previous())
        self.assertIsNone(last.next())
        self.assertEqual(first.next().previous().position, 0)
        with self.assertRaises(AttributeError):
            first.tag  # pylint: disable=pointless-statement

    def test_one_tree_for_all(self):
        tree = lull.CallTree(self.archive)
        self.assertTrue(tree.from_archive)
        known = len(tree)
        tree.rebuild()
        self.assertEqual(len(tree), known)  # the archive defines them all
        whole = lull.GlobalTrace(self.archive)
        self.assertEqual({tuple(tree.path(i)) for i in range(known)},
                         {tuple(whole.callpath(e.callpath)) for e in whole if e.kind == "ENTER"})
        for location in range(len(self.archive.definitions.locations)):
            trace = lull.LocalTrace(self.archive, location, tree=tree)
            event = trace.first().next()
            self.assertEqual(tree.path(event.callpath)[-1],
                             self.archive.definitions.regions[event.region].name)
        self.assertEqual(len(tree), known)
        self.assertEqual([i for i in range(known) if tree.parent(i) is None], [0])

    def test_compression(self):
        linear = lull.LocalTrace(self.archive, 1)
        loose = lull.LocalTrace(self.archive, 1, relative=0.05)
        self.assertEqual(linear.deviation, 0)
        off = max(abs(a.time - b.time) for a, b in zip(linear, loose))
        self.assertGreater(off, 0)
        self.assertEqual(loose.deviation, off)
        self.assertLess(loose.bytes + loose.shared_bytes, linear.bytes)
        self.assertEqual(linear.shared_bytes, 0)
        alone = lull.LocalTrace(self.archive, 2, relative=0.05)
        beside = lull.LocalTrace(self.archive, 2, tree=loose.tree, relative=0.05)
        self.assertEqual(beside.shared_bytes, loose.shared_bytes)
        self.assertLess(beside.shared_bytes, alone.shared_bytes + loose.shared_bytes)
        self.assertEqual([event.time for event in alone], [event.time for event in beside])
        for wrong in ({"relative": -1.0}, {"absolute": -5}, {"relative": float("nan")}):
            with self.assertRaises(ValueError):
                lull.LocalTrace(self.archive, 1, **wrong)
        with self.assertRaises(IndexError):
            lull.LocalTrace(self.archive, 99)
        with self.assertRaises(ValueError):
            lull.LocalTrace(self.archive, 0, tree=lull.CallTree(lull.open(ARCHIVE)))

    def test_an_event_keeps_its_trace(self):
        event = lull.LocalTrace(lull.open(ARCHIVE), 2).first().next()
        self.assertEqual(event.leave().enter().position, event.position)


class Stubs(unittest.TestCase):
    """The type stubs match the module in both directions."""

    def names_of(self, tree):
        names = set()
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                names.add(node.name)
            elif isinstance(node, ast.AnnAssign):
                names.add(node.target.id)
            elif isinstance(node, ast.Assign):
                names.add(node.targets[0].id)
        return {n for n in names if not n.startswith("_")}

    def test_they_are_complete(self):
        path = os.path.join(os.path.dirname(lull.__file__), "_lull.pyi")
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        compiled = {n for n in dir(lull._lull)  # pylint: disable=protected-access
                    if not n.startswith("_")}
        hidden = {"EventIterator", "LocalEventIterator"}
        self.assertEqual(self.names_of(tree) - {"Array", "GivenArchive", "Path"}, compiled - hidden)
        self.assertEqual(compiled - hidden - set(lull.__all__), set())
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name != "Error":
                found = {n for n in vars(getattr(lull, node.name)) if not n.startswith("_")}
                self.assertEqual(self.names_of(node), found, node.name)


class Errors(unittest.TestCase):
    def test_they_give_the_programs_messages(self):
        with self.assertRaisesRegex(lull.Error, "^/nowhere: no such file or directory$"):
            lull.open("/nowhere")
        with self.assertRaises(lull.Error):
            lull.read_report("/nowhere")


if __name__ == "__main__":
    unittest.main(verbosity=2)
