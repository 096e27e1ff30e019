#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records programs that run on gcc's OpenMP runtime: they behave as without the recorder, and the
archive contains what they did. usage: gomp_test.py LULL PROGRAMS"""
import collections
import json
import os
import re
import sys
import tempfile

from recording_test import Archive, run
from threads_comparison import expect


class Program:
    def __init__(self, lull, source, directory, *options):
        self.lull, self.directory = lull, directory
        self.file = tempfile.mktemp(dir=directory)
        built = run("gcc", *options, "-g", "-fopenmp", "-o", self.file, source, "-ldl")
        assert built.returncode == 0, built.stderr

    def record(self, *way, options=()):
        command = [self.file, *way]
        alone, trace = run(*command), tempfile.mkdtemp(dir=self.directory)
        recorded = run(self.lull, "record", *options, "-o", trace, "--", *command)
        expect(f"{way}: status and output", (recorded.returncode, recorded.stdout),
               (alone.returncode, alone.stdout))
        archive = Archive(os.path.join(trace, "traces.otf2"))
        expect(f"{way}: open calls", {name: n for name, n in archive.open.items() if n}, {})
        report = os.path.join(trace, "report.cubex")
        analysed = run(self.lull, "analyze", trace, "-o", report)
        expect(f"{way}: analysis", (analysed.returncode, "Remarks" in analysed.stdout), (0, False))
        shown = json.loads(run(self.lull, "show", report, "--json").stdout)
        archive.metrics = {metric["name"]: metric["total"] for metric in shown["metrics"]}
        for begin, end in (("FORK", "JOIN"), ("TEAM_BEGIN", "TEAM_END"),
                           ("ACQUIRE_LOCK", "RELEASE_LOCK")):
            expect(f"{way}: {end}", archive.events[f"THREAD_{end}"], archive.events[f"THREAD_{begin}"])
        listed = run("otf2-print", "-G", os.path.join(trace, "traces.otf2")).stdout
        archive.locations = len(re.findall(r"^LOCATION ", listed, re.M))
        archive.constructs = collections.Counter()
        for region, n in archive.calls.items():
            archive.constructs[region.split(" @")[0].removeprefix("!$omp ")] += n
        return archive


def check_constructs(program):
    work = program.record("work").constructs
    expect("constructs", {name: work[name] for name in
                          ("parallel", "for", "sections", "single", "single sblock", "ordered")},
           {"parallel": 11, "for": 22, "sections": 6, "single": 7, "single sblock": 3, "ordered": 8})
    tasks = program.record("tasks")
    expect("tasks", (tasks.events["THREAD_TASK_CREATE"], tasks.events["THREAD_TASK_COMPLETE"]), (24, 24))
    expect("constructs of tasks", (tasks.constructs["task"], tasks.constructs["taskloop"],
                                   tasks.constructs["taskwait"], tasks.constructs["taskgroup"]), (24, 2, 3, 1))
    locks = program.record("locks")
    expect("acquisitions", locks.events["THREAD_ACQUIRE_LOCK"], 4 * 5 * 4)
    expect("calls for locks", (locks.constructs["omp_set_lock"], locks.constructs["omp_set_nest_lock"],
                               locks.constructs["critical"]), (20, 40, 40))
    expect("targets", program.record("target").constructs["target"], 2)


# Two threads wait for the third one at the barrier of a single construct.
def check_copies(program):
    copies = program.record("copies")
    expect("constructs of copies",
           [copies.constructs[name] for name in ("single", "single sblock", "task")], [3, 1, 1])
    expect("barriers of copies", copies.constructs["barrier"] + copies.constructs["implicit barrier"], 4 * 3)
    waits = copies.metrics["omp_ibarrier_wait"]
    expect(f"wait for copies: {waits}", 0.5 < waits < 0.75, True)


# Short-lived threads do not need ever more locations.
def check_short_threads(program):
    for way, rounds in (("nested", 24), ("changing", 120)):
        few, many = program.record(way, str(rounds // 4)), program.record(way, str(rounds))
        expect(f"{way}: forks", many.events["THREAD_FORK"] >= rounds, True)
        expect(f"{way}: locations", (few.locations <= 10, many.locations <= 12), (True, True))


def main():
    lull, programs = sys.argv[1:]
    os.environ["OMP_CANCELLATION"] = "true"
    source = os.path.join(programs, "gomp.c")
    with tempfile.TemporaryDirectory() as directory:
        program = Program(lull, source, directory, "-O2")
        runtime = program.record("runtime")
        expect("threads", runtime.events["THREAD_TEAM_BEGIN"], 3)
        program.record("cancellation")
        check_constructs(program)
        check_copies(program)
        check_short_threads(program)
        plain = Program(lull, source, directory, "-O0")
        expect("barriers", plain.record("work").constructs["barrier"], 6)
        expect("directives", sorted(set(plain.record("locks").calls) & {
            "!$omp critical @gomp.c:224", "!$omp critical @gomp.c:226"}),
            ["!$omp critical @gomp.c:224", "!$omp critical @gomp.c:226"])
        exchanged = run(lull, "record", "--ompt", "-o", os.path.join(directory, "x"), "--", program.file, "runtime")
        expect("exchange of the runtime", (exchanged.returncode, "GOMP_" in exchanged.stderr), (2, True))
    print("ok")


if __name__ == "__main__":
    main()
