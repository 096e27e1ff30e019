#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares late senders found by replay with the engine's, by call path, for the example archive
and all shared ones, with several numbers of processes.

usage: late_sender_replay_test.py MPIEXEC PROGRAM ARCHIVE [DIRECTORY-OF-ARCHIVES]
"""
import collections
import os
import re
import subprocess
import sys

import lull

NUMBERS = (1, 2, 3, 5)


def replayed(mpiexec, program, archive, processes):
    """Returns seconds by call path."""
    done = subprocess.run([mpiexec, "-n", str(processes), program, archive], capture_output=True,
                          text=True, check=False, timeout=600)
    assert done.returncode == 0, (archive, processes, done.stderr)
    found = collections.Counter()
    for line in done.stdout.splitlines():
        seconds, path = re.match(r"(\S+) s /(.*)", line).groups()
        found[path] += float(seconds)
    return found


def analyzed(archive, known):
    """Returns seconds by call path. In the engine, the program itself is the root of all paths; in the
    replay, paths consist only of entered regions."""
    report = lull.analyze(lull.open(archive))
    programs = [path for path, parent in zip(report.callpaths, report.parents) if parent is None]
    found = collections.Counter()
    for path, row in zip(report.callpaths, report.values("mpi_latesender")):
        if row.sum() == 0:
            continue
        program = next((name for name in programs if path.startswith(name + "/")), "")
        found[path if path in known else path[len(program) + 1:]] += row.sum()
    return found


def compare(mpiexec, program, archive, numbers):
    for processes in numbers:
        found = replayed(mpiexec, program, archive, processes)
        wanted = analyzed(archive, found)
        assert set(found) == set(wanted), (archive, processes, found, wanted)
        for path, seconds in wanted.items():
            assert abs(found[path] - seconds) < 2e-9, (archive, processes, path, found[path], seconds)
    return len(wanted) > 0


def main():
    mpiexec, program, example = sys.argv[1:4]
    assert compare(mpiexec, program, example, NUMBERS), "the example has no late senders"
    shared = sys.argv[4] if len(sys.argv) > 4 else ""
    if not os.path.isdir(shared):
        print(f"skipped: {shared or 'shared archives'} is missing")
        return
    archives = [os.path.join(shared, name) for name in sorted(os.listdir(shared))
                if os.path.isdir(os.path.join(shared, name))]
    found = sum(compare(mpiexec, program, path, NUMBERS[i % len(NUMBERS):][:1])
                for i, path in enumerate(archives))
    assert found > 10, found
    print(f"{len(archives)} archives: the same")


if __name__ == "__main__":
    main()
