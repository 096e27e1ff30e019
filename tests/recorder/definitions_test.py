#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records an example program and compares the archive's definitions with the objects that it creates.

usage: definitions_test.py LULL PROGRAM LAUNCHER...

expectations() below lists the objects of each program, for the number of processes in the
tests.
"""
import os
import re
import sys
import tempfile

import recording_test


def wavefront(definitions):
    """Four processes: a grid of two by two, and for every process a column of it."""
    dimensions = re.findall(r"^CART_DIMENSION .*Size: (\d+), Periodicity: (\w+)", definitions, re.M)
    expect("dimensions", dimensions, [("2", "FALSE")] * 4)
    expect("grids", len(re.findall(r"^CART_TOPOLOGY .*, 2 Dimensions", definitions, re.M)), 1)
    places = re.findall(r"Rank: (\d) \(\"Master thread\" <(\d)>\), Coordinates: \((.*)\)", definitions)
    expect("places in the grid", places,
           [("0", "0", "0, 0"), ("1", "1", "0, 1"), ("2", "2", "1, 0"), ("3", "3", "1, 1")])
    places = re.findall(r"Rank: (\d) \(\"Master thread\" <(\d)>\), Coordinate: \((.*)\)", definitions)
    expect("places in columns", sorted(places),
           [("0", "0", "0"), ("0", "1", "0"), ("1", "2", "1"), ("1", "3", "1")])
    world = re.search(r'^COMM +(\d+) +Name: "MPI_COMM_WORLD"', definitions, re.M).group(1)
    parents = re.findall(r'^COMM +\d+ +Name: "" .*Parent: "(.*)" <(\d+)>', definitions, re.M)
    expect("parents of communicators", parents[0], ("MPI_COMM_WORLD", world))
    expect("parents of communicators", [name for name, _ in parents[1:]], ["", ""])


def fortran_requests(definitions):
    """Two communicators with the same name."""
    expect("names", len(re.findall(r'^COMM .*Name: "every other process"', definitions, re.M)), 2)


def matched(definitions):
    """A copy of MPI_COMM_WORLD made by MPI_Comm_idup."""
    found = re.findall(r'^COMM .*Name: "matched messages" .*Group: .*<(\d+)>.*Parent: "(\w+)"', definitions, re.M)
    expect("copies", [parent for _, parent in found], ["MPI_COMM_WORLD"])
    members = re.search(rf"^GROUP +{found[0][0]} .* 4 Members", definitions, re.M)
    expect("members of the copy", members is not None, True)


def one_sided(definitions):
    """Two windows of all processes; a group of one process for each that synchronises."""
    windows = re.findall(r'^RMA_WIN +\d+ +Name: "([^"]*)" .*Communicator: "([^"]*)"', definitions, re.M)
    expect("windows", windows, [("MPI_Win_create window", "MPI_COMM_WORLD"),
                                ("MPI_Win_allocate window", "MPI_COMM_WORLD")])
    groups = re.findall(r'^GROUP .*COMM_GROUP, .*, 1 Member: (\d) ', definitions, re.M)
    expect("groups", sorted(groups), ["0", "1", "2", "3"])


def files(definitions):
    """A file of all processes and one for each process; each handle refers to its file."""
    paths = re.findall(r'^IO_REGULAR_FILE +(\d+) +Name: "([^"]*)"', definitions, re.M)
    expect("own files", [path.split(".")[-1] for _, path in paths[1:]], ["0", "1", "2", "3"])
    handles = re.findall(r'^IO_HANDLE .*File: "[^"]*" <(\d+)>.*Communicator: "(\w+)"', definitions, re.M)
    expect("handles", handles, [("0", "MPI_COMM_WORLD")] +
           [(str(file), "MPI_COMM_SELF") for file in range(1, 5)])


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: recorded {found}, the program created {wanted}")


def expectations(program):
    known = {"wavefront": wavefront, "fortran_requests": fortran_requests,
             "matched": matched, "one_sided": one_sided, "files": files}
    return known[os.path.basename(program).split(".")[0]]


def main():
    lull, program, launcher = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as directory:
        trace = os.path.join(directory, "trace")
        recorded = recording_test.run(lull, "record", "-o", trace, "--", *launcher, program)
        assert recorded.returncode == 0, recorded.stderr
        printed = recording_test.run("otf2-print", "-G", os.path.join(trace, "traces.otf2"))
        assert printed.returncode == 0 and not printed.stderr, printed.stderr
        expectations(program)(printed.stdout)
    print("ok")


if __name__ == "__main__":
    main()
