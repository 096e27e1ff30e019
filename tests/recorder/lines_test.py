#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Consecutive OpenMP constructs have their own lines, however gcc has compiled them and whichever
runtime they run on. usage: lines_test.py LULL PROGRAMS"""
import collections
import os
import re
import shutil
import sys
import tempfile

from recording_test import run
from threads_comparison import expect

IN_C = [(20, "implicit barrier"), (20, "parallel"), (22, "implicit barrier"), (24, "for"), (26, "for"),
        (26, "implicit barrier"), (29, "sections"), (36, "single"), (36, "single sblock"),
        (38, "implicit barrier"), (38, "single"), (38, "single sblock"), (40, "barrier"),
        (41, "implicit barrier"), (41, "single"), (41, "single sblock")]
AT_THE_END = [(45, "implicit barrier"), (45, "parallel"), (48, "barrier")]
IN_FORTRAN = [(9, "implicit barrier"), (9, "parallel"), (10, "for"), (15, "for"), (15, "implicit barrier"),
              (21, "single"), (21, "single sblock"), (24, "implicit barrier"), (24, "single"),
              (24, "single sblock"), (27, "barrier")]


def constructs(lull, compiler, source, directory, *options, record=()):
    program, trace = tempfile.mktemp(dir=directory), tempfile.mkdtemp(dir=directory)
    built = run(compiler, *options, "-g", "-fopenmp", "-o", program, source)
    assert built.returncode == 0, built.stderr
    recorded = run(lull, "record", *record, "-o", trace, "--", program)
    assert recorded.returncode == 0, recorded.stderr
    listed = run("otf2-print", "-G", os.path.join(trace, "traces.otf2")).stdout
    # LLVM's runtime does not report the call site of sections in gcc's programs.
    elsewhere = re.findall(r'Name: "(!\$omp (?![a-z ]+ @lines\.)[^"]*)"', listed)
    expect(f"{compiler} {options}: constructs of another file", elsewhere, ["!$omp for"] if record else [])
    names = re.findall(r'^REGION .*?Name: "!\$omp ([a-z ]+) @lines\.\w+:(\d+)"', listed, re.M)
    return sorted((int(line), construct) for construct, line in names)


def threads_in(lull, compiler, source, directory):
    """Returns how many times each thread is in the function that all call once."""
    program, trace = tempfile.mktemp(dir=directory), tempfile.mkdtemp(dir=directory)
    built = run(compiler, "-O0", "-g", "-fopenmp", "-finstrument-functions", "-o", program, source)
    assert built.returncode == 0, built.stderr
    recorded = run(lull, "record", "--functions", "-o", trace, "--", program)
    assert recorded.returncode == 0, recorded.stderr
    printed = run("otf2-print", os.path.join(trace, "traces.otf2")).stdout
    entered = re.findall(r'^ENTER +(\d+) +\d+ +Region: "wait_for_all"', printed, re.M)
    return sorted(collections.Counter(entered).values())


def main():
    lull, programs = sys.argv[1:]
    source = os.path.join(programs, "lines.c")
    with tempfile.TemporaryDirectory() as directory:
        for level in ("-O0", "-O1", "-O2", "-O3"):
            # The barrier of a called function is found in that function.
            called = [(15, "barrier")]
            expect(f"gcc {level}", constructs(lull, "gcc", source, directory, level),
                   called + IN_C + AT_THE_END)
            expect(f"gfortran {level}", constructs(lull, "gfortran", os.path.join(programs, "lines.f90"),
                                                   directory, level), IN_FORTRAN)
        exchanged = constructs(lull, "gcc", source, directory, "-O1", record=("--ompt",))
        expect("gcc on the other runtime", [found for found in exchanged if found[1] in ("barrier", "single")],
               [found for found in called + IN_C + AT_THE_END if found[1] in ("barrier", "single")])
        if shutil.which("clang"):
            for level in ("-O0", "-O2"):
                found = constructs(lull, "clang", source, directory, level)
                expect(f"clang {level}", sorted({line for line, _ in found} - {27, 48}),  # 27: the loop's schedule clause
                       sorted({line for line, _ in called + IN_C + AT_THE_END} - {48}))
        for compiler in filter(shutil.which, ("gcc", "clang")):
            expect(f"{compiler}: threads in a function", threads_in(lull, compiler, source, directory), [1, 1])
    print("ok")


if __name__ == "__main__":
    main()
