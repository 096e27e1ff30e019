# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull convert`: its output, read back according to the formats' documentation.

usage: convert_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [ARCHIVES-DIRECTORY]
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import exchange_readers as readers

LULL, TEXT_ARCHIVE = sys.argv[1], sys.argv[3]
SHARED = Path(sys.argv[4]) if len(sys.argv) > 4 else Path("absent")
FORMATS = {"chrome": readers.read_chrome, "perfetto": readers.read_perfetto, "paje": readers.read_paje,
           "paraver": readers.read_paraver}
LARGE = 120_000  # events: too many for these readers

PROGRAM = """processes 2
0: 0 enter main; 100..120 MPI_Send send 1 tag=5 bytes=64; 200..300 MPI_Barrier coll_end op=barrier; 400 leave
1: 0 enter main; 90..140 MPI_Recv recv 0 tag=5 bytes=64; 210..300 MPI_Barrier coll_end op=barrier; 410 leave
"""


def run(*words, **options):
    return subprocess.run([LULL, *map(str, words)], capture_output=True, text=True, check=False, **options)


class Convert(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name)

    def archive(self, text):
        (self.folder / "trace.txt").write_text(text)
        archive = self.folder / "archive"
        subprocess.run([TEXT_ARCHIVE, self.folder / "trace.txt", archive], check=True)
        return archive

    def convert(self, archive, name, *options, warns=False):
        output = self.folder / f"out.{name}"
        done = run("convert", archive, "--to", name, "-o", output, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(warns or not done.stderr, done.stderr)
        return output

    def contents(self, archive, *options, warns=False):
        return {name: read(self.convert(archive, name, *options, warns=warns)) for name, read in FORMATS.items()}

    def test_each_event_is_in_the_output(self):
        archive = self.archive(PROGRAM)
        for name, content in self.contents(archive).items():
            with self.subTest(name):
                self.assertEqual(content.messages, 1)
                self.assertIn(content.calls, (6, None))
                self.assertIn(content.ends, (0, None))
        kinds = readers.read_csv(self.convert(archive, "csv"))
        self.assertEqual((kinds["ENTER"], kinds["LEAVE"], kinds["MPI_SEND"], kinds["MPI_RECV"]), (6, 6, 1, 1))

    def test_calls_have_arguments(self):
        archive = self.archive(PROGRAM)
        events = json.loads(self.convert(archive, "chrome").read_text())["traceEvents"]
        self.assertIn({"bytes": 64, "tag": 5}, [{key: event["args"].get(key) for key in ("bytes", "tag")}
                                                for event in events if event["ph"] == "E" and "args" in event])
        trace = readers.perfetto_trace()()
        trace.ParseFromString(self.convert(archive, "perfetto").read_bytes())
        arguments = [{one.name: one.uint_value or one.string_value for one in packet.track_event.debug_annotations}
                     for packet in trace.packet]
        self.assertTrue(any(one.get("bytes") == 64 and one.get("tag") == 5 for one in arguments))

    def test_paraver_numbers_calls_as_extrae_does(self):
        output = self.convert(self.archive(PROGRAM), "paraver")
        lines = output.with_suffix(".prv").read_text().splitlines()
        self.assertIn("2:1:1:1:1:100:50000001:1", lines)  # MPI_Send
        self.assertIn("2:2:1:2:1:90:50000001:2", lines)   # MPI_Recv
        self.assertIn("2:1:1:1:1:200:50000002:8", lines)  # MPI_Barrier
        self.assertIn("2:1:1:1:1:300:50000002:0", lines)
        messages = [line.split(":") for line in lines if line.startswith("3:")]
        self.assertEqual([line[5] for line in messages], ["100"])  # the call of MPI_Send began
        self.assertEqual([line[11] for line in messages], ["90"])  # the call of MPI_Recv began
        self.assertEqual([line[13:] for line in messages], [["64", "5"]])

    def test_paraver_has_openmp_constructs(self):
        output = self.convert(self.archive("""processes 1
0: 0 enter main; 10 enter "!$omp parallel @a.c:4"; 20..30 "!$omp for @a.c:5"; 40..60 "!$omp barrier @a.c:7"
   70..90 "!$omp parallel @a.c:9"; 95 leave; 100 leave; 200 flush 210
"""), "paraver")
        lines = [line.split(":", 5)[5] for line in output.with_suffix(".prv").read_text().splitlines()
                 if line.startswith("2:")]
        self.assertEqual([line for line in lines if ":60000001:" in line or line.split(":")[1] == "60000005"],
                         ["10:60000001:3", "40:60000005:1", "60:60000005:0", "70:60000001:3", "90:60000001:3",
                          "95:60000001:0"])
        self.assertIn("20:60000002:4", lines)
        self.assertIn("20:60000018:3", lines)  # which one it is
        configuration = output.with_suffix(".pcf").read_text()
        self.assertIn("OpenMP parallel region\nVALUES\n0      End\n3      parallel\n", configuration)
        self.assertNotIn("taskwait", configuration)

    def test_paraver_shows_nothing_running_after_the_last_event(self):
        output = self.convert(self.archive("processes 2\n0: 0 enter main; 100 leave\n1: 0 enter main; 400 leave\n"),
                              "paraver")
        states = [line for line in output.with_suffix(".prv").read_text().splitlines() if line.startswith("1:")]
        self.assertEqual(states, ["1:1:1:1:1:0:100:1", "1:2:1:2:1:0:400:1", "1:1:1:1:1:100:400:0"])

    def test_reports_with_the_program_name_match(self):
        archive = self.archive(PROGRAM.replace("0: 0 enter", "0: 0 program_begin /opt/app/solver; 0 enter"))
        run("analyze", archive, "-o", self.folder / "report.cubex")
        self.assertIn("solver", run("show", self.folder / "report.cubex", "--calls").stdout)
        self.convert(archive, "csv", "--report", self.folder / "report.cubex")

    def test_broken_traces_give_complete_files(self):
        archive = self.archive("processes 2\n0: 0 enter main; 10 enter f; 20 enter g; 30 leave main; 40 leave h; 50 enter f\n"
                               "1: 5 enter main; 6 recv 0; 7 send 0; 8 leave g\n0: 60 send 1; 61 send 1\n")
        for name, content in self.contents(archive, warns=True).items():
            with self.subTest(name):
                self.assertEqual(content.messages, 1)

    def test_names_may_contain_anything(self):
        names = ["e\\f", "g%h", "i<j>&k", "MPI_\u00fcber"]
        lines = ["processes 1", "0: 0 enter main"]
        for i, name in enumerate(names):
            lines.append(f"0: {10 * i + 1}..{10 * i + 5} {name}")
        archive = self.archive("\n".join(lines + ["0: 900 leave"]) + "\n")
        for name, content in self.contents(archive).items():
            with self.subTest(name):
                self.assertIn(content.calls, (len(names) + 1, None))
        self.assertEqual(readers.read_csv(self.convert(archive, "csv"))["ENTER"], len(names) + 1)

    def test_parts_can_be_converted(self):
        archive = self.archive(PROGRAM)
        late = readers.read_chrome(self.convert(archive, "chrome", "--from", "150ns"))
        self.assertEqual((late.messages, late.ends), (0, 0))
        first = readers.read_csv(self.convert(archive, "csv", "--locations", "0"))
        self.assertEqual((first["MPI_SEND"], first["MPI_RECV"]), (0, 0))  # their other ends are cut off
        self.assertGreater(first["ENTER"], 0)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["archive", "out.chrome", "out.csv", "trace.txt"])

    def test_reports_show_their_wait_states(self):
        archive = self.archive(PROGRAM)
        run("analyze", archive, "-o", self.folder / "report.cubex")
        report = ("--report", self.folder / "report.cubex")
        self.assertIn("Late Sender", self.convert(archive, "csv", *report).read_text())
        events = json.loads(self.convert(archive, "chrome", *report).read_text())["traceEvents"]
        waits = [event for event in events if event.get("cat") == "wait state"]
        self.assertTrue(any(event["name"] == "Late Sender" and event["ts"] == 0.09 for event in waits), waits)
        self.contents(archive, *report)
        self.assertIn("Late Sender", self.convert(archive, "paraver", *report).with_suffix(".pcf").read_text())

    def test_wait_states_are_selected_like_events(self):
        archive = self.archive(PROGRAM)
        run("analyze", archive, "-o", self.folder / "report.cubex")
        report = ("--report", self.folder / "report.cubex")
        self.assertNotIn("Late Sender", self.convert(archive, "csv", *report, "--locations", "0").read_text())
        self.assertNotIn("Late Sender", self.convert(archive, "csv", *report, "--from", "150ns").read_text())
        self.assertIn("Barrier", self.convert(archive, "csv", *report, "--from", "150ns").read_text())
        first = self.convert(archive, "csv", *report, "--until", "150ns").read_text()
        self.assertIn("Late Sender", first)
        self.assertNotIn("Barrier", first)

    def test_clocks_are_those_of_analyze(self):
        lines = ["processes 2"]
        for i in range(20):  # process 1's clock is 50 behind: its receives precede their sends
            lines += [f"0: {1000 * i + 100}..{1000 * i + 120} MPI_Send send 1", f"1: {1000 * i + 20}..{1000 * i + 80} MPI_Recv recv 0",
                      f"1: {1000 * i + 300}..{1000 * i + 310} MPI_Send send 0", f"0: {1000 * i + 320}..{1000 * i + 400} MPI_Recv recv 1"]
        archive = self.archive("\n".join(lines) + "\n")
        def reversed_messages(*options):
            done = run("convert", archive, "--to", "csv", "-o", self.folder / "out.csv", *options)
            rows = [row.split(",") for row in (self.folder / "out.csv").read_text().splitlines()]
            sent, received = ([int(row[0]) for row in rows if row[4] == kind and row[2].endswith(rank)]
                              for kind, rank in (("MPI_SEND", "0"), ("MPI_RECV", "1")))
            self.assertEqual((len(sent), len(received)), (20, 20))
            return sum(b < a for a, b in zip(sent, received)), done.stderr
        count, stderr = reversed_messages()
        self.assertEqual(count, 0)
        self.assertIn("Clocks are corrected using messages", stderr)
        self.assertEqual(reversed_messages("--clocks", "none"), (20, ""))

    def test_reports_of_other_archives_are_refused(self):
        other = self.archive(PROGRAM.replace("main", "other"))
        run("analyze", other, "-o", self.folder / "report.cubex")
        (other).rename(self.folder / "other")
        done = run("convert", self.archive(PROGRAM), "--to", "csv", "-o", self.folder / "x",
                   "--report", self.folder / "report.cubex")
        self.assertEqual(done.returncode, 3)
        self.assertIn("no region 'other'", done.stderr)

    def test_mistakes_name_the_option(self):
        archive = self.archive(PROGRAM)
        for options, words in ((("--from", "2s", "--until", "1s"), "--until 1s is not after --from 2s"),
                               (("--until", "0"), "--until 0 is not after the beginning"),
                               (("--until", "1h"), "--until: 1h is not a time"),
                               (("--until", "1e30"), "--until: the trace is not that long"),
                               (("--from", ""), "empty"), (("--locations", ""), "empty")):
            done = run("convert", archive, "--to", "csv", "-o", self.folder / "x", *options)
            self.assertEqual(done.returncode, 2, options)
            self.assertIn(words, done.stderr)

    def test_mistakes_are_reported_and_leave_no_files(self):
        archive = self.archive(PROGRAM)
        before = sorted(self.folder.rglob("*"))
        for words, status in ((("convert", archive, "--to", "svg", "-o", self.folder / "x"), 2),
                              (("convert", archive, "--to", "csv"), 2),
                              (("convert", archive, "--to", "csv", "-o", ""), 2),
                              (("convert", self.folder, "--to", "csv", "-o", self.folder / "x"), 3),
                              (("convert", archive, "--to", "csv", "-o", self.folder / "none" / "x"), 4),
                              (("convert", archive, "--to", "csv", "-o", archive), 4),
                              (("convert", archive, "--to", "paraver", "-o", archive), 4),
                              (("convert", archive, "--to", "paraver", "-o", f"{archive}/"), 4),
                              (("convert", archive, "--to", "csv", "-o", self.folder / "x", "--locations", "77"), 2),
                              (("convert", archive, "--to", "csv", "-o", self.folder / "x", "--from", "2s", "--until", "1s"), 2),
                              (("convert", archive, "--to", "csv", "-o", self.folder / "x", "--report", archive / "traces.otf2"), 3)):
            done = run(*words)
            self.assertEqual(done.returncode, status, (words, done.stderr))
            self.assertEqual(len(done.stderr.strip().splitlines()) > 0, True)
            self.assertEqual(sorted(self.folder.rglob("*")), before, words)

    def test_inputs_are_not_overwritten(self):
        archive = self.archive(PROGRAM)
        content = (archive / "traces.otf2").read_bytes()
        self.assertEqual(run("convert", archive, "--to", "csv", "-o", archive / "traces.otf2").returncode, 2)
        self.assertEqual((archive / "traces.otf2").read_bytes(), content)

    def test_interruptions_leave_no_files(self):
        lines = ["processes 2"] + [f"{rank}: {10 * i}..{10 * i + 5} f{i % 100}" for rank in (0, 1) for i in range(100_000)]
        archive = self.archive("\n".join(lines) + "\n")
        for name in (*FORMATS, "csv"):
            before = sorted(self.folder.rglob("*"))
            with subprocess.Popen([LULL, "convert", archive, "--to", name, "-o", self.folder / "x"],
                                  stderr=subprocess.PIPE) as process:
                time.sleep(0.05)
                process.send_signal(signal.SIGTERM)
                process.communicate()
            after = {path.name: path.read_bytes() for path in self.folder.glob("x*")}
            for path in self.folder.glob("x*"):
                os.remove(path)
            self.assertEqual(sorted(self.folder.rglob("*")), before, name)
            if after:  # it ended before the signal
                run("convert", archive, "--to", name, "-o", self.folder / "x")
                whole = {path.name: path.read_bytes() for path in self.folder.glob("x*")}
                self.assertEqual({file: content == whole.get(file) for file, content in after.items()},
                                 dict.fromkeys(whole, True), name)
                for path in self.folder.glob("x*"):
                    os.remove(path)

    def test_all_archives_can_be_converted(self):
        if not SHARED.exists():
            self.skipTest(f"{SHARED} is missing")
        for archive in sorted(path for path in SHARED.iterdir() if list(path.glob("*.otf2"))):
            with self.subTest(archive.name):
                kinds = readers.read_csv(self.convert(archive, "csv", warns=True))
                events = sum(kinds.values())
                self.assertGreater(events, 0)
                if events > LARGE:
                    for name in FORMATS:  # CSV has compared the clocks already
                        self.convert(archive, name, "--clocks", "measured", warns=True)
                    continue
                contents = self.contents(archive, warns=True)
                self.assertEqual(len({content.messages for content in contents.values()}), 1, contents)
                self.assertEqual(len({content.calls for content in contents.values()} - {None}), 1, contents)
                clocks = json.loads(run("clocks", archive, "--json").stdout)
                self.assertEqual(contents["paraver"].messages, clocks["messages"]["count"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
