#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The cost of an analysis grows linearly with the trace, for all kinds of traces.

usage: growth_test.py PROGRAM VALGRIND

Counts the instructions of PROGRAM for N and 4 N: four times as many if cost is linear, sixteen times
if it is quadratic. The data that a lost message, member or request leaves takes no more memory in a
longer trace.
"""
import re
import subprocess
import sys
import unittest

PROGRAM, VALGRIND = sys.argv[1:3]
# Kinds of traces whose numbers of call paths and processes are fixed.
BOUNDED = ["one-lost-message", "lost-messages", "lost-member", "open-receive", "open-send", "locks",
           "teams-never-joined", "open-collective", "lost-non-blocking-member", "completed-with-others",
           "lost-window-member", "starts-without-posts", "window-locks", "waves-of-lost-messages",
           "flushes-for-ever", "lost-complete", "locks-in-turn", "shmem-puts", "shmem-wait-for-ever", "shmem-locks", "shmem-lost-release", "shmem-lost-barrier",
           "windows-freed", "signals-without-releases"]
# Sizes that are large enough for the analysis to discard something.
SIZES = {"stairs": 100, "lost-member": 1500, "open-collective": 20000}


def run(kind, size):
    """Maximum number of bytes held by the analysis, and instructions of the whole program."""
    result = subprocess.run(
        [VALGRIND, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", PROGRAM, kind,
         str(size)], capture_output=True, text=True, check=True)
    instructions = re.search(r"I\s+refs:\s+([\d,]+)", result.stderr).group(1)
    return int(result.stdout), int(instructions.replace(",", ""))


class Growth(unittest.TestCase):
    def test_costs_grow_as_the_trace_does(self):
        kinds = subprocess.run([PROGRAM], capture_output=True, text=True, check=True).stdout.split()
        self.assertGreater(len(kinds), 10)
        for kind in kinds:
            with self.subTest(kind):
                size = SIZES.get(kind, 4000)
                _, nothing = run(kind, 1)
                small_memory, small = run(kind, size)
                large_memory, large = run(kind, 4 * size)
                print(f"{kind}: instructions x {(large - nothing) / (small - nothing):.2f}, "
                      f"memory x {large_memory / small_memory:.2f} ({large_memory} bytes)")
                self.assertLess(large - nothing, 5.5 * (small - nothing))
                if kind in BOUNDED:
                    self.assertLess(large_memory, 1.5 * small_memory)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
