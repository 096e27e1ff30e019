# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the page docs/scaling.md and its picture."""
import math

SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
COLOURS = {"definitions": "#8c6bb1", "replay and search": "#2b8cbe", "mail": "#41ab5d", "report": "#d95f0e"}


def number(value):
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value >= 0.001 else f"{value:.1e}" if value > 0 else "0"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| ---: " * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def measured_table(measured):
    rows = [
        ("replay and search of an event, one thread", f"{measured['seconds_per_event'] * 1e9:.0f} ns"),
        ("reading the global definitions of a location", f"{measured['read_seconds_per_location'] * 1e6:.2f} us"),
        ("taking them over from another process", f"{measured['take_seconds_per_location'] * 1e6:.2f} us"),
        ("reading the local definitions of a location", f"{measured['local_seconds_per_location'] * 1e6:.1f} us"),
        ("definitions of a location on their way to other processes",
         f"{measured['packed_bytes_per_location']:,.0f} bytes"),
        ("memory for the definitions of a location", f"{measured['known_bytes_per_location']:,.0f} bytes"),
        (f"memory for the analysis of a location ({measured['events_per_location_then']:,.0f} events)",
         f"{measured['analysed_bytes_per_location']:,.0f} bytes"),
        ("memory for a value of the report while its location is analysed",
         f"{measured['kept_bytes_per_value']:.1f} bytes"),
        ("arranging a value in a row", f"{measured['arrange_seconds_per_value'] * 1e9:.0f} ns"),
        ("adding it to the totals of the findings", f"{measured['digest_seconds_per_value'] * 1e9:.0f} ns"),
        ("compressing it", f"{measured['compress_seconds_per_value'] * 1e9:.0f} ns"),
        ("writing it", f"{measured['write_seconds_per_value'] * 1e9:.0f} ns"),
        ("writing the report's tables, for a location", f"{measured['tables_seconds_per_location'] * 1e6:.2f} us"),
        ("file size of a report, per value", f"{measured['bytes_per_value']:.1f} bytes"),
        ("values of a report that `lull show` reads, per second",
         f"{measured['values_shown_per_second'] / 1e6:.1f} million"),
    ]
    for kind in ("message", "collective"):
        each = ", ".join(f"{processes}: {found:,.0f}" for processes, found in
                         zip(measured["processes"], measured[f"bytes_per_{kind}"]))
        rows.append((f"bytes exchanged for a {kind}, by number of processes", each))
    return "| | |\n| --- | ---: |\n" + "\n".join(f"| {what} | {value} |" for what, value in rows)


def first_limits(model):
    def total(locations):
        return sum(model.seconds(locations).values())

    memory = model.limit(lambda n: sum(model.memory(n).values()) > model.machine.memory)
    report = model.limit(lambda n: model.seconds(n)["report"] > model.seconds(n)["replay and search"])
    definitions = model.limit(lambda n: model.seconds(n)["definitions"] > model.seconds(n)["replay and search"])
    mail = model.limit(lambda n: model.seconds(n)["mail"] > model.seconds(n)["replay and search"])

    def at(locations):
        if not locations:
            return "nowhere below a hundred million locations"
        return f"from about {float(f'{locations:.1g}'):,.0f} locations on"

    return f"""1. **Definitions**, of which every process keeps all. Reading the global ones, which the first process does for
   all, and taking them over takes longer than the search {at(definitions)}. Remedy: each process gets those of its
   own locations and of their partners only.
2. **The report**: rows are arranged and compressed by all processes, but none of them is divided, and each process
   has at least one; its tables are written by the first process alone. That takes longer than the search {at(report)}; most
   of it are the tables and the compression of the longest share. Remedy: tables and rows are written in parts.
3. **Mail**: the messages from every process to every other take longer than the search {at(mail)}.
   Remedy: only processes that have something to send communicate.
4. **Memory** of the first process is exhausted {at(memory)} (with {model.machine.memory / 1e9:.0f} GB per node).
   Remedy: as for the definitions."""


def together_table(model):
    measured = model.measured
    locations = measured["together_locations"]
    rows = [[processes, number(model.on_this_machine(locations, int(processes))), number(seconds)]
            for processes, seconds in measured["together_seconds"].items()]
    return table(["processes", "predicted", "measured"], rows)


