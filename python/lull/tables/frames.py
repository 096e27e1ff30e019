# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Helpers shared by all tables."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

import numpy

from .._lull import Archive, Definitions, Report, read_report

if TYPE_CHECKING:
    import pandas

    from .._lull import GivenArchive, Path

    Array = numpy.typing.NDArray[Any]
    Columns = dict[str, Array]
    Table = Union[pandas.DataFrame, Columns]


def opened(archive: GivenArchive) -> Archive:
    """Returns the archive, which may be given as a path."""
    return archive if isinstance(archive, Archive) else Archive(archive)


def opened_run(run: Union[Archive, Report, Path]) -> Union[Archive, Report]:
    """Returns the archive or report, which may be given as a path: reports end in .cubex."""
    if isinstance(run, (Archive, Report)):
        return run
    return read_report(run) if os.fsdecode(run).endswith(".cubex") else Archive(run)


def frame(columns: Mapping[str, Array], index: Optional[str] = None) -> Table:
    """Returns a pandas.DataFrame, or the columns if pandas is not installed."""
    try:
        import pandas  # pylint: disable=import-outside-toplevel
    except ImportError:
        return dict(columns)
    table = pandas.DataFrame(dict(columns))
    return table if index is None else table.set_index(index)


def texts(words: Sequence[str]) -> Array:
    """Returns words as a column."""
    column = numpy.empty(len(words), dtype=object)
    column[:] = words
    return column


def sorted_by(columns: Columns, name: str) -> Columns:
    """Sorts by descending value; equal rows keep their order."""
    order = numpy.argsort(-columns[name], kind="stable")
    return {key: column[order] for key, column in columns.items()}


def location_names(definitions: Definitions) -> Array:
    """Returns names of locations, with their processes if threads have the same names in several."""
    names = []
    processes = definitions.processes  # a new list for each access
    for location in definitions.locations:
        process = processes[location.process] if location.process is not None else None
        if process is None or process.name == location.name:
            names.append(location.name)
        elif len(process.locations) == 1:
            names.append(process.name)
        else:
            names.append(f"{process.name} {location.name}")
    return texts(names)


def process_names(definitions: Definitions) -> Array:
    return texts([process.name for process in definitions.processes])


def region_names(definitions: Definitions) -> list[str]:
    return [region.name for region in definitions.regions]


def seconds(archive: Archive, times: Array) -> Array:
    """Converts clock ticks to seconds since the start of the trace."""
    definitions = archive.definitions
    return (times.astype("i8") - definitions.begin) / definitions.ticks_per_second


def edges(begin: float, end: float, bins: int) -> Array:
    """Returns the edges of `number` bins of equal width from begin to end."""
    if bins < 1:
        raise ValueError("a table over time needs at least one bin")
    return numpy.linspace(begin, end if end > begin else begin + 1e-9, bins + 1)
