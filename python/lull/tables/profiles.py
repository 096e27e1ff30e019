# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Time profiles: by region, by call path, by location, over time, in several runs."""
from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Iterator, Mapping, Union

import numpy

from .._lull import Archive, Error, Report, calls
from .frames import (edges, frame, location_names, opened, opened_run, region_names, seconds, sorted_by,
                     texts)

if TYPE_CHECKING:
    from .._lull import GivenArchive, Path
    from .frames import Array, Columns, Table

Profile = tuple["Array", "Array", "Array"]  # visits, exclusive and inclusive ticks


def calls_there(archive: Archive, location: int) -> Columns:
    """Returns lull.calls(), or no calls, with a warning, if none of a location's events can be read."""
    try:
        return calls(archive, location)
    except Error as error:
        warnings.warn(str(error), stacklevel=3)
        nothing = numpy.zeros(0, dtype=numpy.int64)
        return dict.fromkeys(("region", "enter", "leave", "duration", "parent", "depth", "callpath"), nothing)


def by_location(archive: Archive) -> Iterator[Profile]:
    """Yields the profile of each location, by call path of archive.call_tree."""
    for location in range(len(archive.definitions.locations)):
        columns = calls_there(archive, location)
        inner = columns["parent"] >= 0
        in_callees = numpy.bincount(columns["parent"][inner], weights=columns["duration"][inner],
                                    minlength=len(columns["parent"]))
        size = len(archive.call_tree)
        yield (numpy.bincount(columns["callpath"], minlength=size),
               numpy.bincount(columns["callpath"], weights=columns["duration"] - in_callees, minlength=size),
               numpy.bincount(columns["callpath"], weights=columns["duration"], minlength=size))


def total_profile(archive: Archive) -> Profile:
    """Returns the sums over all locations. Later locations may add call paths."""
    profiles = list(by_location(archive))
    sums = []
    for part in range(3):
        total = numpy.zeros(len(archive.call_tree))
        for profile in profiles:
            total[:len(profile[part])] += profile[part]
        sums.append(total)
    return sums[0], sums[1], sums[2]


def regions_of(archive: Archive) -> tuple[Array, Array]:
    """Returns each call path's region, and whether the region is not among its callers."""
    tree = archive.call_tree
    regions = numpy.full(len(tree), -1)
    outermost = numpy.ones(len(tree), dtype=bool)
    above: list[frozenset[int]] = []
    for path in range(len(tree)):
        region, parent = tree.region(path), tree.parent(path)
        around = above[parent] if parent is not None else frozenset()
        if region is not None:
            regions[path] = region
            outermost[path] = region not in around
            around = around | {region}
        above.append(around)
    return regions, outermost


def profile_columns(archive: Archive, by: str) -> Columns:
    visits, exclusive, inclusive = total_profile(archive)
    regions, outermost = regions_of(archive)
    if by == "callpath":
        names = texts(["/".join(archive.call_tree.path(path)) for path in range(len(regions))])
    elif by == "region":
        names = texts(region_names(archive.definitions) + ["(unknown)"])
        groups = regions % len(names)
        visits, exclusive, inclusive = (
            numpy.bincount(groups, weights=values, minlength=len(names))
            for values in (visits, exclusive, inclusive * outermost))
    else:
        raise ValueError(f"a flat profile is by 'region' or by 'callpath', not by '{by}'")
    ticks = archive.definitions.ticks_per_second
    used = visits > 0
    total = exclusive.sum()
    return sorted_by({by: names[used], "visits": visits[used].astype("i8"),
                      "exclusive": exclusive[used] / ticks, "inclusive": inclusive[used] / ticks,
                      "share": exclusive[used] / total if total else exclusive[used]}, "exclusive")


def flat_profile(archive: GivenArchive, *, by: str = "region") -> Table:
    """Returns time and visits of each region, or with by="callpath" of each call path, over all locations.

    exclusive is the time without callees, inclusive the time with them (counted once if a region
    calls itself); share is the fraction of all time.
    """
    archive = opened(archive)
    return frame(profile_columns(archive, by), by)


def imbalance_columns(archive: Archive) -> Columns:
    profiles = list(by_location(archive))
    if not profiles:
        raise Error("the archive has no locations to compare")
    regions, _ = regions_of(archive)
    size = len(archive.definitions.regions) + 1
    matrix = numpy.array([numpy.bincount(regions[:len(exclusive)] % size, weights=exclusive, minlength=size)
                          for _, exclusive, _ in profiles]).reshape(-1, size)
    matrix = matrix / archive.definitions.ticks_per_second
    used = matrix.sum(axis=0) > 0
    matrix = matrix[:, used]
    mean, most = matrix.mean(axis=0), matrix.max(axis=0)
    return sorted_by({"region": texts(region_names(archive.definitions) + ["(unknown)"])[used],
                      "mean": mean, "maximum": most, "imbalance": most / mean,
                      "lost": most - mean,
                      "location": location_names(archive.definitions)[matrix.argmax(axis=0)]}, "lost")


