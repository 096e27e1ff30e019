# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Tables and plots. usage: tables_test.py LULL ARCHIVE TEXT_ARCHIVE"""
import collections
import json
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
from text_traces import TextTraces

LULL = sys.argv.pop(1)
EXAMPLE = sys.argv.pop(1)
TextTraces.PROGRAM = sys.argv.pop(1)

try:
    import pandas
    HAVE_PANDAS = True
except ImportError:
    HAVE_PANDAS = False
try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot
    HAVE_MATPLOTLIB = True
except ImportError:
    HAVE_MATPLOTLIB = False
NAMES = lull.tables.__all__
TRACE = """
    processes 3
    0: 0 enter main; 10 enter work; 40 leave; 50..60 MPI_Send send 1 bytes=100; 100 leave
    1: 0 enter main; 10 enter work; 20 enter work; 30 leave; 70 leave; 72..90 MPI_Recv recv 0 bytes=100; 100 leave
"""


def columns(table, index=None):
    """Returns a dict of lists, with or without pandas."""
    if HAVE_PANDAS:
        table = table.reset_index() if index else table
        return {name: table[name].tolist() for name in table.columns}
    return {name: values.tolist() for name, values in table.items()}


def by(table, index):
    rows = columns(table, index)
    return {key: {name: values[i] for name, values in rows.items()} for i, key in enumerate(rows[index])}


class Paths(unittest.TestCase):
    """Paths are accepted instead of objects."""

    def test_tables(self):
        archive, path = lull.open(EXAMPLE), pathlib.Path(EXAMPLE)
        for name in NAMES:
            with self.subTest(name):
                table = getattr(lull.tables, name)
                one, other = ({"a": archive, "b": archive}, {"a": EXAMPLE, "b": path}) \
                    if name == "compare" else (archive, path)
                self.assertEqual(columns(table(other)), columns(table(one)))

    def test_reports(self):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "run.cubex"
            report = lull.analyze(EXAMPLE)
            report.save(file)
            self.assertEqual(columns(lull.tables.idle_time(file)), columns(lull.tables.idle_time(report)))
            self.assertEqual(columns(lull.tables.compare({"a": str(file)})), columns(lull.tables.compare({"a": report})))
            with self.assertRaises(ValueError):
                lull.tables.compare({"a": file, "b": EXAMPLE})

    @unittest.skipUnless(HAVE_MATPLOTLIB, "matplotlib is not installed")
    def test_plots(self):
        for name in NAMES:
            with self.subTest(name):
                run = {"a": EXAMPLE} if name == "compare" else EXAMPLE
                self.assertTrue(getattr(lull.plots, name)(run).get_title(loc="left"))
        matplotlib.pyplot.close("all")


@unittest.skipUnless(shutil.which("otf2-print"), "otf2-print is not installed")
class AgainstTheTrace(unittest.TestCase):
    """Compares with the output of otf2-print for the example."""

    @classmethod
    def setUpClass(cls):
        cls.archive = lull.open(EXAMPLE)
        cls.text = subprocess.run(["otf2-print", cls.archive.path], capture_output=True, text=True,
                                  check=True).stdout

    def test_visits(self):
        enters = collections.Counter(re.findall(r'^ENTER +\d+ +\d+ +Region: "(.*?)"', self.text, re.M))
        profile = by(lull.tables.flat_profile(self.archive), "region")
        self.assertEqual({name: row["visits"] for name, row in profile.items()}, enters)

    def test_messages(self):
        sends = [tuple(map(int, send)) for send in re.findall(
            r'^MPI_I?SEND +(\d+) .*Receiver: \d+ \(.*? <(\d+)>\).*Length: (\d+)', self.text, re.M)]
        size = len(self.archive.definitions.processes)
        for value, weights in (("bytes", [send[2] for send in sends]), ("messages", [1] * len(sends))):
            expected = numpy.zeros((size, size), dtype="i8")
            for (source, destination, _), weight in zip(sends, weights):
                expected[source, destination] += weight
            rows = columns(lull.tables.communication_matrix(self.archive, value=value), "source")
            names = rows.pop("source")
            self.assertEqual(list(rows), names)
            self.assertEqual(numpy.array(list(rows.values())).T.tolist(), expected.tolist())
        sizes = columns(lull.tables.message_sizes(self.archive))
        for low, high, count, total in zip(*sizes.values()):
            lengths = [length for _, _, length in sends if low <= length <= high]
            self.assertEqual((count, total), (len(lengths), sum(lengths)))
        self.assertEqual(sum(sizes["messages"]), len(sends))
        over_time = columns(lull.tables.communication_over_time(self.archive, bins=7))
        self.assertEqual((sum(over_time["messages"]), sum(over_time["bytes"])),
                         (len(sends), sum(length for _, _, length in sends)))


