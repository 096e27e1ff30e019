#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records programs that fork, exec, exit early, load libraries late, or leave threads running.

usage: ways_test.py LULL PROGRAMS openmp|pthread

They must behave as without the recorder, and the recording must be a complete archive.
"""
import os
import shutil
import subprocess
import sys
import tempfile

from recording_test import Archive, by_others, run
from threads_comparison import expect

# Programs that may precede a program on a command line.
PREFIXES = (["timeout", "100"], ["env", "A=1", "nice", "-n", "1"], ["nohup"], ["stdbuf", "-oL"],
            ["taskset", "-c", str(min(os.sched_getaffinity(0)))], ["setarch", "-R"], ["ionice", "-c", "3"], ["chrt", "-o", "0"],
            ["prlimit", "--nofile=256"], ["setsid", "-w"], ["numactl", "-l"], ["time", "-f", "%%"])


def compiled(programs, directory, name, compiler, *options):
    target = os.path.join(directory, name)
    subprocess.run([compiler, "-g", *options, "-o", target, os.path.join(programs, name)],
                   check=True, timeout=100)
    return target


class Recorded:
    def __init__(self, lull, directory, command, options=(), parts_lost=0, executed=False):
        alone = run(*command)
        trace = tempfile.mkdtemp(dir=directory)
        recorded = run(lull, "record", *options, "-o", trace, "--", *command)
        what = " ".join(command[1:])
        wanted = alone.returncode if alone.returncode >= 0 else 128 - alone.returncode
        expect(f"{what}: exit status", recorded.returncode, wanted)
        expect(f"{what}: output", recorded.stdout, alone.stdout)
        expect(f"{what}: messages", by_others(recorded.stderr), by_others(alone.stderr))
        self.messages = recorded.stderr
        expect(f"{what}: unfinished", "did not end normally" in recorded.stderr,
               parts_lost > 0 and not executed)
        expect(f"{what}: executed", "another program was executed" in recorded.stderr, executed)
        self.archive = Archive(os.path.join(trace, "traces.otf2"))
        self.events = self.archive.events
        if parts_lost == 0:
            expect(f"{what}: open regions", {k: n for k, n in self.archive.open.items() if n}, {})
        analysed = run(lull, "analyze", trace, "-o", os.path.join(trace, "report.cubex"))
        expect(f"{what}: analysis", analysed.returncode, 0)


def check_openmp(lull, programs, directory):
    # Without the recorder, gcc's runtime hangs in a child process.
    ways = compiled(programs, directory, "openmp_ways.c", "clang", "-fopenmp")

    def record(*how, **further):
        return Recorded(lull, directory, [ways, *how], **further)

    plain = record("")
    expect("forks", plain.events["THREAD_FORK"], 1)
    expect("forks of the parent", record("fork").events["THREAD_FORK"], 2)
    expect("forks before and after exec", record("exec", parts_lost=1, executed=True).events["THREAD_FORK"], 2)
    expect("forks before _exit", record("_exit", parts_lost=1).events["THREAD_FORK"], 1)
    expect("forks before abort", record("abort", parts_lost=1).events["THREAD_FORK"], 1)
    left = record("exit in region").events
    expect("forks before exit", left["THREAD_FORK"], 2)
    expect("members that end", left["THREAD_TEAM_END"], left["THREAD_TEAM_BEGIN"])
    nested = record("nested").events
    expect("nested forks", nested["THREAD_FORK"], 1 + 50 * 4)
    expect("members of nested teams", nested["THREAD_TEAM_BEGIN"], 2 + 50 * (3 + 3 * 2))
    expect("members of nested teams", nested["THREAD_TEAM_END"], 2 + 50 * (3 + 3 * 2))
    plugin = compiled(programs, directory, "plugin.c", "gcc", "-fopenmp", "-shared", "-fPIC")
    host = compiled(programs, directory, "plugin_host.c", "gcc", "-rdynamic")
    hosted = Recorded(lull, directory, [host, plugin], ["--openmp"]).events
    expect("forks of a plug-in", (hosted["THREAD_FORK"], hosted["THREAD_TEAM_END"]), (1, 3))
    # Each uses its compiler's runtime, in one process.
    subdirectory = os.path.join(directory, "clang")
    os.mkdir(subdirectory)
    other = compiled(programs, subdirectory, "plugin.c", "clang", "-fopenmp", "-shared", "-fPIC")
    for plugins in ([plugin, other], [other, plugin]):
        both = Recorded(lull, directory, [host, *plugins], ["--openmp"]).events
        expect("forks of two runtimes", (both["THREAD_FORK"], both["THREAD_TEAM_END"]), (2, 6))


def check_pthread(lull, programs, directory):
    ways = compiled(programs, directory, "thread_ways.c", "gcc", "-pthread")

    def record(how, **further):
        return Recorded(lull, directory, [ways, how], **further)

    many = record("many")
    for event in ("THREAD_CREATE", "THREAD_BEGIN", "THREAD_END", "THREAD_WAIT"):
        expect(event, many.events[event], 500)
    expect("locks", many.events["THREAD_ACQUIRE_LOCK"], 500)
    expect("exits", many.archive.calls["pthread_exit"], 250)
    outliving = record("outlive")
    for event in ("THREAD_BEGIN", "THREAD_END"):
        expect("outliving threads: " + event, outliving.events[event], 2)
    forgotten = record("forget").events
    expect("threads that free their handles", (forgotten["THREAD_CREATE"], forgotten["THREAD_BEGIN"]), (5000, 5000))
    kept = record("keep").events
    expect("locks in destructors of threads", kept["THREAD_ACQUIRE_LOCK"], 1 + 2 * 100)
    expect("threads with destructors", (kept["THREAD_BEGIN"], kept["THREAD_END"]), (101, 101))
    in_time = record("in time")
    for event in ("THREAD_ACQUIRE_LOCK", "THREAD_RELEASE_LOCK"):
        expect("in time: " + event, in_time.events[event], 4 + 2 + 4)
    expect("threads that are joined in time", in_time.events["THREAD_WAIT"], 1 + 3)
    for call in ("mutex_timedlock", "mutex_clocklock", "rwlock_timedrdlock", "rwlock_timedwrlock",
                 "rwlock_clockrdlock", "rwlock_clockwrlock", "timedjoin_np", "clockjoin_np"):
        expect(call, in_time.archive.calls["pthread_" + call], 1)
    expect("pthread_tryjoin_np", in_time.archive.calls["pthread_tryjoin_np"] > 0, True)
    exited = record("exit").events  # possibly before both threads have begun
    expect("threads that are ended by exit", exited["THREAD_END"], exited["THREAD_BEGIN"])
    cancelled = record("cancel").events
    expect("cancelled threads", (cancelled["THREAD_END"], cancelled["THREAD_WAIT"]), (1, 1))
    last = record("main first").events
    expect("threads after main", (last["THREAD_END"], last["THREAD_ACQUIRE_LOCK"]), (1, 1))
    expect("threads of the parent", record("fork").events["THREAD_BEGIN"], 2)
    for before in PREFIXES:
        if all(map(shutil.which, [word for word in before if word.isalpha()])):
            behind = Recorded(lull, directory, [*before, ways, "many"]).events
            expect(f"threads after {before}", (behind["THREAD_BEGIN"], behind["THREAD_END"]), (500, 500))
        else:
            print("skipped: not installed:", *before)
    plus = compiled(programs, directory, "thread_ways.cpp", "g++", "-pthread", "-std=c++20")
    threads = Recorded(lull, directory, [plus]).events
    expect("threads of C++", (threads["THREAD_BEGIN"], threads["THREAD_END"]), (2, 2))
    expect("locks of C++", threads["THREAD_ACQUIRE_LOCK"], threads["THREAD_RELEASE_LOCK"])


def main():
    lull, programs, kind = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        (check_openmp if kind == "openmp" else check_pthread)(lull, programs, directory)
    print("ok")


if __name__ == "__main__":
    main()
