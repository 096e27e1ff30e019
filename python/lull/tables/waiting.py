# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Wait states: instances, waiting between locations, and idle time."""
from __future__ import annotations

from typing import TYPE_CHECKING, Union

import numpy

from .._lull import Archive, Error, Report, analyze
from .frames import frame, location_names, opened, opened_run, sorted_by, texts

if TYPE_CHECKING:
    from .._lull import GivenArchive, Path
    from .frames import Array, Columns, Table

NOBODY = "(nobody)"


# Wait states of reports without statistics (Scalasca's, sums of several).
KNOWN = ("mpi_latesender", "mpi_latereceiver", "mpi_barrier_wait", "mpi_wait_nxn", "mpi_latebroadcast",
         "mpi_earlyreduce", "mpi_earlyscan", "mpi_finalize_wait", "omp_ebarrier_wait", "omp_ibarrier_wait",
         "omp_lock_contention_critical", "omp_lock_contention_api")


def waiting_metrics(report: Report) -> list[str]:
    """Returns the wait-state patterns, without those that refine another one."""
    patterns = set(report.statistics) or set(KNOWN) & set(report.metrics)
    if not patterns:
        raise Error("the report has no metrics of wait states")
    found = []
    for metric in sorted(patterns, key=report.metrics.index):
        parents = set()
        parent = report.describe(metric)["parent"]
        while parent is not None:
            parents.add(parent)
            parent = report.describe(parent)["parent"]
        if not parents & patterns and not metric.endswith(("_completion", "_fork")):
            found.append(metric)
    return found


def state_columns(archive: Archive, report: Report) -> Columns:
    rows = report.wait_states()
    ticks = archive.definitions.ticks_per_second
    def named(names: Array, numbers: Array) -> Array:
        return numpy.append(names, NOBODY)[numbers]  # -1 is the last one
    paths, places = texts(report.callpaths), location_names(archive.definitions)
    return {"metric": texts(report.metrics)[rows["metric"]],
            "callpath": paths[rows["callpath"]], "location": places[rows["location"]],
            "begin": (rows["begin"].astype("i8") - archive.definitions.begin) / ticks,
            "duration": rows["duration"] / ticks,
            "causing_location": named(places, rows["causing_location"]),
            "causing_callpath": named(paths, rows["causing_callpath"])}


def wait_states(archive: GivenArchive) -> Table:
    """Returns the instances of each metric as rows: location, begin, duration, and cause.

    Metrics that refine another one repeat its waiting: Late Sender, Wrong Order is part of Late Sender.
    """
    archive = opened(archive)
    return frame(state_columns(archive, analyze(archive, wait_states=True)))


def cause_matrix(archive: Archive) -> Array:
    """Returns seconds by waiting location and location waited for."""
    report = analyze(archive, wait_states=True)
    rows = report.wait_states()
    counted = [report.metrics.index(metric) for metric in waiting_metrics(report)]
    used = numpy.isin(rows["metric"], counted) & (rows["causing_location"] >= 0)
    size = len(archive.definitions.locations)
    place = rows["location"][used].astype("i8") * size + rows["causing_location"][used]
    sums = numpy.bincount(place, weights=rows["duration"][used], minlength=size * size)
    matrix: Array = sums.reshape(size, size) / archive.definitions.ticks_per_second
    return matrix


def wait_causes(archive: GivenArchive) -> Table:
    """Returns the seconds that each location (row) waited for each other (column), in all wait states."""
    archive = opened(archive)
    names = location_names(archive.definitions)
    return frame({"waiting": names, **dict(zip(names, cause_matrix(archive).T))}, "waiting")


def idle_columns(source: Union[Archive, Report, Path]) -> Columns:
    source = opened_run(source)
    report = source if isinstance(source, Report) else analyze(source)
    def of_each_location(metric: str) -> Array:
        sums: Array = report.values(metric).sum(axis=0)
        return sums
    zero = numpy.zeros(len(report.locations))
    time = of_each_location("time")
    waiting = sum((of_each_location(metric) for metric in waiting_metrics(report)), zero)
    idle = of_each_location("omp_idle_threads") if "omp_idle_threads" in report.metrics else zero
    share = numpy.divide(waiting + idle, time, out=zero.copy(), where=time > 0)
    names = texts(report.locations) if isinstance(source, Report) else location_names(source.definitions)
    return sorted_by({"location": names, "time": time, "waiting": waiting,
                      "idle": idle, "share": share}, "share")


def idle_time(source: Union[Archive, Report, Path]) -> Table:
    """Returns how long each location waited for others, and how long it was an idle thread.

    share is the fraction of its time; the location with the greatest share comes first.
    """
    return frame(idle_columns(source), "location")
