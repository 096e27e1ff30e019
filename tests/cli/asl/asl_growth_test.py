#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The cost of a specification grows linearly with its trace: compares instructions for N and 4 N.

usage: asl_growth_test.py LULL TEXT_ARCHIVE VALGRIND
"""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, TEXT_ARCHIVE, VALGRIND = sys.argv[1:4]
SIZE = 250


def joined(parts):
    return "; ".join(parts)


def in_flight(n, tags=False):
    """One process sends all messages before the other one receives them; with tags, in reverse order."""
    sends = joined(f"{10 + 2 * i}..+1 MPI_Send send 1 tag={i if tags else 0}" for i in range(n))
    receives = joined(f"{2 * n + 100 + 2 * i}..+1 MPI_Recv recv 0 tag={n - 1 - i if tags else 0}" for i in range(n))
    return f"processes 2\n0: 0 enter main; {sends}\n1: 0 enter main; {receives}\n"


def requests(n):
    """One call completes all requests in reverse order."""
    sends = joined(f"{10 * n + 2 * i}..+1 MPI_Send send 1 tag={i}" for i in range(n))
    posts = joined(f"{10 + 2 * i}..+1 MPI_Irecv irecv_request req={i}" for i in range(n))
    done = joined(f"+1 irecv 0 tag={n - 1 - i} req={n - 1 - i}" for i in range(n))
    return (f"processes 2\n0: 0 enter main; {sends}\n1: 0 enter main; {posts}; {20 * n} enter MPI_Waitall; {done}; "
            "+1 leave\n")


def members(n):
    """Consecutive barriers of all processes, without overlap."""
    return f"processes {n}\n" + "\n".join(
        f"{rank}: 0 enter main; 1..{3 + rank % 5} MPI_Init; 10..{20 + n} MPI_Barrier collective; "
        f"{30 + n + rank}..{40 + 2 * n} MPI_Allreduce collective; {50 + 2 * n + rank}..{60 + 3 * n} MPI_Finalize"
        for rank in range(n)) + "\n"


def ranks(n):
    """Each process sends to the next one."""
    return f"processes {n}\n" + "\n".join(
        f"{rank}: 0 enter main; " + joined(
            f"{100 * i + 10 + rank % 7}..+5 MPI_Send send {(rank + 1) % n}; "
            f"{100 * i + 30}..{100 * i + 40 + rank % 3} MPI_Recv recv {(rank - 1) % n}" for i in range(3))
        for rank in range(n)) + "\n"


def depth(n):
    calls = joined(f"+1 enter f; +0..+{2 + n % 3} MPI_Barrier collective" for _ in range(n))
    return f"processes 1\n0: 0 enter main; {calls}; " + joined("+1 leave" for _ in range(n)) + "\n"


def communicators(n):
    names = "\n".join(f"comm c{i} 0 1" for i in range(n))
    calls = joined(f"{10 + 20 * i}..{25 + 20 * i} MPI_Barrier collective comm=c{i}" for i in range(n))
    return f"processes 2\n{names}\n0: 0 enter main; {calls}\n1: 0 enter main; {calls}\n"


KINDS = {"messages-in-flight": in_flight, "tags-in-flight": lambda n: in_flight(n, tags=True), "requests": requests,
         "members": members, "ranks": ranks, "depth": depth, "communicators": communicators}


class Growth(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def instructions(self, make, size):
        (self.folder / "trace.txt").write_text(make(size), encoding="utf-8")
        archive = self.folder / f"trace-{len(list(self.folder.iterdir()))}"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True, capture_output=True)
        done = subprocess.run(
            [VALGRIND, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--main-stacksize=67108864",
             LULL, "asl", "run", "wait_states.asl", archive, "--clocks", "measured"],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return int(re.search(r"I\s+refs:\s+([\d,]+)", done.stderr).group(1).replace(",", ""))

    def test_costs_grow_linearly(self):
        for name, make in KINDS.items():
            with self.subTest(name):
                nothing = self.instructions(make, 1)
                small = self.instructions(make, SIZE) - nothing
                large = self.instructions(make, 4 * SIZE) - nothing
                print(f"{name}: instructions x {large / small:.2f}")
                self.assertLess(large, 4.8 * small)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