class AgainstTheReport(unittest.TestCase):
    """Compares with lull analyze and lull show for the example."""

    @classmethod
    def setUpClass(cls):
        cls.archive = lull.open(EXAMPLE)
        cls.report = lull.analyze(cls.archive)

    def test_profile(self):
        time = collections.Counter()
        for path, value in zip(self.report.callpaths, self.report.values("time").sum(axis=1)):
            time[path.split("/")[-1]] += value
        profile = by(lull.tables.flat_profile(self.archive), "region")
        for region, row in profile.items():
            self.assertAlmostEqual(row["exclusive"], time[region], places=9)
        paths = by(lull.tables.flat_profile(self.archive, by="callpath"), "callpath")
        inclusive = dict(zip((p.split("/", 1)[-1] for p in self.report.callpaths), self.report.inclusive("time")))
        for path, row in paths.items():
            self.assertAlmostEqual(row["inclusive"], inclusive[path], places=9)
        self.assertAlmostEqual(sum(row["share"] for row in profile.values()), 1)

    def test_waiting(self):
        path = os.path.join(self.enterContext(self.directory()), "report.cubex")
        self.report.save(path)
        shown = json.loads(subprocess.run([LULL, "show", path, "--json"], check=True, capture_output=True,
                                          text=True).stdout)
        totals = {metric["name"]: metric["total"] for metric in shown["metrics"]}
        waiting = ("mpi_latesender", "mpi_latereceiver", "mpi_barrier_wait", "mpi_wait_nxn", "mpi_earlyreduce",
                   "mpi_latebroadcast", "mpi_earlyscan", "mpi_finalize_wait")
        expected = sum(totals[metric] for metric in waiting)
        idle = by(lull.tables.idle_time(self.archive), "location")
        self.assertAlmostEqual(sum(row["waiting"] for row in idle.values()), expected, places=8)
        causes = columns(lull.tables.wait_causes(self.archive), "waiting")
        del causes["waiting"]
        self.assertAlmostEqual(sum(map(sum, causes.values())), expected, places=8)
        again = by(lull.tables.idle_time(lull.read_report(path)), "location")
        self.assertEqual([row["share"] for row in again.values()], [row["share"] for row in idle.values()])
        states = columns(lull.tables.wait_states(self.archive))
        late = sum(time for metric, time in zip(states["metric"], states["duration"]) if metric == "mpi_latesender")
        self.assertAlmostEqual(late, totals["mpi_latesender"], places=8)

    @staticmethod
    def directory():
        import tempfile  # pylint: disable=import-outside-toplevel
        return tempfile.TemporaryDirectory()

    def test_reports_without_statistics(self):
        with self.directory() as directory:
            path, mean = os.path.join(directory, "report.cubex"), os.path.join(directory, "mean.cubex")
            self.report.save(path)
            subprocess.run([LULL, "mean", path, path, "-o", mean], check=True)
            report = lull.read_report(mean)
        self.assertEqual(report.statistics, {})
        found = columns(lull.tables.idle_time(report), "location")
        expected = columns(lull.tables.idle_time(self.report), "location")
        self.assertTrue(numpy.allclose(found["waiting"], expected["waiting"]))
        self.assertGreater(sum(found["waiting"]), 1)

    def test_over_time(self):
        profile = by(lull.tables.flat_profile(self.archive), "region")
        for bins in (1, 13):
            over_time = columns(lull.tables.time_profile(self.archive, bins=bins, regions=99), "begin")
            del over_time["begin"]
            self.assertEqual(set(over_time), {name for name, row in profile.items() if row["exclusive"] > 0})
            for region, values in over_time.items():
                self.assertEqual(len(values), bins)
                self.assertAlmostEqual(sum(values), profile[region]["exclusive"], places=9)
        few = columns(lull.tables.time_profile(self.archive, bins=5, regions=2), "begin")
        self.assertEqual(list(few), ["begin", "MPI_Init", "work", "(others)"])

    def test_runs(self):
        runs = lull.tables.compare({"a": self.report, "b": self.report, "c": self.report})
        row = by(runs, "metric")["mpi_latesender"]
        self.assertEqual({row["a"], row["b"], row["c"]}, {self.report.total("mpi_latesender")})
        with self.assertRaisesRegex(ValueError, "must be all archives or all reports"):
            lull.tables.compare({"a": self.report, "b": self.archive})


