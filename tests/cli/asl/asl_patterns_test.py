#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Patterns in ASL give the same results as the built-in ones in every trace, by call path.

usage: asl_patterns_test.py LULL SHARED TEXT_ARCHIVE RANDOM_ARCHIVE
"""
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from collections import Counter
from pathlib import Path

LULL, SHARED, TEXT_ARCHIVE, RANDOM_ARCHIVE = sys.argv[1], Path(sys.argv[2]), *sys.argv[3:5]
TESTS = Path(__file__).resolve().parents[2]
EXAMPLES = TESTS.parent / "examples"


def example(name):
    return str(EXAMPLES / "asl" / name)


MPI = {f"asl_{name}": f"mpi_{name}" for name in (
    "latesender", "latesender_wo", "lswo_different", "lswo_same", "latereceiver", "latereceiver_wo",
    "barrier_wait", "barrier_completion", "wait_nxn", "nxn_completion", "latebroadcast",
    "earlyreduce", "earlyscan", "init_completion", "finalize_wait")}
LOCKS = {f"asl_{name}": f"omp_{name}" for name in ("lock_contention_critical", "lock_contention_api")}
OPENMP = {f"asl_{name}": f"omp_{name}" for name in ("ebarrier_wait", "ibarrier_wait")} | LOCKS
REFILL = {f"asl_refill{corner}": f"mpi_refill{corner}" for corner in (
    "", "_sw", "_nw", "_se", "_ne", "_swb", "_nwb", "_seb", "_neb", "_swt", "_nwt", "_set", "_net")}
ONE_SIDED = {f"asl_rma_{name}": f"mpi_rma_{name}" for name in (
    "wait_at_create", "wait_at_free", "wait_at_fence", "early_fence", "sync_late_post",
    "comm_late_post", "early_wait", "late_complete")}
LOCKED = {f"asl_rma_{name}": f"mpi_rma_{name}" for name in (
    "sync_lock_competition", "comm_lock_competition", "sync_wait_for_progress",
    "comm_wait_for_progress")}
# The traces have an unlock that returns late, a lock that is not checked, a call that ends several
# epochs, a transfer that completes in another call, and a call that ends exactly when its target
# enters MPI.
ORDER_OF_LOCKS_UNCLEAR = (
    "RmaLockCompetition.FindsTheFirstHolderThoughItReturnsLast", "RmaLockCompetition.ExcludesLocksWithoutConflict",
    "RmaLockCompetition.ChargesACallForSeveralEpochsOnce",
    "RmaLockCompetition.ChargesTheCallThatCompletesATransfer", "RmaWaitForProgress.ChargesTransfers")
# The language does not see operations that name their communicator.
COMMUNICATOR_IS_NAMED = "NonBlockingWait.OperationsThatNameTheirCommunicatorAreKnownAfterOneThatNeverCompletes"
# These are known only at the end of the trace.
A_POST_IS_MISSING = "RmaLatePost.IsZeroIfAPostIsMissingExceptForTransfersToOthers"
NONBLOCKING = {f"asl_nbc_{name}": f"nbc_{name}" for name in (
    "wait_barrier", "wait_nxn", "latebroadcast", "earlyreduce", "earlyscan")}
# Receives are recorded before their sends there: indices and time stamps disagree about the order
# of messages.
ORDER_UNCLEAR = {"eztrace-mg-s-16": {"asl_latereceiver_wo"}, "eztrace-sweep3d-16": {"asl_latereceiver_wo"}}
# These are too long for a test, or have no MPI messages.
LEFT_OUT = {"bgq-32x64"}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def all_severities(report):
    """Returns for each metric the non-zero seconds by call path and location."""
    shown = run(LULL, "show", report, "--all", "--json")
    assert shown.returncode == 0, shown.stderr
    contents = json.loads(shown.stdout)
    found = {metric["name"]: {} for metric in contents["metrics"]}
    names = {metric["id"]: metric["name"] for metric in contents["metrics"]}
    for row in contents["values"]:
        for location, value in zip(row["locations"], row["values"]):
            if value != 0:
                found[names[row["metric"]]][row["call_path"], location] = value
    return found


def severities(report, metric):
    return all_severities(report)[metric]


def archives():
    found = [EXAMPLES / "waits8"]
    if (SHARED / "traces").is_dir():
        found += sorted(folder for folder in (SHARED / "traces").iterdir()
                        if folder.is_dir() and folder.name not in LEFT_OUT)
    else:
        print("skipped: the shared traces are missing")
    return found


def write_archive(*command):
    done = run(*command)
    assert done.returncode == 0, done.stderr


def drawn(folder, *files, without=()):
    """Yields archives of the traces in the tests of built-in patterns (docs/test-traces.md)."""
    names = Counter()
    for file in files:
        text = (TESTS / "patterns" / f"{file}.trace").read_text(encoding="utf-8")
        for test in re.split("^== ", text, flags=re.MULTILINE)[1:]:
            name, trace = test.split("\n", 1)
            names[name] += 1
            if name in without or trace.startswith("with "):
                continue
            archive = folder / f"{name}-{names[name]}"
            text_file = folder / f"{name}-{names[name]}.txt"
            text_file.write_text(trace, encoding="utf-8")
            write_archive(TEXT_ARCHIVE, text_file, archive)
            yield archive
    assert names.keys() >= set(without), f"there is no test {set(without) - names.keys()}"


def random(folder, seeds, *contents):
    for seed in seeds:
        archive = folder / f"{'-'.join(contents)}-{seed}"
        write_archive(RANDOM_ARCHIVE, str(seed), archive, *contents)
        yield archive


class Patterns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def analyse(self, archive, *options):
        report = self.folder / "report.cubex"
        report.unlink(missing_ok=True)
        done = run(LULL, "analyze", archive, "-o", report, "--time-lines", "none", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return report

    def test_agree_with_the_built_in_ones(self):
        self.compare(archives(), "wait_states.asl", MPI, at_least=10)

    def test_agree_with_the_built_in_ones_of_openmp(self):
        self.compare(archives(), "openmp_states.asl", OPENMP, at_least=0)

    def test_agree_with_the_built_in_ones_of_waves(self):
        self.compare([SHARED / "traces" / "sweep3d-16"] if (SHARED / "traces").is_dir() else [],
                     example("refill.asl"), REFILL, at_least=0, options=("--topology", "4x4"))
        # Uses several grids, some of them periodic, with halos, and with waves of one step back and
        # forth.
        self.compare(random(self.folder, range(1, 6), "grids", "no-requests"), example("refill.asl"), REFILL,
                     at_least=5)
        self.compare([self.cube()], example("refill.asl"), REFILL, at_least=9)

    def nonblocking(self):
        yield from (archive for archive in archives()
                    if archive.name in ("waitsnbc4", "nonblocking-4", "mixed-mpi-4"))
        yield from drawn(self.folder, "mpi/nbc_wait", without=[COMMUNICATOR_IS_NAMED])
        # Programs without such operations: many operations in one call, with messages, in any order.
        yield from random(self.folder, (3, 17, 31, 49, 58), "one-sided")

    def test_agree_with_the_built_in_ones_of_non_blocking_operations(self):
        self.compare(self.nonblocking(), example("nonblocking.asl"), NONBLOCKING, at_least=5)

    def test_sum_the_hidden_time_of_non_blocking_operations(self):
        for archive in self.nonblocking():
            with self.subTest(archive=archive.name):
                found = self.run_patterns(example("nonblocking.asl"), archive)
                hidden = sum(severities(self.analyse(archive), "nbc_hidden").values())
                self.assertAlmostEqual(found["HiddenCollectiveWaiting"]["hidden"], hidden, places=12)

    def run_patterns(self, specification, archive, *options):
        """Returns the sums of each pattern."""
        own = self.folder / "own.asl"
        own.write_text(f'IMPORT "{specification}";\n')
        done = run(LULL, "asl", "run", own, archive, "--json", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {line["pattern"]: line["sums"] for line in json.loads(done.stdout)["patterns"]}

    def one_sided(self, without=()):
        yield from (archive for archive in archives()
                    if archive.name in ("rma4", "rmalock4", "mixed-mpi-4"))
        yield from drawn(self.folder, *(f"mpi/rma_{name}" for name in (
            "early_wait", "fence", "late_post", "window_wait")), without=without)
        # The sixth has transfers that wait for a post, which are rare in the others.
        yield from random(self.folder, (5, 10, 12), "one-sided")

    def test_agree_with_the_built_in_ones_of_windows(self):
        self.compare(self.one_sided(), example("one_sided.asl"), ONE_SIDED, at_least=8)

    def test_agree_with_the_built_in_counts_of_epochs(self):
        for archive in self.one_sided(without=[A_POST_IS_MISSING]):
            with self.subTest(archive=archive.name):
                found = self.run_patterns(example("one_sided.asl"), archive)
                report = self.analyse(archive)
                for export, metric in (("all", "mpi_rma_pairsync_count"),
                                       ("unneeded", "mpi_rma_pairsync_unneeded_count")):
                    counted = sum(found[f"{end}Partners"][export]
                                  for end in ("Fence", "Access", "Exposure"))
                    self.assertEqual(counted, sum(severities(report, metric).values()), metric)

    def test_agree_with_the_built_in_ones_of_locked_windows(self):
        traces = [archive for archive in archives() if archive.name == "rmalock4"]
        traces += drawn(self.folder, "mpi/rma_lock_competition", "mpi/rma_wait_for_progress",
                        without=ORDER_OF_LOCKS_UNCLEAR)
        traces += random(self.folder, (15, 29, 33), "one-sided")
        self.compare(traces, example("passive_target.asl"), LOCKED, at_least=2)

    def test_agree_with_the_built_in_one_of_progress(self):
        lock, unlock = "5..6 MPI_Win_lock lock_request 1 win=w; ", "MPI_Win_unlock lock_release 1 win=w"
        flushes = ("2..3 MPI_Win_lock_all lock_request 4294967295 shared win=w; 4..5 MPI_Put put 1 win=w; "
                   "8..33 {} rma_sync 4294967295 type=0 win=w; "
                   "40..70 MPI_Win_unlock_all lock_release 4294967295 win=w")
        cases = {
            "barrier": (lock + f"8..33 {unlock}; 33..40 MPI_Barrier", "30..40 MPI_Barrier"),
            "get": (lock + f"8..30 MPI_Get get 1 win=w; 32..33 {unlock}", "29..40 MPI_Barrier"),
            "inside": (lock + f"8..33 {unlock}", "4..50 MPI_Recv"),
            "too-short": (lock + f"8..29 {unlock}", "30..40 MPI_Recv"),
            "queries": (lock + f"8..33 {unlock}", "10..11 MPI_Comm_rank; 12..13 MPI_Wtime; 31..40 MPI_Iprobe"),
            "left": (lock + f"8..33 {unlock}", "2..8 MPI_Recv; 20..21 MPI_Recv"),
            "flush": (flushes.format("MPI_Win_flush_all"), "30..31 MPI_Recv; 60..61 MPI_Recv"),
            "local": (flushes.format("MPI_Win_flush_local_all"), "30..31 MPI_Recv; 60..61 MPI_Recv")}
        for name, calls in cases.items():
            with self.subTest(case=name):
                create = "0..1 MPI_Win_create rma_collective op=create_handle win=w"
                text = "processes 2\nwindow w\n" + "".join(
                    f"{rank}: {create}; {own}\n" for rank, own in enumerate(calls))
                (self.folder / "case.txt").write_text(text, encoding="utf-8")
                write_archive(TEXT_ARCHIVE, self.folder / "case.txt", self.folder / name)
                found = all_severities(self.analyse(self.folder / name, "--patterns", example("passive_target.asl")))
                for own, builtin in LOCKED.items():
                    self.assertEqual(found[own], found[builtin], own)
                waited = found["asl_rma_sync_wait_for_progress"] | found["asl_rma_comm_wait_for_progress"]
                self.assertEqual(bool(waited), name not in ("inside", "too-short"))

    def test_keep_returns_into_mpi_only_for_open_calls(self):
        """This holds even if a call never ends because its process's trace is truncated."""
        calls = 20000
        returns = "; ".join(f"{10 * i + 10}..+5 MPI_Iprobe" for i in range(calls))
        epochs = "; ".join(f"{100 * i + 12}..+1 MPI_Win_lock lock_request 1 win=w; "
                           f"{100 * i + 14}..+25 MPI_Win_unlock lock_release 1 win=w" for i in range(calls // 10))
        create = "0..1 MPI_Win_create rma_collective op=create_handle win=w"
        self.assert_bounded(example("passive_target.asl"), (
            f"processes 3\nwindow w\n0: {create}; {epochs}\n1: {create}; {returns}\n2: {create}; 5 enter main\n"),
            2 * calls + 6 * calls // 10, steps=1500, memory="4MB")

    def test_keep_no_calls_of_an_epoch_without_waiting(self):
        calls = 4000
        puts = "; ".join(f"{10 * i + 10}..+5 MPI_Put put 1 win=w" for i in range(calls))
        end = 10 * calls + 20
        self.assert_bounded(example("passive_target.asl"), (
            f"processes 2\nwindow w\n0: 0..+5 MPI_Win_lock lock_request 1 win=w; {puts}; "
            f"{end}..+5 MPI_Win_unlock lock_release 1 win=w\n1: 0..+5 MPI_Win_fence\n"), 3 * calls, steps=300)

    def cube(self):
        """Waves from each corner of 2 x 2 x 2 processes, two steps each; one process is slow."""
        free, lines = [0] * 8, [["0 enter main"] for _ in range(8)]
        for corner in range(8):
            for step in range(2):
                sent = {}
                for rank in sorted(range(8), key=lambda rank: (rank ^ corner).bit_count()):
                    before = [rank ^ bit for bit in (4, 2, 1) if (rank ^ corner) & bit]
                    after = [rank ^ bit for bit in (4, 2, 1) if not (rank ^ corner) & bit]
                    now = free[rank]
                    for other in before:
                        end = max(now, sent[other]) + 2
                        lines[rank].append(f"{now}..{end} MPI_Recv recv {other}")
                        now = end
                    now += 14 if rank == 5 else 10 + step
                    sent[rank] = now
                    for other in after:
                        lines[rank].append(f"{now}..{now + 1} MPI_Send send {other}")
                        now += 1
                    free[rank] = now
        end = max(free)
        text = "processes 8\ntopology cube 2 2 2\n" + "\n".join(
            f"{rank}: {'; '.join(events)}; {end}..{end + 1} MPI_Finalize; {end + 2} leave"
            for rank, events in enumerate(lines))
        (self.folder / "cube.txt").write_text(text, encoding="utf-8")
        write_archive(TEXT_ARCHIVE, self.folder / "cube.txt", self.folder / "cube")
        return self.folder / "cube"

    def test_agree_with_the_built_in_ones_of_locks(self):
        self.compare(drawn(self.folder, "omp/lock_contention"), "openmp_states.asl", LOCKS, at_least=2)
        self.compare(random(self.folder, range(3), "threads", "varying-teams"), "openmp_states.asl",
                     LOCKS, at_least=2)
        # Some waiting calls are open at the end.
        self.compare(random(self.folder, range(13, 16), "threads", "varying-teams", "lost-records",
                            "open-ends"), "openmp_states.asl", LOCKS, at_least=2)

    def compare(self, traces, specification, pairs, at_least, options=()):
        any_waiting = set()
        for archive in traces:
            with self.subTest(archive=archive.name):
                report = self.analyse(archive, "--patterns", specification, *options)
                found = all_severities(report)
                for own, builtin in pairs.items():
                    if own in ORDER_UNCLEAR.get(archive.name, ()):
                        continue
                    self.assertEqual(found[own], found[builtin], own)
                    if found[builtin]:
                        any_waiting.add(own)
        self.assertGreaterEqual(len(any_waiting), at_least)

    def test_cost_no_more_with_lost_members(self):
        """A process whose trace ends early does not keep the others' parts of later operations alive."""
        barriers = 2000
        calls = "; ".join(f"{10 * i}..+5 MPI_Barrier collective" for i in range(barriers))
        self.assert_bounded("wait_states.asl", f"processes 3\n0: {calls}\n1: {calls}\n2: 5 enter main\n",
                            8 * barriers)

    def test_cost_no_more_if_some_message_is_always_in_transit(self):
        messages = 12000
        sends = "; ".join(f"{10 * i}..+2 MPI_Send send 1" for i in range(messages))
        receives = "; ".join(f"{10 * i + 15}..+2 MPI_Recv recv 0" for i in range(messages))
        self.assert_bounded("wait_states.asl", f"processes 2\n0: {sends}\n1: {receives}\n", 6 * messages,
                            steps=300)

    def test_cost_no_more_with_operations_that_never_complete(self):
        """A process ends early; another one has an open request all the time."""
        operations = 1000

        def calls(count):
            return "; ".join(f"{100 * i + 5}..+2 MPI_Iallreduce coll_request req={i}; "
                             f"{100 * i + 10}..+5 MPI_Wait coll_complete req={i} op=allreduce"
                             for i in range(count))
        text = (f"processes 4\n0: {calls(operations)}\n1: {calls(operations)}\n2: {calls(20)}\n"
                f"3: 1..+2 MPI_Ibarrier coll_request req=1000000; {calls(operations)}\n")
        self.assert_bounded(example("nonblocking.asl"), text, 18 * operations, steps=4000, memory="4MB")

    def test_cost_no_more_with_lost_posts_and_completes(self):
        """Starts without posts, posts without waits, and fences of a single process are dropped."""
        epochs, origin, target, fences = 1000, [], [], []
        for i in range(epochs):
            at = 100 * i
            origin.append(f"{at}..+2 MPI_Win_start group_sync g1 win=w; {at + 10}..+2 MPI_Put put 1 win=w; "
                          f"{at + 20}..+2 MPI_Win_complete group_sync g1 win=w")
            target.append(f"{at}..+2 MPI_Win_post group_sync g2 win=w")
            fences.append(f"{at}..+5 MPI_Win_fence rma_collective win=w")
        text = ("processes 3\nwindow w\ngroup g1 1\ngroup g2 2\n"
                f"0: {'; '.join(origin)}\n1: {'; '.join(target)}\n2: {'; '.join(fences)}\n")
        self.assert_bounded(example("one_sided.asl"), text, 14 * epochs)

    def assert_bounded(self, specification, text, events, steps=2000, memory="1MB"):
        (self.folder / "lost.txt").write_text(text, encoding="utf-8")
        write_archive(TEXT_ARCHIVE, self.folder / "lost.txt", self.folder / "lost")
        self.run_patterns(specification, self.folder / "lost", "--steps", str(steps * events),
                          "--memory", memory)

    def test_do_not_depend_on_threads(self):
        one = self.analyse(EXAMPLES / "waits8", "--patterns", "wait_states.asl", "--threads", "1")
        first = all_severities(one)
        three = self.analyse(EXAMPLES / "waits8", "--patterns", "wait_states.asl", "--threads",
                             "3", "--memory", "1KB")
        self.assertEqual(all_severities(three), first)

    def test_leave_other_metrics_unchanged(self):
        plain = severities(self.analyse(EXAMPLES / "waits8"), "mpi_latesender")
        with_patterns = severities(
            self.analyse(EXAMPLES / "waits8", "--patterns", "wait_states.asl"), "mpi_latesender")
        self.assertEqual(with_patterns, plain)

    def test_mistakes_of_the_run_are_printed_and_the_report_is_written(self):
        specification = self.folder / "wrong.asl"
        specification.write_text(
            'PATTERN Wrong() { ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: 1 / (ROOT.index - ROOT.index) > 0;\n'
            'EXPORT: int one = 1; METRIC: "wrong" CHARGE 0.0 AT ROOT; }\n')
        report = self.folder / "report.cubex"
        done = run(LULL, "analyze", EXAMPLES / "waits8", "-o", report, "--patterns", specification)
        self.assertEqual(done.returncode, 3)
        self.assertIn("division by zero", done.stderr)
        self.assertTrue(report.exists())

    def test_charges_beyond_all_calls_are_cut(self):
        specification = self.folder / "huge.asl"
        specification.write_text('PATTERN Huge() { ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: TRUE\n'
                                 'EXPORT: int one = 1; METRIC: "huge" CHARGE 1e300 AT ROOT; }\n')
        report = self.analyse(EXAMPLES / "waits8", "--patterns", specification)
        charged = [float(value) for value in severities(report, "huge").values()]
        self.assertGreater(sum(charged), 0)
        self.assertGreaterEqual(min(charged), 0)

    # Of 100 ticks in main, solve has 40, 2 of them exclusive; its callees have the rest, including a
    # message. It is recursive.
    SOLVE = ("processes 2\n0: 0 enter main; 10 enter solve; 11..21 work; 21..31 MPI_Send send 1; 31 enter solve; "
             "32..49 work; 49 leave; 50 leave; 100 leave\n1: 0 enter main; 1..40 MPI_Recv recv 0; 100 leave\n")
    INCLUSIVE = """PATTERN Inclusive() {{
      ROOTTYPE: Exit;
      INSTANTIATION: Enter call = enterptr(ROOT);
      CONSTRAINT: ROOT.region == REGION("solve")
      EXPORT: float time = ROOT.timestamp - call.timestamp;
      METRIC: "own" {under} CHARGE time{more} AT call {itself};
    }}
    """

    def inclusive(self, under="", itself="", more=""):
        """Returns ticks by call path of location 0, and the remarks."""
        (self.folder / "solve.txt").write_text(self.SOLVE, encoding="utf-8")
        shutil.rmtree(self.folder / "solve", ignore_errors=True)
        write_archive(TEXT_ARCHIVE, self.folder / "solve.txt", self.folder / "solve")
        (self.folder / "own.asl").write_text(self.INCLUSIVE.format(under=under, itself=itself, more=more))
        report = self.analyse(self.folder / "solve", "--patterns", self.folder / "own.asl")
        contents = json.loads(run(LULL, "show", report, "--all", "--json").stdout)
        paths = {}
        for path in contents["call_paths"]:
            above = paths.get(path["parent"])
            paths[path["id"]] = f"{above}/{path['name']}" if above else path["name"]
        own = next(metric["id"] for metric in contents["metrics"] if metric["name"] == "own")
        ticks = {paths[row["call_path"]]: round(sum(row["values"]) * 1e9)
                 for row in contents["values"] if row["metric"] == own}
        return ({path: value for path, value in ticks.items() if value},
                [note for note in contents["notes"] if "specification" in note or "parents" in note])

    def test_a_charge_is_limited_to_the_inclusive_time_of_its_call(self):
        ticks, notes = self.inclusive()
        self.assertEqual(ticks, {"main/solve": 40, "main/solve/solve": 18})
        self.assertEqual(notes, [])
        ticks, notes = self.inclusive(more=" * 2")
        self.assertEqual(ticks, {"main/solve": 40, "main/solve/solve": 18})
        self.assertEqual(notes, ["2 charges of the specification were longer than their calls and were cut to them."])

    def test_a_call_itself_is_limited_to_its_exclusive_time(self):
        ticks, notes = self.inclusive(itself="ITSELF")
        self.assertEqual(ticks, {"main/solve": 2, "main/solve/solve": 1})
        self.assertEqual(notes, [])

    def test_a_part_never_exceeds_the_whole(self):
        ticks, notes = self.inclusive('UNDER "time"')
        self.assertEqual(ticks, {"main/solve": 2, "main/solve/work": 10, "main/solve/MPI_Send": 10,
                                 "main/solve/solve": 1, "main/solve/solve/work": 17})
        cut = ("1 charge of the specification was longer than the time that its call has of the metric it is UNDER, "
               "and cut to that.")
        self.assertIn(cut, notes)  # 18 of the 40 were charged to the inner call
        ticks, notes = self.inclusive('UNDER "comp"')
        self.assertEqual(ticks, {"main/solve": 2, "main/solve/work": 10, "main/solve/solve": 1,
                                 "main/solve/solve/work": 17})
        self.assertEqual(notes, [cut])
        ticks, notes = self.inclusive('UNDER "mpi_point2point"', more=" / 8")
        self.assertEqual(ticks, {"main/solve/MPI_Send": 5})
        self.assertEqual(notes, [cut])

    def test_metrics_have_unique_names_and_existing_parents(self):
        pattern = ('PATTERN Own() {{ ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: FALSE;\n'
                   'EXPORT: int one = 1; METRIC: "{}" UNDER "{}" CHARGE 0.0 AT ROOT; }}\n')
        for name, parent, sentence in (("own", "nowhere", "the parent metric nowhere does not exist"),
                                       ("time", "mpi", "there is already a metric time")):
            specification = self.folder / "own.asl"
            specification.write_text(pattern.format(name, parent))
            report = self.folder / "never.cubex"
            done = run(LULL, "analyze", EXAMPLES / "waits8", "-o", report, "--patterns", specification)
            self.assertEqual(done.returncode, 3)
            self.assertIn(f"own.asl:2:22: error: {sentence}", done.stderr)
            self.assertFalse(report.exists())

    def test_participants_are_in_the_instances(self):
        """The lanes and messages are the same as for the built-in pattern."""
        report = self.folder / "report.cubex"
        done = run(LULL, "analyze", EXAMPLES / "waits8", "-o", report, "--time-lines", "all",
                   "--patterns", "wait_states.asl")
        self.assertEqual(done.returncode, 0, done.stderr)
        with tarfile.open(report) as archive:
            instances = json.load(archive.extractfile("lull/instances.json"))["instances"]
        metrics = json.loads(run(LULL, "show", report, "--json").stdout)["metrics"]
        number = {metric["name"]: metric["id"] for metric in metrics}

        def worst(metric):
            return [(one["location"], one["severity"], {lane["location"] for lane in one["lanes"]},
                     one.get("messages"))
                    for one in instances if one["metric"] == number[metric]]
        own, builtin = worst("asl_latesender"), worst("mpi_latesender")
        self.assertEqual(len(own), len(builtin))
        for one, other in zip(own, builtin):
            self.assertEqual(one[:2], other[:2])
            self.assertLessEqual(one[2], other[2])
            self.assertEqual(len(one[2]), 2)

    def test_a_specification_without_metrics_is_refused(self):
        specification = self.folder / "none.asl"
        specification.write_text("int one = 1;\n")
        done = run(LULL, "analyze", EXAMPLES / "waits8", "-o", self.folder / "r.cubex",
                   "--patterns", specification)
        self.assertEqual(done.returncode, 3)
        self.assertIn("no pattern has a METRIC", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
