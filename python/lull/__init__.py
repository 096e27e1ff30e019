# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Lull for Python: traces of parallel programs and their wait states.

    import lull
    archive = lull.open("run1")                     # an OTF2 archive
    trace = lull.GlobalTrace(archive)               # its events, by index
    for event in trace: ...
    report = lull.analyze(archive)                  # wait states; or lull.analyze("run1")
    report.frame("mpi_latesender")                  # as a table of pandas

Functions that take an archive also take the path of one, and open it as lull.open(path) does.
Times are integer ticks; archive.definitions.ticks_per_second is their number per second.
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
    """Opens the archive at `path`: an anchor file (*.otf2) or the directory that holds one.

    corrected: map all times to one clock.
    clocks: by "measured" offsets, by "messages", or "auto", as "lull analyze" does.
    Raises lull.Error if it is not an archive.
    """
    return Archive(path, corrected=corrected, clocks=clocks)


def wait_states(archive: GivenArchive, *, patterns: Sequence[type] = (),
                threads: int = 0) -> dict[str, Array]:
    """Returns the wait-state instances as arrays: Report.wait_states() of an analysis of the archive.

    Metrics, call paths and locations are indices of the report of lull.analyze(archive).
    """
    report = analyze(archive, patterns=list(patterns), threads=threads, wait_states=True)
    return report.wait_states()
