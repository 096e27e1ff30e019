#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`mpirun -n K lull analyze` gives the report and the findings of one process, for the example archive
and a few shared ones. (parallel_test compares the contents for all archives, without starting MPI for each.)

usage: analysis_test.py MPIEXEC LULL ARCHIVE [DIRECTORY-OF-ARCHIVES]
"""
import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile

SHARED = ("hybrid4x3", "nonblocking-4", "sweep3d-16")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, (command, done.returncode, done.stderr)
    return done.stdout


def rows_of(lull, report):
    return list(csv.reader(io.StringIO(run(lull, "show", report, "--csv", "--all"))))


def same(found, wanted):
    """Compares texts and counts exactly, times to nine digits."""
    if found == wanted:
        return True
    try:
        return math.isclose(float(found), float(wanted), rel_tol=1e-9, abs_tol=1e-12)
    except ValueError:
        return False


def compare(mpiexec, lull, archive, directory, numbers):
    report = os.path.join(directory, "report.cubex")
    analyze = [lull, "analyze", archive, "-o", report, "--json"]
    wanted = json.loads(run(*analyze))
    wanted_rows = rows_of(lull, report)
    assert len(wanted_rows) > 10, archive
    for number in numbers:
        os.remove(report)
        found = json.loads(run(mpiexec, "-n", str(number), *analyze, "--threads", str(1 + number % 2)))
        assert found == wanted, (archive, number, found, wanted)
        rows = rows_of(lull, report)
        assert len(rows) == len(wanted_rows), (archive, number)
        for row, wanted_row in zip(rows, wanted_rows):
            assert all(map(same, row, wanted_row)), (archive, number, row, wanted_row)


def fails(mpiexec, lull, words, status, sentence):
    done = subprocess.run([mpiexec, "-n", "3", lull, "analyze", *words], capture_output=True, text=True,
                          check=False, timeout=120)
    assert done.returncode == status, (words, done.returncode, done.stderr)
    said = [line for line in done.stderr.splitlines() if line.startswith("lull:")]
    assert len(said) == 1 and sentence in said[0], (words, done.stderr)


def is_plain(mpiexec, lull, example, directory):
    """Open MPI gives each process a terminal even if the output of mpirun is redirected."""
    report = os.path.join(directory, "report.cubex")
    text = run(mpiexec, "-n", "2", lull, "analyze", example, "-o", report)
    assert "1. " in text and "\033" not in text, text
    for words in (["show", report, "--calls"], ["stat", report]):
        text = run(mpiexec, "-n", "1", lull, *words)
        assert "8 locations" in text and "\033" not in text, text
    text = run(mpiexec, "-n", "1", lull, "show", report, "--colour", "always")
    assert "\033" in text, text


def main():
    mpiexec, lull, example = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as directory:
        compare(mpiexec, lull, example, directory, (1, 2, 3, 5, 8))
        is_plain(mpiexec, lull, example, directory)
        anchor = os.path.join(example, "traces.otf2")
        fails(mpiexec, lull, [example, "-o", anchor], 2, anchor)
        fails(mpiexec, lull, ["/nowhere"], 3, "no such file or directory")
        fails(mpiexec, lull, [example, "-o", "/nowhere/report.cubex"], 4, "/nowhere/report.cubex")
        shared = sys.argv[4] if len(sys.argv) > 4 else ""
        if not os.path.isdir(shared):
            print(f"skipped: {shared or 'shared archives'} is missing")
            return
        for name in SHARED:
            compare(mpiexec, lull, os.path.join(shared, name), directory, (3, 8))


if __name__ == "__main__":
    main()
