# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Plots the tables of lull.tables, with one function each; requires matplotlib.

    import lull
    lull.plots.flat_profile(lull.open("run1")).figure.savefig("profile.png")

Each takes the arguments of its table, and ax, the axes to draw on; by default it creates a figure.
It returns the axes, so that texts and limits can be changed.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

import numpy

from ._lull import Archive, Error, Report, analyze
from .tables import communication as _communication
from .tables import profiles as _profiles
from .tables import waiting as _waiting
from .tables.frames import location_names, opened, process_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._lull import GivenArchive, Path
    from .tables.frames import Array

    Names = Union[Sequence[str], Array]

__all__ = ["communication_matrix", "communication_over_time", "compare", "flat_profile", "idle_time",
           "load_imbalance", "message_sizes", "time_profile", "wait_causes", "wait_states"]

# Distinguishable with colour vision deficiencies, too.
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442", "#332288",
            "#882255", "#44AA99")
_GREY = "#B0B0B0"
_MOST_NAMES = 24  # that fit along an axis
_LONGEST_NAME = 32


def _axes(ax: Optional[Axes], size: tuple[float, float] = (7, 4)) -> Axes:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot  # pylint: disable=import-outside-toplevel
    except ImportError as error:
        raise Error("plots need matplotlib, which is not installed "
                    "(Debian: python3-matplotlib)") from error
    return pyplot.subplots(figsize=size, layout="constrained")[1]


def _short(name: str) -> str:
    """Shortens a name from the left: its end distinguishes it from others."""
    return name if len(name) <= _LONGEST_NAME else "…" + name[1 - _LONGEST_NAME:]


