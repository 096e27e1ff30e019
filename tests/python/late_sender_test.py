# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the patterns in Python with the analysis: on the example archive and on all shared ones.

usage: late_sender_test.py EXAMPLES ARCHIVE [DIRECTORY-OF-ARCHIVES]
"""
import os
import sys

import numpy

import lull

sys.path.insert(0, os.path.join(sys.argv[1], "python"))
import late_sender  # pylint: disable=wrong-import-position,import-error

# If clocks contradict this share of messages, the order of sends is undefined, and the analysis
# refuses a verdict, too.
TOO_MANY = 0.1


def seconds(archive, pattern):
    """Sums by location."""
    sums = numpy.zeros(len(archive.definitions.locations))
    for (_, location), ticks in pattern.severity.items():
        sums[location] += ticks / archive.definitions.ticks_per_second
    return sums


def order_means_nothing(archive):
    messages = lull.messages(archive)
    early = messages["receive_time"] < messages["send_time"]
    return early.sum() > TOO_MANY * len(early)


def compare(path):
    archive = lull.open(path)
    report = lull.analyze(archive)
    _, patterns = late_sender.search(archive)
    checked = {"mpi_latesender": patterns[1], "mpi_latesender_wo": patterns[2]}
    for metric, pattern in checked.items():
        if metric == "mpi_latesender_wo" and order_means_nothing(archive):
            continue
        wanted = report.values(metric).sum(axis=0)
        found = seconds(archive, pattern)
        assert numpy.allclose(found, wanted, rtol=0, atol=1e-9), (path, metric, found, wanted)
    return sum(report.total(metric) > 0 for metric in checked)


def main():
    assert compare(sys.argv[2]) == 2, "the example has no late senders in wrong order"
    shared = sys.argv[3] if len(sys.argv) > 3 else ""
    if not os.path.isdir(shared):
        print(f"skipped: {shared or 'shared archives'} is missing")
        return
    archives = [os.path.join(shared, name) for name in sorted(os.listdir(shared))
                if os.path.isdir(os.path.join(shared, name))]
    found = sum(compare(path) for path in archives)
    assert found > 10, found
    print(f"{len(archives)} archives: the same")


if __name__ == "__main__":
    main()
