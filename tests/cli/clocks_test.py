# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull clocks` and `lull analyze --clocks`: the clock correction and its consequences.

usage: clocks_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [ARCHIVES-DIRECTORY]
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE, TEXT_ARCHIVE = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
SHARED = Path(sys.argv[4]) if len(sys.argv) > 4 else Path("absent")


def run(*words):
    return subprocess.run([LULL, *map(str, words)], capture_output=True, text=True, check=False)


def ping_pong(ahead, rounds=40):
    """Rank 1, whose clock is ahead by `ahead` us, answers after 50 us; messages take 5 us."""
    lines = ["processes 2", "0: 0 enter main", f"1: {ahead * 1000} enter main"]
    time = 1_000_000
    for _ in range(rounds):
        there, back = time + 5_000, time + 60_000
        own = there + ahead * 1000
        lines += [f"0: {time}..{time + 1000} MPI_Send send 1",
                  f"1: {own - 3000}..{own} MPI_Recv recv 0",
                  f"1: {own + 50_000}..{own + 51_000} MPI_Send send 0",
                  f"0: {time + 2000}..{back} MPI_Recv recv 1"]
        time += 200_000
    lines += [f"0: {time} leave", f"1: {time + ahead * 1000} leave"]
    return "\n".join(lines) + "\n"


def late_process(late, rounds=40):
    """Three of four processes wait in a barrier for the last one, which begins `late` ms later.
    When it begins, its clock reads what the others' clocks read when they began. Then all exchange
    messages with the first process."""
    lines = ["processes 4"]

    def add(rank, begin, end, what):
        behind = late * 1_000_000 if rank == 3 else 0
        lines.append(f"{rank}: {begin - behind}..{end - behind} {what}")

    for rank in range(4):
        lines.append(f"{rank}: 0 enter main")
        add(rank, 1_000_000 * (late + 1 if rank == 3 else 1), 1_000_000 * (late + 1) + 20_000, "MPI_Barrier collective")
    time = 1_000_000 * (late + 2)
    for _ in range(rounds):
        for rank in range(1, 4):
            add(0, time, time + 1000, f"MPI_Send send {rank}")
            add(rank, time + 2000, time + 5000, "MPI_Recv recv 0")
            add(rank, time + 6000, time + 7000, "MPI_Send send 0")
            add(0, time + 8000, time + 11_000, f"MPI_Recv recv {rank}")
            time += 100_000
    for rank in range(4):
        lines.append(f"{rank}: {time - (late * 1_000_000 if rank == 3 else 0)} leave")
    return "\n".join(lines) + "\n"


SLOW_MESSAGES = """PATTERN Slow() {
  ROOTTYPE: Receive;
  INSTANTIATION: Send sent = sendptr(ROOT);
  CONSTRAINT: ROOT.timestamp > sent.timestamp + 0.001
  EXPORT: float seconds = ROOT.timestamp - sent.timestamp;
}
"""