class ByHand(TextTraces):
    """Ticks are nanoseconds."""

    def tearDown(self):
        if HAVE_MATPLOTLIB:
            matplotlib.pyplot.close("all")

    def setUp(self):
        super().setUp()
        self.archive = super().archive(TRACE)

    def test_profile(self):
        profile = by(lull.tables.flat_profile(self.archive), "region")
        found = {name: (row["visits"], round(row["exclusive"] * 1e9), round(row["inclusive"] * 1e9))
                 for name, row in profile.items()}
        self.assertEqual(found, {"main": (2, 82, 200), "work": (3, 90, 90), "MPI_Send": (1, 10, 10),
                                 "MPI_Recv": (1, 18, 18)})

    def test_imbalance(self):
        work = by(lull.tables.load_imbalance(self.archive), "region")["work"]
        self.assertAlmostEqual(work["mean"], 30e-9)
        self.assertAlmostEqual(work["maximum"], 60e-9)
        self.assertAlmostEqual(work["imbalance"], 2)
        self.assertEqual(work["location"], lull.tables.frames.location_names(self.archive.definitions)[1])

    def test_over_time(self):
        over_time = columns(lull.tables.time_profile(self.archive, bins=4), "begin")
        ticks = {name: [round(value * 1e9) for value in values] for name, values in over_time.items()}
        self.assertEqual(ticks, {"begin": [0, 25, 50, 75], "work": [30, 40, 20, 0], "main": [20, 10, 17, 35],
                                 "MPI_Recv": [0, 0, 3, 15], "MPI_Send": [0, 0, 10, 0]})

    def test_waiting(self):
        trace = TRACE.replace("72..90", "42..90").replace("70 leave", "41 leave")
        archive = super().archive(trace)
        causes = by(lull.tables.wait_causes(archive), "waiting")
        rows = [[round(value * 1e9) for key, value in row.items() if key != "waiting"] for row in causes.values()]
        self.assertEqual(rows, [[0, 0, 0], [8, 0, 0], [0, 0, 0]])

    def test_invalid_arguments(self):
        for wrong in (lambda: lull.tables.flat_profile(self.archive, by="nothing"),
                      lambda: lull.tables.communication_matrix(self.archive, value="nothing"),
                      lambda: lull.tables.time_profile(self.archive, bins=0)):
            with self.assertRaises(ValueError):
                wrong()

    def test_empty_traces(self):
        for text in ("processes 2\n0: 0 enter main; 5 leave", "processes 1\n0: 5 program_begin"):
            archive = super().archive(text)
            for name in NAMES:
                argument = {"one": archive} if name == "compare" else archive
                getattr(lull.tables, name)(argument)
                if HAVE_MATPLOTLIB:
                    getattr(lull.plots, name)(argument).figure.canvas.draw()


class Without(unittest.TestCase):
    def run_without(self, module, program):
        text = f"import sys; sys.modules[{module!r}] = None; import lull; archive = lull.open({EXAMPLE!r}); {program}"
        return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)

    def test_pandas(self):
        done = self.run_without("pandas", "\nfor name in lull.tables.__all__:\n    table = getattr(lull.tables, name)"
                                "({'a': archive} if name == 'compare' else archive)\n"
                                "    assert type(table) is dict and table, name\n"
                                "    assert len({len(c) for c in table.values()}) == 1, name")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_matplotlib(self):
        done = self.run_without("matplotlib", "lull.plots.flat_profile(archive)")
        self.assertIn("Error: plots need matplotlib, which is not installed", done.stderr.splitlines()[-1])


@unittest.skipUnless(HAVE_MATPLOTLIB, "matplotlib is not installed")
class Plots(unittest.TestCase):
    def setUp(self):
        self.archive = lull.open(EXAMPLE)

    def test_each_table_has_a_plot(self):
        self.assertEqual(lull.plots.__all__, NAMES)
        for name in NAMES:
            argument = {"one": self.archive, "two": self.archive} if name == "compare" else self.archive
            axes = getattr(lull.plots, name)(argument)
            self.assertTrue(axes.get_title(loc="left"), name)
            self.assertTrue(axes.get_xlabel(), name)
            axes.figure.canvas.draw()
            matplotlib.pyplot.close(axes.figure)

    def test_they_show_the_tables(self):
        profile = columns(lull.tables.flat_profile(self.archive), "region")
        axes = lull.plots.flat_profile(self.archive, top=5)
        self.assertEqual([bar.get_width() for bar in axes.patches], profile["exclusive"][:5])
        self.assertEqual([label.get_text() for label in axes.get_yticklabels()], profile["region"][:5])
        self.assertTrue(axes.yaxis_inverted())

    def test_on_given_axes(self):
        figure, given = matplotlib.pyplot.subplots(1, 2)
        self.assertIs(lull.plots.message_sizes(self.archive, ax=given[1]), given[1])
        self.assertEqual(figure.get_axes()[:2], list(given))


if __name__ == "__main__":
    unittest.main(verbosity=2)
