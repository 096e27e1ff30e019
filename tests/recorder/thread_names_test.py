#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records OpenMP threads that begin in any order: they have the same names and order in each run.

usage: thread_names_test.py LULL SOURCE COMPILER
"""
import json
import os
import sys
import tempfile

from recording_test import run
from threads_comparison import expect

LULL, SOURCE, COMPILER = sys.argv[1:]
RUNS = 10
# The number of times that each thread takes its lock.
LOCKS = {"Master thread": 0, "Pthread thread 1": 100, "Pthread thread 2": 200,
         "OMP thread 1": 10, "OMP thread 2": 20, "OMP thread 3": 30,
         "OMP thread 1 of Pthread thread 1": 110, "OMP thread 2 of Pthread thread 1": 120,
         "OMP thread 1 of Pthread thread 2": 210, "OMP thread 2 of Pthread thread 2": 220}


def events(trace):
    info = run(LULL, "info", "--json", trace)
    return {location["name"]: location["events"] for location in json.loads(info.stdout)["locations"]}


def main():
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "program")
        built = run(COMPILER, "-O1", "-fopenmp", "-pthread", "-o", program, SOURCE)
        assert built.returncode == 0, built.stderr
        for number in range(RUNS):
            trace = os.path.join(directory, f"run{number}")
            recorded = run(LULL, "record", "--openmp", "--pthread", "-o", trace, "--", program)
            expect("status", recorded.returncode, 0)
            found = events(trace)
            expect("names, in order", list(found), list(LOCKS))
            for name, locks in LOCKS.items():
                # There are six events per lock (two calls with their effects), and some thread and
                # team events.
                expect(f"{name} has the events of its locks", 0 <= found[name] - 6 * locks < 40, True)
    print("ok")


if __name__ == "__main__":
    main()