class Clocks(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name)

    def archive(self, ahead, offset=None):
        text = ping_pong(ahead)
        if offset is not None:
            text = text.replace("processes 2\n", f"processes 2\noffset 1 0 {offset}\n")
        (self.folder / "trace.txt").write_text(text)
        archive = self.folder / f"archive{ahead}"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True)
        return archive

    def clocks(self, archive, *options):
        done = run("clocks", archive, "--json", *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def analyze(self, archive, *options):
        """Returns the metrics' totals, and the analysis's JSON output."""
        done = run("analyze", archive, "-o", self.folder / "report.cubex", "--json", *options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = json.loads(done.stdout)
        values = json.loads(run("show", self.folder / "report.cubex", "--json").stdout)
        return {metric["name"]: metric["total"] for metric in values["metrics"]}, found

    def test_good_clocks_are_kept(self):
        found = self.clocks(self.archive(0))
        self.assertEqual(found["messages"]["count"], 80)
        self.assertEqual(found["messages"]["raw"]["count"], 0)
        self.assertEqual(found["correction"]["source"], "measured")
        result = run("clocks", self.folder / "archive0").stdout
        self.assertIn("lull analyze uses the times as they were recorded: there are no measured offsets", result)
        self.assertIn("With --clocks none, lull analyze uses",
                      run("clocks", self.folder / "archive0", "--clocks", "none").stdout)

    def test_measured_offsets_that_reverse_messages_are_not_used(self):
        archive = self.archive(0, offset=-20_000)
        found = self.clocks(archive)
        self.assertEqual(found["messages"]["raw"]["count"], 0)
        self.assertEqual(found["messages"]["measured"]["count"], 40)
        self.assertAlmostEqual(found["messages"]["measured"]["greatest"], 15e-6, delta=2e-6)
        self.assertEqual(found["correction"]["source"], "none")
        self.assertEqual(found["correction"]["clocks"], "nodes")
        self.assertIn("as they were recorded: all processes ran on one node", run("clocks", archive).stdout)
        taken, result = self.analyze(archive)
        self.assertIn("All processes ran on one node and share one clock", json.dumps(result["remarks"]))
        self.assertEqual(taken, self.analyze(archive, "--clocks", "none")[0])
        self.assertNotEqual(taken, self.analyze(archive, "--clocks", "measured")[0])

    def test_clocks_are_corrected_by_messages(self):
        truth, _ = self.analyze(self.archive(0))
        archive = self.archive(5000)
        found = self.clocks(archive)
        self.assertEqual(found["correction"]["source"], "messages")
        self.assertEqual(found["correction"]["clocks"], "processes")
        self.assertTrue(found["correction"]["holds_all"])
        first, second = (process["offsets"][0]["ticks"] for process in found["correction"]["processes"])
        self.assertAlmostEqual(first - second, 5_000_000, delta=60_000)
        corrected, result = self.analyze(archive)
        self.assertTrue(result["clocks_allow_verdict"])
        self.assertIn("corrected using messages", json.dumps(result["remarks"]))
        late, true = corrected["mpi_latesender"], truth["mpi_latesender"]
        self.assertAlmostEqual(late, true, delta=0.6 * true)
        _, result = self.analyze(archive, "--clocks", "measured")
        self.assertFalse(result["clocks_allow_verdict"])
        for which in ("messages", "none"):
            self.analyze(archive, "--clocks", which)

    def test_uncertainty_is_reported(self):
        _, result = self.analyze(self.archive(0))
        self.assertTrue(all(finding["uncertainty_seconds"] == 0 for finding in result["findings"]))
        truth = {finding["metric"]: finding["seconds"] for finding in result["findings"]}
        archive = self.archive(5000)
        totals, result = self.analyze(archive)
        late = next(finding for finding in result["findings"] if finding["metric"] == "mpi_latesender")
        self.assertGreater(late["uncertainty_seconds"], 0)
        self.assertLessEqual(abs(late["seconds"] - truth["mpi_latesender"]), late["uncertainty_seconds"])
        self.assertAlmostEqual(totals["mpi_latesender_uncertainty"], late["uncertainty_seconds"], places=9)
        self.assertNotIn("clock_uncertainty", [finding["metric"] for finding in result["beside"]])
        text = run("analyze", archive, "-o", self.folder / "report.cubex").stdout
        self.assertRegex(text, r"Late Sender \(mpi_latesender\): [0-9.]+ .?s ± [0-9.]+ .?s")

    def test_corrected_archives_are_correct_for_other_tools(self):
        archive = self.archive(5000)
        expected, _ = self.analyze(archive)
        done = run("clocks", archive, "-o", self.folder / "corrected")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.endswith(f"\nArchive: {self.folder / 'corrected'}\n"), done.stdout)
        found = self.clocks(self.folder / "corrected")
        self.assertEqual(found["messages"]["raw"]["count"], 0)
        self.assertEqual(found["correction"]["source"], "measured")
        corrected, result = self.analyze(self.folder / "corrected", "--clocks", "none")
        self.assertTrue(result["clocks_allow_verdict"])
        self.assertIn("corrected using messages", " ".join(result["remarks"]))
        self.assertEqual({metric: expected[metric] for metric in corrected}, corrected)
        doubts = set(expected) - set(corrected)
        self.assertTrue(all(metric.endswith(("uncertainty", "unproved")) for metric in doubts), doubts)
        run("clocks", self.folder / "corrected", "-o", self.folder / "twice")
        events = [subprocess.run(["otf2-print", self.folder / name / "traces.otf2"], capture_output=True, text=True,
                                 check=True).stdout for name in ("corrected", "twice")]
        self.assertEqual(*events)
        self.assertIn("MPI_RECV", events[0])

    def test_a_corrected_archive_replaces_no_other(self):
        archive = self.archive(5000)
        before = sorted(self.folder.rglob("*"))
        done = run("clocks", archive, "-o", archive)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(sorted(self.folder.rglob("*")), before)
        self.assertEqual(run("clocks", archive, "-o", "").returncode, 2)

    def test_clock_steps_are_reported(self):
        lines = []
        for line in ping_pong(0, rounds=200).splitlines():
            if line.startswith("1: "):
                times = line.split(" ")[1].split("..")
                times = [str(int(time) + (3_000_000 if int(time) > 21_100_000 else 0)) for time in times]
                line = " ".join(["1:", "..".join(times)] + line.split(" ")[2:])
            lines.append(line)
        (self.folder / "trace.txt").write_text("\n".join(lines) + "\n")
        archive = self.folder / "set"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True)
        correction = self.clocks(archive)["correction"]
        self.assertEqual(correction["source"], "messages")
        self.assertEqual(len(correction["steps"]), 1)
        self.assertAlmostEqual(abs(correction["steps"][0]["ticks"]), 3_000_000, delta=60_000)
        self.assertIn("A clock was set during the run: that of", run("clocks", archive).stdout)
        _, result = self.analyze(archive)
        self.assertTrue(result["clocks_allow_verdict"])
        self.assertFalse([remark for remark in result["remarks"] if "arrive before" in remark])

    def test_effects_of_the_correction_alone_are_reported(self):
        (self.folder / "trace.txt").write_text(late_process(300))
        archive = self.folder / "late"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True)
        totals, result = self.analyze(archive)
        barrier = next(finding for finding in result["findings"] if finding["metric"] == "mpi_barrier_wait")
        self.assertAlmostEqual(barrier["seconds"], 0.9, delta=0.001)
        self.assertAlmostEqual(barrier["late_recording_seconds"], 0.897, delta=0.001)  # all but a ms each
        self.assertAlmostEqual(totals["mpi_barrier_wait_late_recording"], barrier["late_recording_seconds"], places=9)
        self.assertAlmostEqual(totals["late_recording"], barrier["late_recording_seconds"], places=9)
        self.assertIn("MPI Rank 3", barrier["caveat"])
        self.assertNotIn("late_recording", [finding["metric"] for finding in result["beside"]])
        others = [finding for finding in result["findings"] if finding is not barrier]
        self.assertTrue(all(finding["late_recording_seconds"] == 0 and not finding["caveat"] for finding in others))
        text = run("analyze", archive, "-o", self.folder / "report.cubex").stdout
        self.assertIn("but    100 % of this is time spent waiting for MPI Rank 3 before its recording", text)
        (late,) = self.clocks(archive)["correction"]["late_beginnings"]
        self.assertEqual(late["process"], "MPI Rank 3")
        self.assertAlmostEqual(late["late"], 0.3, delta=0.0001)
        self.assertIn("MPI Rank 3 begins 300 ms after the first process on corrected clocks, 0 s as recorded", run("clocks", archive).stdout)

    def test_proved_time_is_reported(self):
        totals, result = self.analyze(self.archive(5000))
        late = next(finding for finding in result["findings"] if finding["metric"] == "mpi_latesender")
        self.assertAlmostEqual(totals["mpi_latesender_unproved"], late["unproved_seconds"], places=9)
        self.assertLessEqual(late["unproved_seconds"], min(late["seconds"], late["uncertainty_seconds"]))
        self.assertGreaterEqual(late["unproved_seconds"], late["uncertainty_seconds"] / 2)
        shown = run("show", self.folder / "report.cubex").stdout
        self.assertIn("not proved by clocks" if late["unproved_seconds"] > 0.9 * late["seconds"] else "proved", shown)

    def test_times_count_from_the_first_event_on_corrected_clocks(self):
        # The clock of rank 0, the reference, is ahead; rank 1 was recorded first.
        swapped = re.sub(r"(?m)^[01]:|(send|recv) [01]$", lambda m: m[0].translate(str.maketrans("01", "10")),
                         ping_pong(5000))
        (self.folder / "trace.txt").write_text(swapped)
        archive = self.folder / "early"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True)
        run("analyze", archive, "-o", self.folder / "report.cubex")
        done = run("convert", archive, "--to", "csv", "-o", self.folder / "out.csv", "--report",
                   self.folder / "report.cubex")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split(",") for line in (self.folder / "out.csv").read_text().splitlines()]
        calls = {(row[0], row[3]) for row in rows if row[4] == "ENTER"}
        waits = [row for row in rows if row[4] == "WAIT_STATE"]
        self.assertTrue(waits)
        for wait in waits:
            self.assertIn((wait[0], wait[3]), calls)
        sends = [int(row[0]) for row in rows if row[4] == "MPI_SEND"]
        begin = sends[40]  # the first of two in its round
        run("filter", archive, "-o", self.folder / "cut", "--from", f"{begin}ns")
        printed = subprocess.run(["otf2-print", self.folder / "cut" / "traces.otf2"], capture_output=True, text=True,
                                 check=True).stdout
        self.assertEqual(len(re.findall(r"(?m)^MPI_SEND ", printed)), 40)
        self.assertEqual(len(re.findall(r"(?m)^MPI_RECV ", printed)), 40)

    def test_unmatched_messages_are_reported(self):
        (self.folder / "trace.txt").write_text(ping_pong(0) + "1: 90000000..90000010 MPI_Send send 0\n")
        archive = self.folder / "lost"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True)
        self.assertIn("1 message was sent but never received", run("clocks", archive).stdout)
        self.assertIn("never received", json.dumps(self.clocks(archive)["remarks"]))

    def test_a_contradictory_message_does_not_affect_others(self):
        """A message that is received before the answer to another one, but sent after it."""
        lines = ping_pong(5000).splitlines()
        round20 = 1_000_000 + 20 * 200_000
        sends = next(i for i, line in enumerate(lines) if line.startswith(f"0: {round20 + 200_000}.."))
        lines.insert(sends, f"0: {round20 + 150_000}..{round20 + 151_000} MPI_Send send 1 tag=9")
        receives = next(i for i, line in enumerate(lines) if line.startswith(f"1: {round20 + 5_002_000}.."))
        lines.insert(receives, f"1: {round20 + 4_950_000}..{round20 + 4_951_000} MPI_Recv recv 0 tag=9")
        (self.folder / "trace.txt").write_text("\n".join(lines) + "\n")
        archive = self.folder / "contradicting"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True)
        found = self.clocks(archive, "-o", self.folder / "corrected")
        self.assertEqual(found["correction"]["contradictions"], 1)
        self.assertIn("1 message or operation contradicts the others, and is not respected", run("clocks", archive).stdout)
        self.assertEqual(self.clocks(self.folder / "corrected")["messages"]["raw"]["count"], 1)

    def test_other_commands_use_the_same_clocks(self):
        archive = self.archive(5000)
        for command in (("interest", archive), ("filter", archive, "-o", self.folder / "cut", "--from", "1ms")):
            done = run(*command)
            self.assertIn("Clocks are corrected using messages", done.stderr)
            done = run(*(str(word).replace("cut", "measured") for word in command), "--clocks", "measured")
            self.assertNotIn("corrected", done.stderr)
        (self.folder / "slow.asl").write_text(SLOW_MESSAGES)
        search = ("asl", "run", self.folder / "slow.asl", archive, "-m", "Slow")
        self.assertNotIn("MPI_RECV", run(*search).stdout)
        self.assertRegex(run(*search, "--clocks", "none").stdout, r"\n +40  Slow")

    def test_late_beginnings_are_reported(self):
        if not (SHARED / "eztrace-mg-s-16").exists():
            self.skipTest(f"{SHARED / 'eztrace-mg-s-16'} is missing")
        _, result = self.analyze(SHARED / "eztrace-mg-s-16")
        self.assertIn("P#0 begins ", json.dumps(result["remarks"]))
        barrier = next(finding for finding in result["findings"] if finding["metric"] == "mpi_barrier_wait")
        self.assertGreater(barrier["late_recording_seconds"], 4.4)  # of 4.535 s
        self.assertIn("P#0", barrier["caveat"])
        # In this archive, each process defines its own regions; regions with the same name are
        # merged.
        self.assertEqual(len(barrier["call_paths"]), 1)

    def test_several_processes_give_the_same_result(self):
        archive = self.archive(5000)
        expected, _ = self.analyze(archive)
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                           OMPI_MCA_rmaps_base_oversubscribe="1")
        done = subprocess.run(["mpirun", "-n", "2", LULL, "analyze", archive, "-o", self.folder / "two.cubex"],
                              capture_output=True, text=True, check=False, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        compared = run("cmp", self.folder / "report.cubex", self.folder / "two.cubex")
        self.assertEqual(compared.returncode, 0, compared.stdout)

    def test_archives_without_common_clocks_get_a_verdict(self):
        """Compares with another program's figures for these archives: late senders, waiting at n-to-n operations."""
        for name, reversed_messages, late, nxn in (("eztrace-sweep3d-16", 7412, 19.79, 1.586),
                                                   ("eztrace-mg-s-16", 2883, 0.532, 0.613)):
            if not (SHARED / name).exists():
                self.skipTest(f"{SHARED / name} is missing")
            with self.subTest(name):
                self.assertEqual(self.clocks(SHARED / name)["messages"]["raw"]["count"], reversed_messages)
                totals, result = self.analyze(SHARED / name)
                self.assertTrue(result["clocks_allow_verdict"])
                self.assertAlmostEqual(totals["mpi_latesender"], late, delta=0.01 * late)
                self.assertAlmostEqual(totals["mpi_wait_nxn"], nxn, delta=0.01 * nxn)

    def test_processes_that_cannot_be_compared_are_named(self):
        text = ping_pong(500).replace("processes 2", "processes 3") + "2: 5..10 f\n"
        (self.folder / "trace.txt").write_text(text)
        archive = self.folder / "archive"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True)
        self.assertIn("1 process (MPI Rank 2) has no messages to or from others: the clock is not corrected", run("clocks", archive).stdout)

    def test_choices_are_listed(self):
        done = run("analyze", "x", "--clocks", "wrong")
        self.assertIn("wrong is not auto, measured, messages or none", done.stderr)

    def test_bad_input_gives_one_sentence(self):
        for words in (("clocks", self.folder / "none"), ("analyze", "x", "--clocks", "wrong"),
                      ("clocks", self.archive(0), "--threads", "100000"), ("clocks",)):
            done = run(*words)
            self.assertIn(done.returncode, (2, 3), words)
            self.assertEqual(done.stdout, "")
            self.assertTrue(done.stderr.strip())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
