#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records the annotated example program, and compares the archive with the program's own counts.

usage: annotations_test.py LULL PROGRAM

The archive is read with otf2-print, independently of Lull's reader.
"""
import os
import re
import sys
import tempfile

from functions_test import Functions, record
from recording_test import expect, run


def values_of(lines, event):
    return [re.search(r"(?:; |Value: )([-\d.e]+)\)?$", line).group(1)
            for line in lines if line.startswith(event)]


def check_definitions(trace):
    lines = Functions.lines("-G", os.path.join(trace, "traces.otf2"))
    text = "\n".join(lines)
    for wanted in (r'METRIC_MEMBER .*"residual".*Type: USER, .*DOUBLE, .*Unit: "1"',
                   r'PARAMETER .*"size".*Type: INT64',
                   r'CART_DIMENSION .*Size: 2, Periodicity: FALSE',
                   r'CART_DIMENSION .*Size: 3, Periodicity: TRUE',
                   r'CART_TOPOLOGY .*Name: "grid"',
                   r'CART_COORDINATE .*Coordinates: \(1, 2\)',
                   r'REGION .*"sweep".*Role: CODE, Paradigm: "?USER'):
        assert re.search(wanted, text), f"no {wanted} in\n{text}"


def check_filter(lull, directory, program):
    rules = os.path.join(directory, "filter")
    with open(rules, "w", encoding="utf-8") as file:
        file.write("SCOREP_REGION_NAMES_BEGIN EXCLUDE sw* SCOREP_REGION_NAMES_END")
    found, counted, _ = record(lull, directory, program, "--no-mpi", "--filter", rules)
    wanted = dict(counted["functions"], sweep=0)
    expect("filtered regions", {name: found.calls[name] for name in wanted}, wanted)


def main():
    lull, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        found, counted, trace = record(lull, directory, program, "--no-mpi")
        functions = counted["functions"]
        expect("regions", {name: found.calls[name] for name in functions}, functions)
        expect("calls that were switched off", found.calls["unrecorded"], 0)
        expect("callers", found.callers["sweep"], {"solve"})
        if "fortran" not in program:  # Fortran annotations have no source location
            file, line, _ = found.places["solve"]
            expect("file", file, "annotated.c")
            assert line > 0
        events = Functions.lines(os.path.join(trace, "traces.otf2"))
        expect("parameters", values_of(events, "PARAMETER_INT64"),
               [str(n) for n in range(counted["parameters"])])
        metrics = values_of(events, "METRIC")
        expect("metrics", len(metrics), counted["metrics"])
        assert abs(float(metrics[-1]) - counted["last_metric"]) < 1e-6, metrics
        expect("switches", [line.split()[-1] for line in events
                            if line.startswith("MEASUREMENT_ON_OFF")], ["OFF", "ON"])
        check_definitions(trace)
        check_filter(lull, directory, program)
        analysed = run(lull, "analyze", trace, "-o", os.path.join(directory, "report.cubex"))
        assert analysed.returncode == 0, analysed.stderr
    print("ok")


if __name__ == "__main__":
    main()
