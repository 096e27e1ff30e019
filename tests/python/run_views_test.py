# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares communication matrix, causers and the map of the run with columns of the trace.

usage: run_views_test.py ARCHIVE
"""
import sys
import unittest

import numpy

import lull

ARCHIVE = lull.open(sys.argv.pop(1))


class RunViews(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = lull.analyze(ARCHIVE, wait_states=True)

    def test_the_matrix_has_each_message_of_the_trace(self):
        messages = lull.messages(ARCHIVE)
        ticks = ARCHIVE.definitions.ticks_per_second
        process_of = numpy.array(self.report.location_processes)
        matrix = self.report.matrix()
        size = len(matrix["names"])
        self.assertEqual(matrix["names"], self.report.processes)

        def summed(values, source, destination):
            sums = numpy.zeros((size, size))
            numpy.add.at(sums, (source, destination), values)
            return sums

        source, destination = (process_of[messages[end]] for end in ("source_location", "destination_location"))
        passed = (messages["receive_time"] - messages["send_time"]) / ticks
        for name, values in (("messages", numpy.ones(len(passed))), ("bytes", messages["bytes"]),
                             ("time", numpy.maximum(passed, 0))):
            numpy.testing.assert_allclose(summed(matrix[name], matrix["source"], matrix["destination"]),
                                          summed(values, source, destination), rtol=1e-9, atol=1e-12)
        self.assertGreater(len(passed), 50)

    def test_waiting_agrees_with_instances(self):
        ticks = ARCHIVE.definitions.ticks_per_second
        process_of = numpy.array(self.report.location_processes)
        states = self.report.wait_states()
        for metric in ("mpi_latesender", "mpi_barrier_wait"):
            mine = ((states["metric"] == self.report.metrics.index(metric)) & (states["causing_location"] >= 0))
            self.assertGreater(mine.sum(), 3)
            matrix = self.report.matrix(metric)
            sums = numpy.zeros((len(matrix["names"]),) * 2)
            numpy.add.at(sums, (process_of[states["causing_location"][mine]],
                                process_of[states["location"][mine]]), states["duration"][mine] / ticks)
            found = numpy.zeros_like(sums)
            found[matrix["source"], matrix["destination"]] = matrix["waiting"]
            numpy.testing.assert_allclose(found, sums, rtol=1e-9, atol=1e-12)
            self.assertEqual(matrix["waits"].sum(), mine.sum())

    def test_causers_agree_with_caused_metrics(self):
        causers = self.report.causers("mpi_latesender")
        values = self.report.values("mpi_latesender_caused")
        numpy.testing.assert_array_equal(values[causers["callpath"], causers["location"]], causers["waiting"])
        self.assertAlmostEqual(causers["waiting"].sum(), self.report.total("mpi_latesender_caused"))
        self.assertTrue((numpy.diff(causers["waiting"]) <= 0).all())

    def test_the_map_agrees_approximately_with_the_report(self):
        run = self.report.run_map
        for metric in ("mpi_barrier_wait", "mpi_latesender"):
            mapped = run["shares"][metric].sum() * run["piece"] * run["locations_of_row"]
            self.assertAlmostEqual(mapped, self.report.total(metric), delta=0.05 * self.report.total("time"))
        self.assertEqual(run["shares"]["life"].shape[0], len(self.report.locations))
        self.assertLessEqual(run["shares"]["life"].max(), 1)

    def test_missing_data_is_reported(self):
        with self.assertRaises(KeyError):
            self.report.matrix("nothing")
        with self.assertRaises(lull.Error):
            self.report.causers("visits")
        with self.assertRaises(lull.Error):
            self.report.matrix("visits")


if __name__ == "__main__":
    unittest.main(argv=[__file__])
