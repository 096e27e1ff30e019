#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`mpirun -n K lull structure` prints exactly what one process prints, for the example archive and a few
shared ones, and fails with a single message if there is nothing to print. Commands that run as one process
run on the first rank.

usage: structure_test.py MPIEXEC LULL ARCHIVE [DIRECTORY-OF-ARCHIVES]
"""
import os
import shutil
import subprocess
import sys
import tempfile

MPIEXEC, LULL, EXAMPLE = sys.argv[1:4]
ANCHOR = os.path.join(EXAMPLE, "traces.otf2")
SHARED = sys.argv[4] if len(sys.argv) > 4 else ""
NAMES = ("npb-lu-s-16", "hybrid4x3", "public-mi300", "eztrace-sweep3d-16")
OPTIONS = ([], ["--json", "--depth", "4"], ["--location", "Master*", "--depth", "3"], ["--location", "1"])


def run(*command):
    return subprocess.run(command, capture_output=True, check=False, timeout=300)


def as_job(number, *words):
    return run(MPIEXEC, "-n", str(number), LULL, *words)


def same_as_one(archive, number, options):
    wanted = run(LULL, "structure", archive, *options)
    found = as_job(number, "structure", archive, *options)
    assert found.returncode == wanted.returncode, (archive, number, options, found.stderr)
    if wanted.returncode == 0:
        assert len(wanted.stdout) > 100, wanted.stdout
        assert found.stderr == wanted.stderr, (archive, number, options, found.stderr)
    assert found.stdout == wanted.stdout, (archive, number, options)


def damaged(directory):
    """Returns a copy of the example with a truncated last location."""
    copy = os.path.join(directory, "damaged")
    shutil.copytree(EXAMPLE, copy)
    file = os.path.join(copy, "traces", "7.evt")
    with open(file, "r+b") as events:
        events.truncate(os.path.getsize(file) // 2)
    return copy


def says(done, status, sentence):
    said = [line for line in done.stderr.decode().splitlines() if line.startswith("lull:")]
    assert done.returncode == status, (done.returncode, done.stderr)
    assert len(said) == 1 and sentence in said[0], done.stderr
    assert not done.stdout, done.stdout


def filters_once(directory):
    alone, job = os.path.join(directory, "alone"), os.path.join(directory, "job")
    words = ["filter", EXAMPLE, "--locations", "0-3", "-o"]
    wanted = run(LULL, *words, alone)
    found = as_job(3, *words, job)
    assert found.returncode == wanted.returncode == 0, found.stderr
    assert found.stdout.decode().replace(job, alone) == wanted.stdout.decode(), found.stdout
    info = [run(LULL, "info", archive, "--json").stdout.decode() for archive in (alone, job)]
    assert info[1].replace(job, alone) == info[0], info
    says(as_job(3, *words, job), 2, "already exists")


def main():
    with tempfile.TemporaryDirectory() as directory:
        for number in (2, 3, 5, 20):
            for options in OPTIONS if number == 3 else OPTIONS[:2]:
                same_as_one(EXAMPLE, number, options)
        same_as_one(damaged(directory), 3, [])
        same_as_one(damaged(os.path.join(directory, "2")), 20, ["--json"])
        filters_once(directory)
        missing = [MPIEXEC, "-n", "2", LULL, "structure", EXAMPLE, ":", "-n", "1", LULL, "structure"]
        says(run(*missing, "/nowhere/x.otf2"), 3, "/nowhere/x.otf2")
    says(as_job(3, "structure", "/nowhere"), 3, "no such file or directory")
    says(as_job(3, "structure", EXAMPLE, "--location", "99"), 2, "there is no such location")
    says(as_job(3, "structure", EXAMPLE, "--depth", "0"), 2, "--depth")
    assert as_job(3, "structure", "--help").stdout.count(b"--location") == 1
    if not os.path.isdir(SHARED):
        print(f"skipped: {SHARED or 'shared archives'} is missing")
        return
    for name in NAMES:
        for number, options in ((2, ["--json"]), (5, []), (20, ["--json", "--depth", "3"])):
            same_as_one(os.path.join(SHARED, name), number, options)
    print("ok")


if __name__ == "__main__":
    main()