def load_imbalance(archive: GivenArchive) -> Table:
    """Returns the load imbalance of each region: the distribution of its exclusive time over locations.

    imbalance is maximum / mean, lost is maximum - mean: the time that perfect balance would save;
    location is the location with the maximum.
    """
    archive = opened(archive)
    return frame(imbalance_columns(archive), "region")


def covered(begin: Array, end: Array, group: Array, weight: Array, groups: int, grid: Array) -> Array:
    """Returns, for each group, the weighted coverage of each grid cell by its intervals."""
    def below(times: Array) -> Array:
        # Computes, for each group and edge, the sum of weight * min(edge, time).
        cells = numpy.clip(numpy.searchsorted(grid, times, side="left"), 0, len(grid))
        place = group * (len(grid) + 1) + cells
        size = groups * (len(grid) + 1)
        moments = numpy.bincount(place, weights=weight * times, minlength=size).reshape(groups, -1)
        weights = numpy.bincount(place, weights=weight, minlength=size).reshape(groups, -1)
        passed = numpy.cumsum(weights, axis=1)
        sums: Array = numpy.cumsum(moments, axis=1)[:, :-1] + grid * (passed[:, -1:] - passed[:, :-1])
        return sums
    return numpy.diff(below(end) - below(begin), axis=1)


def time_columns(archive: Archive, bins: int, regions: int) -> tuple[Array, Array, list[str]]:
    """Returns bin edges, seconds by region and bin, and names of the longest regions and (others)."""
    tables = [calls_there(archive, location) for location in range(len(archive.definitions.locations))]
    spans = [(seconds(archive, table["enter"]), seconds(archive, table["leave"])) for table in tables]
    grid = edges(min((begin.min() for begin, _ in spans if len(begin)), default=0.0),
                 max((end.max() for _, end in spans if len(end)), default=0.0), bins)
    names = region_names(archive.definitions) + ["(unknown)"]
    sums = numpy.zeros((len(names), bins))
    for table, (begin, end) in zip(tables, spans):
        inner = table["parent"] >= 0
        callers = table["region"][table["parent"][inner]]
        groups = numpy.concatenate([table["region"], callers]) % len(names)
        weights = numpy.concatenate([numpy.ones(len(begin)), -numpy.ones(inner.sum())])
        sums += covered(numpy.concatenate([begin, begin[inner]]), numpy.concatenate([end, end[inner]]),
                        groups, weights, len(names), grid)
    sums[sums < 0.5 / archive.definitions.ticks_per_second] = 0  # rounding errors near zero
    order = numpy.argsort(-sums.sum(axis=1), kind="stable")
    order = order[sums[order].sum(axis=1) > 0]
    first, rest = order[:regions], order[regions:]
    values, shown = sums[first], [names[region] for region in first]
    if len(rest):
        values = numpy.vstack([values, sums[rest].sum(axis=0)])
        shown.append("(others)")
    return grid, values, shown


def time_profile(archive: GivenArchive, *, bins: int = 50, regions: int = 8) -> Table:
    """Returns the exclusive seconds that all locations spent in each region, for each time interval.

    begin is the start of the interval; each of the longest regions has a column, and (others).
    """
    archive = opened(archive)
    grid, values, names = time_columns(archive, bins, regions)
    return frame({"begin": grid[:-1], **dict(zip(names, values))}, "begin")


def run_columns(runs: Mapping[str, Union[Archive, Report, Path]]) -> tuple[str, Columns]:
    """Returns the kind of rows, and the columns: archives by region, reports by metric."""
    opened_runs = {name: opened_run(run) for name, run in runs.items()}
    by = "metric" if all(isinstance(run, Report) for run in opened_runs.values()) else "region"
    found: dict[str, dict[str, float]] = {}
    for name, run in opened_runs.items():
        if isinstance(run, Report) != (by == "metric"):
            raise ValueError("runs to compare must be all archives or all reports")
        if isinstance(run, Report):
            found[name] = {metric: run.total(metric) for metric in run.metrics
                           if run.describe(metric)["unit"] == "sec"}
        else:
            columns = profile_columns(run, "region")
            found[name] = {}
            for region, time in zip(columns["region"], columns["exclusive"].tolist()):
                found[name][region] = found[name].get(region, 0) + time
    rows = list(dict.fromkeys(row for values in found.values() for row in values))
    columns = {by: texts(rows)}
    for name, values in found.items():
        columns[name] = numpy.array([values.get(row, 0.0) for row in rows])
    if len(found) == 2:
        before, after = (columns[name] for name in found)
        columns["change"] = after - before
        order = numpy.argsort(-numpy.abs(columns["change"]), kind="stable")
    else:
        order = numpy.argsort(-sum(columns[name] for name in found), kind="stable")
    return by, {key: column[order] for key, column in columns.items()}


def compare(runs: Mapping[str, Union[Archive, Report, Path]]) -> Table:
    """Returns several runs side by side: {"before": archive, "after": archive}, or reports; or paths of either.

    Archives are compared by the exclusive seconds of each region, reports by the exclusive seconds
    of each metric. Two runs get a column change, by which rows are sorted; more runs are sorted by
    their sum.
    """
    by, columns = run_columns(runs)
    return frame(columns, by)
