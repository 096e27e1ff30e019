# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Communication: volume by pairs, over time, and by message size."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from .._lull import Archive, messages
from .frames import edges, frame, opened, process_names, seconds

if TYPE_CHECKING:
    from .._lull import GivenArchive
    from .frames import Array, Columns, Table

VALUES = ("bytes", "messages")


def matrix_of(archive: Archive, value: str) -> Array:
    if value not in VALUES:
        raise ValueError(f"a communication matrix counts 'bytes' or 'messages', not '{value}'")
    sent = messages(archive)
    size = len(archive.definitions.processes)
    known = (sent["source"] >= 0) & (sent["destination"] >= 0)
    place = sent["source"][known] * size + sent["destination"][known]
    weights = sent["bytes"][known] if value == "bytes" else None
    return numpy.bincount(place, weights=weights, minlength=size * size).reshape(size, size).astype("i8")


def communication_matrix(archive: GivenArchive, *, value: str = "bytes") -> Table:
    """Returns the bytes, or with value="messages" the number of messages, between each pair of processes.

    Rows are senders, columns receivers. Includes only point-to-point messages.
    """
    archive = opened(archive)
    matrix, names = matrix_of(archive, value), process_names(archive.definitions)
    return frame({"source": names, **dict(zip(names, matrix.T))}, "source")


def over_time_columns(archive: Archive, bins: int) -> Columns:
    sent = messages(archive)
    times = seconds(archive, sent["send_time"])
    grid = edges(float(times.min(initial=0)), float(times.max(initial=0)), bins)
    return {"begin": grid[:-1], "end": grid[1:],
            "messages": numpy.histogram(times, grid)[0],
            "bytes": numpy.histogram(times, grid, weights=sent["bytes"])[0].astype("i8")}


def communication_over_time(archive: GivenArchive, *, bins: int = 50) -> Table:
    """Returns the messages and bytes sent in each time interval."""
    archive = opened(archive)
    return frame(over_time_columns(archive, bins))


def size_columns(archive: Archive) -> Columns:
    """Returns size classes: 0, 1, 2 to 3, 4 to 7 and so on."""
    sizes = messages(archive)["bytes"]
    classes = numpy.zeros(len(sizes), dtype="i8")
    filled = sizes > 0
    classes[filled] = numpy.frexp(sizes[filled].astype("f8"))[1]
    count = int(classes.max(initial=-1)) + 1
    lower = numpy.array([0] + [1 << (bits - 1) for bits in range(1, count)], dtype="i8")[:count]
    upper = numpy.array([(1 << bits) - 1 for bits in range(count)], dtype="i8")
    return {"smallest": lower, "largest": upper,
            "messages": numpy.bincount(classes, minlength=count),
            "bytes": numpy.bincount(classes, weights=sizes, minlength=count).astype("i8")}


def message_sizes(archive: GivenArchive) -> Table:
    """Returns the number of messages in each size class (powers of two), and their bytes."""
    archive = opened(archive)
    return frame(size_columns(archive))
