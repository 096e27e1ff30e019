#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records an example program's counters, and compares them with its own queries to the system.

usage: counters_test.py LULL PROGRAM THREADED_PROGRAM [--without-perf]

--without-perf: the system denies access to perf events, which must be reported.
The archive is read with otf2-print, independently of Lull's reader.
"""
import os
import re
import sys
import tempfile

from functions_test import Functions, record
from recording_test import expect, run

HAVE_PERF = "--without-perf" not in sys.argv
PERF = ["page-faults", "task-clock"]
WANTED = ["ru_utime", "ru_stime", "ru_maxrss", "ru_minflt", "ru_majflt"] + PERF * HAVE_PERF
UNITS = {"ru_utime": "s", "ru_maxrss": "B", "ru_minflt": "#"} | ({"task-clock": "s"} if HAVE_PERF else {})
# The kernel counts a process's pages per processor and sums them up only occasionally.
INEXACT = {"ru_maxrss": 1 << 20}
EXPONENTS = {"ru_utime": -6, "ru_maxrss": 0, "ru_minflt": 0, "task-clock": -9}


class Samples:
    """The samples before each ENTER and LEAVE, in order: (event, region, values by name,
    location)."""

    def __init__(self, trace):
        self.all = []
        samples = {}  # the last sample of each location: time and values
        for line in Functions.lines(os.path.join(trace, "traces.otf2")):
            words = line.split()
            if not words or words[0] not in ("METRIC", "ENTER", "LEAVE"):
                continue
            location, time = words[1:3]
            if words[0] == "METRIC":
                values = re.findall(r'\("([^"]+)" <\d+>; UINT64; (\d+)\)', line)
                if values:
                    samples[location] = time, {name: int(value) for name, value in values}
                continue
            assert location in samples and samples[location][0] == time, f"no sample before {line}"
            self.all.append((words[0], Functions.region(line), samples.pop(location)[1], location))

    def at(self, event, region):
        return [values for kind, name, values, _ in self.all if (kind, name) == (event, region)]


def check_order(samples):
    """No counter decreases, even if a thread takes over the location of a thread that ended."""
    last = {}
    for _, name, values, location in samples.all:
        for counter, value in values.items():
            before = last.get((location, counter), 0)
            assert value >= before - INEXACT.get(counter, 0), f"{counter} decreases from {before} to {value} at {name}"
            last[location, counter] = value
    return last


def check_values(samples, counted):
    check_order(samples)
    first = samples.at("ENTER", "the end")[0]
    last = samples.at("LEAVE", "the end")[-1]
    for counter, scale in (("ru_utime", 1), ("ru_stime", 1), ("ru_minflt", 1), ("ru_maxrss", 1024)):
        asked, error = counted[counter] * scale, INEXACT.get(counter, 0)
        assert first[counter] - error <= asked <= last[counter] + error, \
            f"{counter}: the program read {asked}, recorded were {first[counter]}, {last[counter]}"
    if not HAVE_PERF:
        return
    begin = samples.all[0][2]
    faults = {name: last[name] - begin[name] for name in ("ru_minflt", "ru_majflt", "page-faults")}
    assert abs(faults["ru_minflt"] + faults["ru_majflt"] - faults["page-faults"]) <= 8, faults
    assert last["task-clock"] > begin["task-clock"], last


def check_definitions(trace):
    lines = Functions.lines("-G", os.path.join(trace, "traces.otf2"))
    members = {re.search(r'Name: "([^"]+)"', line).group(1): line
               for line in lines if line.startswith("METRIC_MEMBER")}
    for name, unit in UNITS.items():
        found = re.search(r'Exponent: (-?\d+), Unit: "([^"]*)"', members[name]).groups()
        expect(f"exponent and unit of {name}", found, (str(EXPONENTS[name]), unit))
    assert any(re.search(f"METRIC_CLASS.*SYNCHRONOUS_STRICT.*{len(WANTED)} Members", line)
               for line in lines), "no metric class contains all counters"


def check_errors(lull, directory, program):
    """Unavailable counters are reported before the program starts."""
    listed = run(lull, "record", "--counters", "help")
    assert listed.returncode == 0, listed.stderr
    available = {line.split()[0] for line in listed.stdout.splitlines()}
    available.discard("PAPI")  # the last line is a sentence
    assert set(WANTED) <= available, available
    for name in available:
        accepted = run(lull, "record", "-o", os.path.join(directory, "accepted"), "--no-mpi",
                       "--counters", name, "--", "true")
        expect(f"status with the counter {name}", accepted.returncode, 0)
    assert HAVE_PERF or not set(PERF) & available, available
    for name in ("nonsense", "cycles", "PAPI_TOT_CYC", "PAPI_NONSENSE", "", *PERF):
        if name in available:
            continue
        refused = run(lull, "record", "-o", os.path.join(directory, "refused"), "--no-mpi",
                      "--counters", f"ru_utime,{name}" if name else ",", "--", program)
        expect(f"status with the counter {name}", refused.returncode, 2)
        expect("output of the program", refused.stdout, "")
        assert name in refused.stderr and "--counters help" in refused.stderr, refused.stderr


def check_papi(lull, directory, program):
    """Tests page faults, which PAPI counts on every machine where it works."""
    probe = run(lull, "record", "-o", os.path.join(directory, "probe"), "--no-mpi",
                "--counters", "perf::PAGE-FAULTS", "--", program)
    if probe.returncode != 0:
        print("PAPI counts nothing on this machine:", probe.stderr)
        return
    _, _, trace = record(lull, directory, program, "--no-mpi", "--counters",
                         "perf::PAGE-FAULTS,ru_minflt,ru_majflt")
    samples = Samples(trace)
    begin, end = samples.all[0][2], samples.all[-1][2]
    faults = {name: end[name] - begin[name] for name in begin}
    counted = faults["ru_minflt"] + faults["ru_majflt"]
    assert abs(counted - faults["perf::PAGE-FAULTS"]) <= 8, faults


def check_threads(lull, directory, program):
    """Each thread has separate counters."""
    trace = os.path.join(directory, "threads")
    recorded = run(lull, "record", "-o", trace, "--counters", "task-clock,ru_maxrss,ru_nvcsw", "--",
                   program)
    assert recorded.returncode == 0, recorded.stderr
    last = check_order(Samples(trace))
    clocks = [value for (_, counter), value in last.items() if counter == "task-clock"]
    assert len(clocks) >= 4 and all(clocks), last
    assert len(set(clocks)) == len(clocks), f"threads with the same time: {last}"


def main():
    lull, program, threaded = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as directory:
        found, counted, trace = record(lull, directory, program, "--no-mpi", "--counters",
                                       ",".join(WANTED))
        expect("regions", {name: found.calls[name] for name in counted["functions"]},
               counted["functions"])
        check_values(Samples(trace), counted)
        check_definitions(trace)
        check_errors(lull, directory, program)
        check_papi(lull, directory, program)
        if HAVE_PERF:
            check_threads(lull, directory, threaded)
        report = os.path.join(directory, "report.cubex")
        analysed = run(lull, "analyze", trace, "-o", report)
        assert analysed.returncode == 0, analysed.stderr
        shown = run(lull, "show", report)
        assert not HAVE_PERF or "task-clock" in shown.stdout, shown.stdout  # the others may be 0
    print("ok")


if __name__ == "__main__":
    main()
