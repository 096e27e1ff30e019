# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the recorded thread events with the program's own counts."""
import sys


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: recorded {found}, the program counted {wanted}")


def compare_openmp(archive, counted, tells_barriers):
    """`tells_barriers`: true if the compiler informs its runtime which barriers are explicit."""

    def count(name):
        return counted.get(name, 0)

    def calls(construct):  # file and line may follow the name
        name = construct if construct.startswith("omp_") else f"!$omp {construct}"
        return sum(n for region, n in archive.calls.items()
                   if region == name or region.startswith(name + " @"))

    events = archive.events
    regions, members, tasks = count("parallel_regions"), count("team_threads"), count("tasks")
    expect("forks", events["THREAD_FORK"], regions)
    expect("joins", events["THREAD_JOIN"], regions)
    expect("members of teams that begin", events["THREAD_TEAM_BEGIN"], members)
    expect("members of teams that end", events["THREAD_TEAM_END"], members)
    expect("parallel regions entered", calls("parallel"), members)
    expect("tasks created", events["THREAD_TASK_CREATE"], tasks)
    expect("tasks completed", events["THREAD_TASK_COMPLETE"], tasks)
    expect("tasks entered", calls("task"), tasks)
    for construct, name in (("taskwait", "taskwaits"), ("taskgroup", "taskgroups"),
                            ("single", "singles"), ("critical", "criticals"),
                            ("critical sblock", "criticals"), ("ordered", "ordereds"),
                            ("omp_set_lock", "locks"), ("omp_unset_lock", "locks")):
        expect(construct, calls(construct), count(name))
    expect("loops", calls("for"), count("loops"))
    if tells_barriers:
        expect("barriers", calls("barrier"), count("barriers"))
    elif members:  # a barrier at the end of each region, and the explicit barriers
        assert calls("implicit barrier") >= members + count("barriers"), archive.calls
    locked = count("criticals") + count("locks")
    expect("locks acquired", events["THREAD_ACQUIRE_LOCK"], locked)
    expect("locks released", events["THREAD_RELEASE_LOCK"], locked)


def compare_pthreads(archive, counted):
    calls = {name: n for name, n in archive.calls.items() if name.startswith("pthread_")}
    expect("calls", sorted(calls.items()), sorted(counted.items()))

    def count(name):
        return counted.get(f"pthread_{name}", 0)

    events = archive.events
    for event in ("THREAD_CREATE", "THREAD_BEGIN", "THREAD_END"):
        expect(event, events[event], count("create"))
    expect("THREAD_WAIT", events["THREAD_WAIT"], count("join"))
    # Waiting on a condition releases the mutex and reacquires it.
    if count("mutex_lock"):
        expect("locks acquired", events["THREAD_ACQUIRE_LOCK"],
               count("mutex_lock") + count("cond_wait") + count("rwlock_rdlock") + count("rwlock_wrlock"))
        expect("locks released", events["THREAD_RELEASE_LOCK"],
               count("mutex_unlock") + count("cond_wait") + count("rwlock_unlock"))
