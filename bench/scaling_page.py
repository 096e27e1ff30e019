# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The page docs/scaling.md and its picture."""
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
        ("loading the definitions of a location", f"{measured['load_seconds_per_location'] * 1e6:.1f} us"),
        ("memory for the definitions of a location", f"{measured['known_bytes_per_location']:,.0f} bytes"),
        (f"memory for the analysis of a location ({measured['events_per_location_then']:,.0f} events)",
         f"{measured['analysed_bytes_per_location']:,.0f} bytes"),
        ("values of a report that one process arranges in rows, per second",
         f"{measured['values_made_per_second'] / 1e6:.1f} million"),
        (f"values that it compresses and writes with {measured['cores']} cores, per second",
         f"{measured['values_compressed_per_second'] / 1e6:.1f} million"),
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
    report = model.limit(lambda n: model.seconds(n)["report"] > total(n) / 2)
    definitions = model.limit(lambda n: model.seconds(n)["definitions"] > model.seconds(n)["replay and search"])
    mail = model.limit(lambda n: model.seconds(n)["mail"] > model.seconds(n)["replay and search"])

    def at(locations):
        if not locations:
            return "nowhere below a hundred million locations"
        return f"from about {float(f'{locations:.1g}'):,.0f} locations on"

    return f"""1. **The single writer of the report.** {at(report).capitalize()}, most of the time is spent on the values
   that the first process gathers, arranges in rows and compresses. Remedy: each process arranges and compresses
   a part of the rows, and the first one only writes them.
2. **Definitions**, which every process reads completely. Loading them takes longer than the search
   {at(definitions)}. Remedy: one process reads them and distributes the parts.
3. **Mail**: the messages from every process to every other take longer than the search {at(mail)}.
   Remedy: only processes that have something to send communicate.
4. **Memory** of the first process is exhausted {at(memory)} (the values of one metric, with
   {model.machine.memory / 1e9:.0f} GB per node). Remedy: as for the first item."""


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
measurements were made on a small machine with two cores; the figures for large machines are computed, not measured.

## Measurements

{measured_table(model.measured)}

## Assumptions

A node has {machine.cores} cores, {machine.memory / 1e9:.0f} GB of memory and a network with
{machine.network / 1e9:.0f} GB/s and {machine.latency * 1e6:.0f} us per step. It runs one process of the analysis, whose
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
"""


def picture(model):
    """Seconds over locations, both axes logarithmic, a line for each part."""
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
