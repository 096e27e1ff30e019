# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares a report's instances with the trace: each late sender with the ones that the Python
example finds, and time lines with the calls on each location.

usage: instances_test.py LULL EXAMPLES ARCHIVE [DIRECTORY-OF-ARCHIVES]
"""
import json
import os
import subprocess
import sys
import tarfile
import tempfile

import lull

LULL = sys.argv[1]
sys.path.insert(0, os.path.join(sys.argv[2], "python"))
import late_sender  # pylint: disable=wrong-import-position,import-error

SHARED = ("sweep3d-16", "npb-lu-s-16", "hybrid4x3", "btmz-s-4x4", "nonblocking-4")


class Single(late_sender.Severity):
    """Keeps each instance, too."""

    def __init__(self):
        super().__init__()
        self.instances = []

    def add(self, callpath, location, ticks):
        super().add(callpath, location, ticks)
        self.instances.append((ticks, callpath, location))


def late_senders(archive):
    late_sender.Severity = Single
    _, patterns = late_sender.search(archive)
    return patterns[1].severity.instances


def instances_of(path):
    with tempfile.TemporaryDirectory() as directory:
        report = os.path.join(directory, "report.cubex")
        subprocess.run([LULL, "analyze", path, "--clocks", "measured", "-o", report, "--time-lines", "all"], check=True,
                       stdout=subprocess.DEVNULL)
        with tarfile.open(report) as tar:
            member = json.load(tar.extractfile("lull/instances.json"))
        shown = subprocess.run([LULL, "show", report, "--json"], check=True, capture_output=True, text=True)
        return member, json.loads(shown.stdout)


def close(found, wanted, relative, absolute=2e-9):
    assert abs(found - wanted) <= relative * abs(wanted) + absolute, (found, wanted)


def check_statistics(of, values):
    values.sort()
    def quantile(part):
        return values[round(part * (len(values) - 1) + 1e-9)]
    assert of["count"] == len(values), (of, len(values))
    close(of["sum"], sum(values), 1e-9)
    close(of["minimum"], values[0], 1e-9)
    close(of["maximum"], values[-1], 1e-9)
    for name, part in (("q1", 0.25), ("median", 0.5), ("q3", 0.75)):
        at = part * (len(values) - 1)
        near = [quantile(part), values[int(at)], values[min(int(at) + 1, len(values) - 1)]]
        assert any(abs(of[name] - value) <= 0.02 * value + 2e-9 for value in near), (name, of, near)


def check_lane(archive, tables, lane, window, regions):
    """Each span is a call on the location, clipped to the window."""
    location = lane["location"]
    if location not in tables:
        calls = lull.calls(archive, location)
        names = [region.name for region in archive.definitions.regions]
        tables[location] = [(names[region] if 0 <= region < len(names) else None, enter, leave) for region, enter, leave
                            in zip(calls["region"].tolist(), calls["enter"].tolist(), calls["leave"].tolist())]
    clock = archive.definitions
    def seconds(time):
        return (time - clock.begin) / clock.ticks_per_second
    wanted = {(name, round(max(seconds(enter), window[0]), 7), round(min(seconds(leave), window[1]), 7))
              for name, enter, leave in tables[location]
              if seconds(leave) > window[0] and seconds(enter) < window[1]}
    checked = 0
    for begin, end, region, _ in lane["spans"]:
        name = regions[region]["name"]
        if not any(other == name for other, _, _ in wanted):
            continue  # the program itself, which is not a call
        near = any(other == name and abs(b - begin) < 1e-6 and abs(e - end) < 1e-6
                   for other, b, e in wanted)
        assert near, (location, name, begin, end, sorted(wanted)[:5])
        checked += 1
    return checked


def check(path):
    archive = lull.open(path)
    member, shown = instances_of(path)
    metric = next(entry["id"] for entry in shown["metrics"] if entry["name"] == "mpi_latesender")
    ticks = archive.definitions.ticks_per_second
    found = late_senders(archive)
    statistics = [of for of in member["statistics"] if of["metric"] == metric]
    assert bool(statistics) == bool(found), (path, statistics, len(found))
    if statistics:
        check_statistics(statistics[0], [severity / ticks for severity, _, _ in found])
        worst = max(instance["severity"] for instance in member["instances"] if instance["metric"] == metric)
        close(worst, max(found)[0] / ticks, 1e-9)
    tables, spans = {}, 0
    for instance in member["instances"]:
        assert instance["lanes"][0]["location"] == instance["location"]
        for lane in instance["lanes"]:
            spans += check_lane(archive, tables, lane, instance["window"], shown["regions"])
    return len(found), len(member["instances"]), spans


def main():
    archives = [sys.argv[3]]
    for directory in sys.argv[4:]:
        for name in SHARED:
            path = os.path.join(directory, name)
            if os.path.exists(path):
                archives.append(path)
            else:
                print(f"missing, skipped: {path}")
    for path in archives:
        late, instances, spans = check(path)
        print(f"{path}: {late} late senders, {instances} instances, {spans} spans")
        assert instances > 0 and spans > 0, path
    print("ok")


if __name__ == "__main__":
    main()