def _finish(axes: Axes, title: str, x: str, y: str) -> Axes:
    axes.set_title(title, loc="left", fontsize="medium", fontweight="bold")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def _bars(axes: Axes, names: Names, values: Array, **how: Any) -> None:
    """Draws horizontal bars, the first on top."""
    places = numpy.arange(len(names))
    axes.barh(places, values, **how)
    axes.set_yticks(places, [_short(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)


def _unit_of_bytes(largest: float) -> tuple[float, str]:
    for power, name in enumerate(("B", "KiB", "MiB", "GiB")):
        if largest < 10 * 1024 ** (power + 1):
            return 1024.0 ** power, name
    return 1024.0 ** 4, "TiB"


def _size(value: int) -> str:
    for power, name in ((4, "TiB"), (3, "GiB"), (2, "MiB"), (1, "KiB")):
        if value >= 1024 ** power:
            return f"{value / 1024 ** power:g} {name}"
    return f"{value} B"


def _matrix(axes: Axes, matrix: Array, names: Names, unit: str, *, logarithmic: bool = False) -> None:
    """Draws shaded cells; zero is white."""
    from matplotlib import colors  # pylint: disable=import-outside-toplevel
    shown = numpy.where(matrix == 0, numpy.nan, matrix)
    most, least = matrix.max(initial=0), matrix[matrix > 0].min(initial=numpy.inf)
    scale = colors.LogNorm(least, most) if logarithmic and most > least else colors.Normalize(0, most or 1)
    image = axes.imshow(shown, cmap="viridis_r", interpolation="nearest", norm=scale, aspect="equal")
    axes.figure.colorbar(image, ax=axes, label=unit, shrink=0.9)
    if len(names) <= _MOST_NAMES:
        places = range(len(names))
        axes.set_xticks(places, [_short(name) for name in names], rotation=90)
        axes.set_yticks(places, [_short(name) for name in names])


def flat_profile(archive: GivenArchive, *, by: str = "region", top: int = 12,
                 ax: Optional[Axes] = None) -> Axes:
    """Plots the exclusive time of the regions (or call paths) that take most of it."""
    archive = opened(archive)
    columns, axes = _profiles.profile_columns(archive, by), _axes(ax)
    _bars(axes, columns[by][:top], columns["exclusive"][:top], color=_COLOURS[0])
    for place, (time, share) in enumerate(zip(columns["exclusive"][:top], columns["share"])):
        axes.annotate(f"{share:.1%}", (time, place), xytext=(4, 0), textcoords="offset points", va="center",
                      fontsize="small")
    axes.margins(x=0.1)
    return _finish(axes, "Flat profile", "exclusive time, all locations (s)", "")


def load_imbalance(archive: GivenArchive, *, top: int = 12, ax: Optional[Axes] = None) -> Axes:
    """Plots mean and maximum over locations of the regions that lose most by their difference."""
    archive = opened(archive)
    columns, axes = _profiles.imbalance_columns(archive), _axes(ax)
    mean, most = columns["mean"][:top], columns["maximum"][:top]
    _bars(axes, columns["region"][:top], most, color=_COLOURS[1], label="maximum")
    _bars(axes, columns["region"][:top], mean, color=_COLOURS[0], label="mean")
    for place, (time, location) in enumerate(zip(most, columns["location"])):
        axes.annotate(_short(location), (time, place), xytext=(4, 0), textcoords="offset points",
                      va="center", fontsize="small")
    axes.margins(x=0.2)
    axes.legend(frameon=False, loc="lower right")
    return _finish(axes, "Load imbalance and slowest locations", "exclusive time of a location (s)", "")


def time_profile(archive: GivenArchive, *, bins: int = 100, regions: int = 8,
                 ax: Optional[Axes] = None) -> Axes:
    """Plots the number of locations in each region over time."""
    archive = opened(archive)
    grid, values, names = _profiles.time_columns(archive, bins, regions)
    axes = _axes(ax, (8, 4))
    colours = [_GREY if name == "(others)" else _COLOURS[place % len(_COLOURS)]
               for place, name in enumerate(names)]
    heights = values / numpy.diff(grid)
    if names:
        axes.stackplot(grid, numpy.hstack([heights, heights[:, -1:]]), step="post", colors=colours,
                       labels=[_short(name) for name in names])
    axes.set_xlim(grid[0], grid[-1])
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return _finish(axes, "Regions over time", "time (s)", "locations in the region")


def communication_matrix(archive: GivenArchive, *, value: str = "bytes", ax: Optional[Axes] = None) -> Axes:
    """Plots the point-to-point communication matrix."""
    archive = opened(archive)
    matrix = _communication.matrix_of(archive, value)
    axes = _axes(ax, (6, 5))
    factor, unit = _unit_of_bytes(float(matrix.max(initial=0))) if value == "bytes" else (1.0, "messages")
    most, least = matrix.max(initial=0), matrix[matrix > 0].min(initial=1)
    _matrix(axes, matrix / factor, process_names(archive.definitions), unit,
            logarithmic=most > 100 * least)
    return _finish(axes, f"Point-to-point {value}", "receiver", "sender")


def communication_over_time(archive: GivenArchive, *, bins: int = 50, value: str = "bytes",
                            ax: Optional[Axes] = None) -> Axes:
    """Plots the bytes, or the number of messages, sent in each time interval."""
    archive = opened(archive)
    columns, axes = _communication.over_time_columns(archive, bins), _axes(ax)
    amounts = columns[value]
    factor, unit = _unit_of_bytes(float(amounts.max(initial=0))) if value == "bytes" else (1.0, "messages")
    axes.bar(columns["begin"], amounts / factor, columns["end"] - columns["begin"], align="edge",
             color=_COLOURS[0])
    width = float(columns["end"][0] - columns["begin"][0])
    return _finish(axes, "Messages over time", "time of sending (s)", f"{unit} in {width:.3g} s")


def message_sizes(archive: GivenArchive, *, ax: Optional[Axes] = None) -> Axes:
    """Plots the number of messages of each size."""
    archive = opened(archive)
    columns, axes = _communication.size_columns(archive), _axes(ax)
    used = numpy.flatnonzero(columns["messages"])
    first = int(used[0]) if len(used) else 0
    amounts, sizes = columns["messages"][first:], columns["smallest"][first:].tolist()
    axes.bar(range(len(sizes)), amounts, width=0.9, color=_COLOURS[0])
    step = 1 + len(sizes) // 12
    axes.set_xticks(range(0, len(sizes), step), [_size(size) for size in sizes[::step]], rotation=45,
                    ha="right")
    if amounts.any() and amounts.max() > 100 * amounts[amounts > 0].min():
        axes.set_yscale("log")
    return _finish(axes, "Message sizes", "from this size to the next", "messages")


def idle_time(source: Union[Archive, Report, Path], *, ax: Optional[Axes] = None) -> Axes:
    """Plots the share of its time that each location waits, or is an idle thread."""
    columns, axes = _waiting.idle_columns(source), _axes(ax)
    time = numpy.where(columns["time"] > 0, columns["time"], 1) / 100
    waiting, idle = columns["waiting"] / time, columns["idle"] / time
    _bars(axes, columns["location"], waiting, color=_COLOURS[3], label="waiting")
    if idle.any():
        _bars(axes, columns["location"], idle, left=waiting, color=_GREY, label="idle threads")
        axes.legend(frameon=False)
    if len(waiting) > _MOST_NAMES:
        axes.set_yticks([])
    axes.set_xlim(0, 100)
    return _finish(axes, "Waiting and idle time", "of the location's time (%)", "")


def wait_causes(archive: GivenArchive, *, ax: Optional[Axes] = None) -> Axes:
    """Plots how long locations wait for each other."""
    archive = opened(archive)
    axes = _axes(ax, (6, 5))
    _matrix(axes, _waiting.cause_matrix(archive), location_names(archive.definitions), "s")
    return _finish(axes, "Who waits for whom", "is waited for", "waits")


def wait_states(archive: GivenArchive, *, ax: Optional[Axes] = None) -> Axes:
    """Plots the wait states of each location over time."""
    archive = opened(archive)
    report = analyze(archive, wait_states=True)
    columns = _waiting.state_columns(archive, report)
    names = location_names(archive.definitions).tolist()
    axes = _axes(ax, (8, 1.5 + 0.25 * min(len(names), 30)))
    place = numpy.array([names.index(name) for name in columns["location"]], dtype="i8")
    for number, metric in enumerate(_waiting.waiting_metrics(report)):
        of = columns["metric"] == metric
        axes.barh(place[of], columns["duration"][of], left=columns["begin"][of], height=0.8,
                  color=_COLOURS[number % len(_COLOURS)], label=report.describe(metric)["name"])
    if len(names) <= 2 * _MOST_NAMES:
        axes.set_yticks(range(len(names)), [_short(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    if axes.patches:
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return _finish(axes, "Wait states over time", "time (s)", "")


def compare(runs: Mapping[str, Union[Archive, Report, Path]], *, top: int = 10,
            ax: Optional[Axes] = None) -> Axes:
    """Plots several runs side by side: regions of archives, metrics of reports."""
    by, columns = _profiles.run_columns(runs)
    axes, height = _axes(ax, (7, 4.5)), 0.8 / max(1, len(runs))
    names = [_short(name) for name in columns[by][:top]]
    for number, run in enumerate(runs):
        places = numpy.arange(len(names)) + (number + 0.5) * height - 0.4
        axes.barh(places, columns[run][:top], height=height, color=_COLOURS[number % len(_COLOURS)],
                  label=run)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.legend(frameon=False)
    what = "exclusive time, all locations (s)" if by == "region" else "all locations (s)"
    return _finish(axes, "Comparison of runs", what, "")