def page(model):
    machine, program = model.machine, model.program
    rows, memories = [], []
    for locations in SIZES:
        seconds, memory = model.seconds(locations), model.memory(locations)
        rows.append([f"{locations:,}", f"{model.nodes(locations):,}", *map(number, seconds.values()),
                     number(sum(seconds.values()))])
        memories.append([f"{locations:,}", *(number(value / 1e9) for value in memory.values()),
                         number(sum(memory.values()) / 1e9)])
    parts = list(model.seconds(1000))
    return f"""# Scalability

`bench/scaling` generates this page from its measurements (`scaling.json`) and a model (`bench/scaling_model.py`). The
measurements were made on a small machine with two cores, in seconds of a processor; the figures for large machines are
computed, not measured.

## Measurements

{measured_table(model.measured)}

## Assumptions

A node has {machine.cores} cores, {machine.memory / 1e9:.0f} GB of memory and a network with
{machine.network / 1e9:.0f} GB/s and {machine.latency * 1e6:.0f} us per step, and writes {machine.disk / 1e9:.0f} GB/s to a file system that
takes {machine.file_system / 1e9:.0f} GB/s from all nodes together. It runs one process of the analysis, whose
threads have a parallel efficiency of {100 * machine.efficiency:.0f} %. The program has
{program.events:,.0f} events per location, one message per {program.per_message:.0f} events, of which
{100 * program.remote:.0f} % leave the node, one collective operation of all processes per
{program.per_collective:.0f} events, and {program.call_paths} call paths with {program.values:.0f} metrics each. Each node
of the analysis handles {program.locations_per_node:,} locations.

## Run time, in seconds

{table(["locations", "nodes", *parts, "total"], rows)}

![Run time by number of locations](scaling.svg)

## Memory of the first process, in GB

{table(["locations", *model.memory(1000), "total"], memories)}

## What breaks first

{first_limits(model)}

## Predicted and measured

The analysis of {model.measured["together_locations"]:,} locations with {model.measured["events_per_location_then"]:,.0f} events each, as
several processes of one thread on the machine of the measurements: seconds of a processor that the busiest process
takes. What the prediction takes as divided is that which one process spends on a location beside its global
definitions and its place in the tables of the report. The measured time contains waiting for others, and the start and end of MPI, which the model leaves out.

{together_table(model)}
"""


def picture(model):
    """Plots seconds over locations, both axes logarithmic, a line for each part."""
    width, height, left, bottom, top, right = 720, 420, 60, 50, 20, 160
    counts = [10 ** (3 + i / 8) for i in range(8 * 4 + 1)]
    lines = {name: [model.seconds(count)[name] for count in counts] for name in COLOURS}
    low, high = -4, math.ceil(math.log10(max(max(line) for line in lines.values())))

    def x(count):
        return left + (math.log10(count) - 3) / 4 * (width - left - right)

    def y(seconds):
        place = (max(math.log10(max(seconds, 1e-9)), low) - low) / (high - low)
        return height - bottom - place * (height - bottom - top)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
           'font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(low, high + 1):
        out.append(f'<line x1="{left}" x2="{width - right}" y1="{y(10 ** power):.1f}" y2="{y(10 ** power):.1f}" '
                   'stroke="#ddd"/>')
        out.append(f'<text x="{left - 6}" y="{y(10 ** power) + 4:.1f}" text-anchor="end">{10 ** power:g}</text>')
    for power in range(3, 8):
        out.append(f'<text x="{x(10 ** power):.1f}" y="{height - bottom + 18}" text-anchor="middle">'
                   f'{10 ** power:,}</text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 10}" text-anchor="middle">locations, '
               f'{model.program.locations_per_node:,} for each node</text>')
    out.append(f'<text transform="translate(14 {height / 2}) rotate(-90)" text-anchor="middle">seconds</text>')
    labels = sorted(((lines[name][-1], name) for name in lines), reverse=True)
    last = -100.0
    for value, name in labels:
        points = " ".join(f"{x(count):.1f},{y(seconds):.1f}" for count, seconds in zip(counts, lines[name]))
        out.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[name]}" stroke-width="2.5"/>')
        last = max(y(value) + 4, last + 16)
        out.append(f'<text x="{width - right + 8}" y="{last:.1f}" fill="{COLOURS[name]}">{name}</text>')
    return "\n".join(out) + "\n</svg>\n"
