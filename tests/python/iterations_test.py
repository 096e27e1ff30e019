# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares iterations of a report in Python with the numbers written into it.

usage: iterations_test.py LULL SOURCE_DIRECTORY ARCHIVE
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import lull

LULL, SOURCE, ARCHIVE = sys.argv[1:4]
sys.path.insert(0, os.path.join(SOURCE, "tests", "cli"))
import example_iterations  # pylint: disable=wrong-import-position,import-error

ITERATIONS = 12


def raises(kind, part, act):
    try:
        act()
    except kind as error:
        assert part in str(error), error
    else:
        raise AssertionError(f"no {kind.__name__}: {part}")


def check_values(report, made):
    metric = report.metrics.index("mpi_latesender")
    wanted = np.zeros((ITERATIONS, len(report.locations)))
    below = np.zeros_like(wanted)
    of_call = np.zeros_like(wanted)
    root = report.callpaths.index(next(path for path in report.callpaths if path.endswith("/phase_late_sender")))
    for series in made["series"]:
        if series["metric"] != metric:
            continue
        wanted[:, series["location"]] += series["values"]
        path = report.callpaths[series["path"]]
        if path.startswith(report.callpaths[root]):
            below[:, series["location"]] += series["values"]
        if path.endswith("/MPI_Recv"):
            of_call[:, series["location"]] += series["values"]
    assert report.iterations("mpi_latesender").shape == wanted.shape
    np.testing.assert_allclose(report.iterations("mpi_latesender"), wanted)
    np.testing.assert_allclose(report.iterations("mpi_latesender", root), below)
    np.testing.assert_allclose(report.iterations("mpi_latesender", path="phase_late_sender"), below)
    np.testing.assert_allclose(report.iterations("mpi_latesender", "MPI_Recv"), of_call)
    assert 0 < below.sum() < wanted.sum()
    assert not report.iterations("mpi_rma_wait_at_fence").any()  # it is zero in the report, too


def check_borders(report, made):
    borders = report.iteration_borders
    assert borders.shape == (ITERATIONS + 1, len(report.locations))
    for entry in made["borders"]:
        np.testing.assert_array_equal(borders[:, entry["location"]], entry["times"])
    assert np.isnan(borders[:, 0]).all() and not np.isnan(borders[:, 1:]).any()


def check_errors(report, without):
    for act in (lambda: without.iterations("time"), lambda: without.iteration_borders):
        raises(lull.Error, "lull analyze --iterations", act)
    raises(KeyError, "no metric 'nothing'", lambda: report.iterations("nothing"))
    for path in (-1, len(report.callpaths)):
        raises(IndexError, "no such call path", lambda path=path: report.iterations("time", path))
    raises(lull.Error, "nowhere", lambda: report.iterations("mpi_latesender", "nowhere"))
    raises(lull.Error, "all call paths together only", lambda: report.iterations("time", 0))
    raises(lull.Error, "do not have visits", lambda: report.iterations("visits"))
    raises(TypeError, "", lambda: report.iterations("time", [0]))


def main():
    with tempfile.TemporaryDirectory() as directory:
        plain, path = (os.path.join(directory, name) for name in ("plain.cubex", "iterations.cubex"))
        subprocess.run([LULL, "analyze", ARCHIVE, "-o", plain], check=True, stdout=subprocess.DEVNULL)
        shown = subprocess.run([LULL, "show", plain, "--json"], check=True, capture_output=True, text=True)
        made = example_iterations.made_up(json.loads(shown.stdout), ITERATIONS, 0, 1)
        del made["borders"][0]
        example_iterations.with_member(plain, path, made)
        report = lull.read_report(path)
        check_values(report, made)
        check_borders(report, made)
        check_errors(report, lull.read_report(plain))
        example_iterations.with_member(plain, path, made | {"iterations": ITERATIONS + 1})
        damaged = lull.read_report(path)
        raises(lull.Error, "lull/iterations.json is damaged", lambda: damaged.iteration_borders)


if __name__ == "__main__":
    main()
