# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Lull for Python: traces of parallel programs, and the time that these spend waiting.

    import lull
    archive = lull.open("run1")                     # an OTF2 archive
    trace = lull.GlobalTrace(archive)               # its events, by index
    for event in trace: ...
    report = lull.analyze(archive)                  # wait states
    report.frame("mpi_latesender")                  # as a table of pandas

Times are integer ticks: archive.definitions.ticks_per_second says how many make a second.
"""
from ._lull import (Archive, Bus, COLLECTIVE_OPERATIONS, CallTree, Callsite, Communicator,
                    Definitions, Dimension, EVENT_KINDS, Error, Event, GlobalTrace, Group,
                    LocalEvent, LocalTrace, Location, Metric, MetricMember, Process, Record, Region,
                    Report, State, SystemNode, Topology, Window, analyze, calls, collectives,
                    events, messages, read_report, record_types, __version__)

__all__ = ["Archive", "Bus", "COLLECTIVE_OPERATIONS", "CallTree", "Callsite", "Communicator",
           "Definitions", "Dimension", "EVENT_KINDS", "Error", "Event", "GlobalTrace", "Group",
           "LocalEvent", "LocalTrace", "Location", "Metric", "MetricMember", "Process", "Record",
           "Region", "Report", "State", "SystemNode", "Topology", "Window", "analyze", "calls",
           "collectives", "events", "messages", "open", "read_report", "record_types"]


def open(path, *, corrected=True):  # pylint: disable=redefined-builtin
    """The archive at `path`: an anchor file (*.otf2) or the directory that holds one.

    corrected: map all times to one clock by the offsets that were measured.
    Raises lull.Error with a sentence when it is none.
    """
    import os  # pylint: disable=import-outside-toplevel
    return Archive(os.fspath(path), corrected=corrected)
