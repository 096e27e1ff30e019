# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Lull for Python: traces of parallel programs, and the time that these spend waiting.

    import lull
    archive = lull.open("run1")                     # an OTF2 archive
    trace = lull.GlobalTrace(archive)               # its events, by index
    for event in trace: ...
    report = lull.analyze(archive)                  # wait states; or lull.analyze("run1")
    report.frame("mpi_latesender")                  # as a table of pandas

Whatever takes an archive also takes the path of one, and opens it as lull.open(path) does.
Times are integer ticks: archive.definitions.ticks_per_second says how many make a second.
"""
from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any, Sequence, Union

from ._lull import (Archive, Bus, COLLECTIVE_OPERATIONS, CallTree, Callsite, Communicator,
                    Definitions, Dimension, EVENT_KINDS, Error, Event, GlobalTrace, Group,
                    LocalEvent, LocalTrace, Location, Metric, MetricMember, Process, Record, Region,
                    Report, State, SystemNode, Topology, Window, analyze, calls, collectives,
                    counters, events, messages, read_report, record_types, __version__)

if TYPE_CHECKING:
    from . import plots, tables
    from ._lull import Array, GivenArchive

__all__ = ["Archive", "Bus", "COLLECTIVE_OPERATIONS", "CallTree", "Callsite", "Communicator",
           "Definitions", "Dimension", "EVENT_KINDS", "Error", "Event", "GlobalTrace", "Group",
           "LocalEvent", "LocalTrace", "Location", "Metric", "MetricMember", "Process", "Record",
           "Region", "Report", "State", "SystemNode", "Topology", "Window", "analyze", "calls",
           "collectives", "counters", "events", "messages", "open", "plots", "read_report",
           "record_types", "tables", "wait_states"]


def __getattr__(name: str) -> Any:
    if name in ("plots", "tables"):  # which take longer to import
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module 'lull' has no '{name}'")


def open(path: Union[str, os.PathLike[str]], *,  # pylint: disable=redefined-builtin
         corrected: bool = True, clocks: str = "measured") -> Archive:
    """The archive at `path`: an anchor file (*.otf2) or the directory that holds one.

    corrected: map all times to one clock.
    clocks: by the offsets that were "measured", by what "messages" say, or "auto": as "lull analyze" does.
    Raises lull.Error with a sentence when it is none.
    """
    return Archive(path, corrected=corrected, clocks=clocks)


def wait_states(archive: GivenArchive, *, patterns: Sequence[type] = (),
                threads: int = 0) -> dict[str, Array]:
    """Each wait state as a row of arrays: Report.wait_states() of an analysis of the archive.

    Metrics, call paths and locations are numbers of the report of lull.analyze(archive).
    """
    report = analyze(archive, patterns=list(patterns), threads=threads, wait_states=True)
    return report.wait_states()
