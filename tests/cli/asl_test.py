# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull asl as a user calls it.

usage: asl_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [ARCHIVES-DIRECTORY]
"""
import csv
import io
import json
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

LULL, SOURCE, TEXT_ARCHIVE = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
SHARED = Path(sys.argv[4]) if len(sys.argv) > 4 else None
HARM = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")

# Ticks of 10 ms. Receive 1 is called at 4, its send at 10: 0.06 s of late sender. Receive 2 takes a message that was
# sent before.
LATE_SENDER = """
clock 100
processes 2
0: 0 enter main; 10..20 MPI_Send send 1 tag=1; 30..35 MPI_Send send 1 tag=2 bytes=2000; 100 leave
1: 0 enter main; 4..25 MPI_Recv recv 0 tag=1; 40..45 MPI_Recv recv 0 tag=2 bytes=2000; 100 leave
"""

PROPERTIES = """
PROPERTY messages(Region r, Experiment e, Region rank_basis, int least, boolean large) {
  LET
    int calls = COUNT m WHERE m IN PATTERN_MATCHES(Message(least), e.trace);
  IN
    CONDITION: (some) calls > 0 OR (many) calls > 1;
    CONFIDENCE: MAX((some) -> medium, (many) -> 1);
    SEVERITY: duration(r, e) / duration(rank_basis, e);
}
PATTERN Message(int least) {
  ROOTTYPE: Receive;
  INSTANTIATION:
    Send from = sendptr(ROOT);
  CONSTRAINT: from.length >= least
  EXPORT:
    int bytes = from.length;
    float delay = ROOT.timestamp - from.timestamp;
    boolean tagged = ROOT.tag > 1;
    Region call = enterptr(ROOT).region;
}
"""


def run(*arguments, **options):
    return subprocess.run([LULL, "asl", *map(str, arguments)], capture_output=True, text=True, check=False, **options)


class WithArchive(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        cls.path = Path(cls.directory.name)
        cls.archive = cls.made("late", LATE_SENDER)

    @classmethod
    def made(cls, name, text):
        trace = cls.path / f"{name}.txt"
        trace.write_text(text)
        subprocess.run([TEXT_ARCHIVE, trace, cls.path / name], check=True)
        return cls.path / name

    def written(self, text, name="f.asl"):
        file = self.path / name
        file.write_text(text, encoding="utf-8")
        return file

    def found(self, text, *options, status=0):
        """What a run prints as JSON."""
        done = run("run", self.written(text), self.archive, "--json", *options)
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout)

    def refused(self, status, *words, **options):
        """The message of a command that prints nothing else."""
        done = run(*words, **options)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertNotEqual(done.stderr, "")
        return done.stderr


class Check(WithArchive):
    def test_says_what_is_declared(self):
        file = self.written("enum Size { small, large } float half = 0.5; int f(int n) = n; class Big extends Send {}"
                            + PROPERTIES)
        done = run("check", file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout,
                         f"{file}: 1 class, 1 enum, 1 function, 1 constant, 1 pattern, 1 property\n")
        self.assertEqual(run("check", self.written("")).stdout, f"{file}: nothing is declared\n")

    def test_counts_imported_files_once(self):
        self.written("float half = 0.5;", "a.asl")
        file = self.written('IMPORT "a.asl"; IMPORT "./a.asl"; IMPORT "g.asl"; float third = half / 1.5;', "g.asl")
        self.assertEqual(run("check", file).stdout, f"{file}: 2 constants\n")

    def test_prints_each_mistake_with_its_place(self):
        file = self.written("float a = nothing;\nfloat ö = 1;\nint b = 2.5;\n")
        told = self.refused(3, "check", file)
        places = re.findall(rf"^{re.escape(str(file))}:(\d+):(\d+): error: ", told, re.MULTILINE)
        self.assertEqual([place for place in places if place[0] != "2"], [("1", "11"), ("3", "9")])
        self.assertIn("float a = nothing;\n          ^\n", told)

    def test_prints_twenty_mistakes_and_counts_the_others(self):
        told = self.refused(3, "check", self.written("".join(f"float a{i} = nothing{i};\n" for i in range(50))))
        self.assertEqual(told.count(": error: "), 20)
        self.assertIn("30 more", told)

    def test_metrics_have_names_and_parents_of_their_own(self):
        pattern = """PATTERN A() { ROOTTYPE: Receive; INSTANTIATION: CONSTRAINT: TRUE EXPORT: METRIC: "%s" UNDER "%s"
                     CHARGE 0 AT ROOT; }"""
        self.assertIn("there is a metric time already", self.refused(3, "check", self.written(pattern % ("time", "time"))))
        done = run("check", self.written(pattern % ("mine", "of_a_plugin")))
        self.assertEqual(done.returncode, 0)
        self.assertIn("no metric of_a_plugin", done.stderr)
        done = run("check", self.written(pattern % ("mine", "mpi_point2point")))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_refuses_what_is_no_specification(self):
        binary = self.path / "binary.asl"
        binary.write_bytes(bytes(range(256)) * 100)
        program = Path(LULL)
        large = self.path / "large.asl"
        large.write_bytes(b"// comment\n" * (17 * 2**20 // 11))
        deep = self.written("float a = " + "(" * 100_000 + "1" + ")" * 100_000 + ";", "deep.asl")
        escapes = self.written('float \x1b]0;pwned\x07 = "\x1b[2J\u202e";', "escapes.asl")
        for file in (binary, program, large, deep, escapes, self.path, self.path / "none.asl", "/dev/null/x"):
            for command in (("check", file), ("run", file, self.archive)):
                with self.subTest(command=command):
                    began = time.monotonic()
                    told = self.refused(3, *command)
                    self.assertIsNone(HARM.search(told), told[:500])
                    self.assertLess(len(told), 50_000)
                    self.assertLess(time.monotonic() - began, 20)
        self.assertIn("16 MiB", self.refused(3, "check", large))
        self.assertIn("directory", self.refused(3, "check", self.path))

    def test_a_file_of_16_mib_is_fine(self):
        file = self.path / "long.asl"
        file.write_bytes(b"// comment..\n" * (2**24 // 13))
        self.assertEqual(run("check", file).returncode, 0)

    def test_knows_the_commands(self):
        self.assertIn("asl --help", self.refused(2))
        self.assertIn("'asl chek'", self.refused(2, "chek", "f.asl"))
        self.refused(2, "check")
        self.refused(2, "run", "f.asl")
        self.refused(2, "check", "f.asl", "g.asl")


class Run(WithArchive):
    def test_the_library_finds_the_late_sender(self):
        # Two processes of 1 s: 0.06 of 2 s. Both receives take 0.21 + 0.05 s.
        found = self.found("", "--property", "late_sender")
        self.assertEqual([(line["property"], line["arguments"]["r"]) for line in found["properties"]],
                         [("late_sender", "MPI_Recv"), ("late_sender", "main")])
        for line in found["properties"]:
            self.assertAlmostEqual(line["severity"], 0.03, 12)
            self.assertEqual((line["confidence"], line["conditions"], line["problem"]), (1, [], False))
        self.assertEqual(found["rank_basis"], {"region": "PROGRAM", "duration": 2})
        self.assertEqual(found["bottleneck"], 0)
        found = self.found("", "--property", "late_sender", "--rank-basis", "MPI_Recv", "--set", "r=main")
        self.assertEqual(len(found["properties"]), 1)
        self.assertAlmostEqual(found["properties"][0]["severity"], 0.06 / 0.26, 12)
        self.assertTrue(found["properties"][0]["problem"])
        self.assertEqual(found["rank_basis"]["region"], "MPI_Recv")
        self.assertAlmostEqual(found["rank_basis"]["duration"], 0.26, 12)

    def test_json_has_these_keys_in_this_order(self):
        found = self.found(PROPERTIES, "--set", "least=1", "--set", "large=true", "--set", "r=main", "--matches", "Message")
        self.assertEqual(list(found), ["archive", "specification", "rank_basis", "threshold", "properties", "bottleneck",
                                       "patterns", "matches", "errors"])
        self.assertEqual(found["archive"], str(self.archive / "traces.otf2"))
        self.assertEqual(found["specification"], str(self.path / "f.asl"))
        self.assertEqual(found["threshold"], 0.05)
        self.assertEqual(found["properties"], [
            {"property": "messages", "arguments": {"r": "main", "least": 1, "large": True}, "severity": 1.0,
             "confidence": 1.0, "conditions": ["some", "many"], "problem": True}])
        self.assertEqual(list(found["properties"][0]),
                         ["property", "arguments", "severity", "confidence", "conditions", "problem"])
        pattern = found["patterns"][0]
        self.assertEqual(list(pattern), ["pattern", "arguments", "matches", "sums", "unmatched"])
        self.assertEqual((pattern["arguments"], pattern["matches"], pattern["unmatched"]), ({"least": 1}, 2, 0))
        self.assertEqual(pattern["sums"]["bytes"], 2008)
        self.assertAlmostEqual(pattern["sums"]["delay"], 0.15 + 0.15, 12)
        self.assertEqual([list(match) for match in found["matches"]], [["pattern", "arguments", "root", "exports"]] * 2)
        self.assertEqual(list(found["matches"][0]["root"]), ["index", "time", "location", "kind"])
        first, second = (match["exports"] for match in found["matches"])
        self.assertEqual(list(first), ["bytes", "delay", "tagged", "call"])
        self.assertEqual((first["bytes"], first["tagged"], first["call"]), (8, False, "MPI_Recv"))
        self.assertEqual((second["bytes"], second["tagged"]), (2000, True))
        self.assertEqual([(match["root"]["time"], match["root"]["kind"]) for match in found["matches"]],
                         [(0.25, "MPI_RECV"), (0.45, "MPI_RECV")])
        # Before them: both Enters of main, the Enters of the calls, the send, the Leave of the sender.
        self.assertEqual(found["matches"][0]["root"]["index"], 6)
        self.assertEqual(found["errors"], [])
        self.assertNotIn("matches", self.found("", "--property", "late_sender"))

    def test_set_chooses_and_values_are_tried_where_there_is_none(self):
        found = self.found(PROPERTIES, "--set", "least=100", "--set", "large=false")
        self.assertEqual([line["arguments"] for line in found["properties"]],
                         [{"r": region, "least": 100, "large": False} for region in ("main", "MPI_Recv", "MPI_Send")])
        self.assertEqual([round(line["severity"], 9) for line in found["properties"]], [1, 0.13, 0.075])
        self.assertEqual({line["confidence"] for line in found["properties"]}, {0.5})
        self.assertEqual(len(self.found(PROPERTIES, "-s", "least=100")["properties"]), 6)
        self.assertEqual(self.found(PROPERTIES, "-s", "least=3000")["properties"], [])
        self.assertIsNone(self.found(PROPERTIES, "-s", "least=3000")["bottleneck"])

    def test_threshold(self):
        for threshold, problem in ((0.0299, True), (0.0301, False), (0, True)):
            found = self.found("", "-p", "late_sender", "--threshold", threshold)
            self.assertEqual({line["problem"] for line in found["properties"]}, {problem})
        shares = [self.found("", "-p", "late_sender", "-t", share)["threshold"] for share in ("2.5%", "0.025", "300%")]
        self.assertEqual(shares, [0.025, 0.025, 3])
        for wrong in ("-1", "many", "nan", "inf", "%"):
            self.refused(2, "run", self.written(""), self.archive, "--threshold", wrong)

    def test_csv(self):
        file = self.written(PROPERTIES)
        done = run("run", file, self.archive, "--csv", "-s", "least=1", "-s", "large=true", "-s", "r=main")
        self.assertEqual(done.stdout.splitlines(),
                         ["property,arguments,severity,confidence,conditions,problem",
                          "messages,r=main; least=1; large=true,1,1,some many,true"])
        done = run("run", file, self.archive, "--csv", "-s", "least=9", "-s", "large=true", "-m", "Message")
        rows = list(csv.DictReader(io.StringIO(done.stdout, newline="")))
        self.assertEqual([list(row.values())[:7] for row in rows],
                         [["Message", "least=9", "12", "0.45", rows[0]["location"], "MPI_RECV", "2000"]])
        self.assertEqual((rows[0]["tagged"], rows[0]["call"]), ("true", "MPI_Recv"))
        done = run("run", file, self.archive, "--csv", "-s", "least=9000", "-s", "large=true", "-m", "Message")
        self.assertEqual(done.stdout, "pattern,arguments,index,time,location,kind,bytes,delay,tagged,call\n")
        self.refused(2, "run", file, self.archive, "--csv", "--json")

    def test_columns_of_a_table_have_different_names(self):
        done = run("run", self.written(PROPERTIES.replace("delay", "time")), self.archive, "--csv", "-s", "least=9",
                   "-s", "large=true", "-m", "Message")
        self.assertEqual(done.stdout.splitlines()[0],
                         "pattern,arguments,index,time,location,kind,bytes,exports.time,tagged,call")

    def test_says_why_there_is_nothing(self):
        pattern = "PATTERN One(Process p) { ROOTTYPE: Receive; INSTANTIATION: CONSTRAINT: ROOT.process_id == p EXPORT: }"
        done = run("run", self.written(pattern), self.archive)
        self.assertEqual(done.returncode, 0)
        self.assertIn("--matches searches for: One.\n", done.stdout)
        self.assertNotIn("--matches", run("run", self.path / "f.asl", self.archive, "-m", "One").stdout)
        self.assertIn("no properties and no patterns", run("run", self.written(""), self.archive).stdout)

    def test_communicators_and_processes_are_told_apart(self):
        archive = self.made("unnamed", LATE_SENDER.replace("processes 2", 'processes 2\ncomm "" 0\ncomm row1 0\ncomm row2 1'))
        definitions = archive / "traces.def"
        self.assertIn(b"row2", definitions.read_bytes())
        definitions.write_bytes(definitions.read_bytes().replace(b"row2", b"row1"))
        file = self.written("PROPERTY p(Communicator c) { CONDITION: c.size == 1; CONFIDENCE: 1; SEVERITY: 1; }"
                            "PROPERTY q(Process p) { CONDITION: TRUE; CONFIDENCE: 1; SEVERITY: 1; }")

        def arguments(*options):
            done = run("run", file, archive, "--json", *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            return [next(iter(line["arguments"].values())) for line in json.loads(done.stdout)["properties"]]

        names = arguments("-p", "p")
        self.assertEqual(len(names), len(set(names)), names)
        self.assertTrue({"Communicator 2", "row1 (3)", "row1 (4)"} <= set(names), names)
        for name in names:
            self.assertEqual(arguments("-p", "p", "-s", f"c={name}"), [name])
        self.assertEqual(arguments("-p", "p", "-s", "c=3"), ["row1 (3)"])
        first, second = arguments("-p", "q")
        self.assertEqual((arguments("-p", "q", "-s", "p=0"), arguments("-p", "q", "-s", f"p={second}")), ([first], [second]))
        for wrong in ("c=row1", "c=9", "c=-1", "c="):
            self.assertIn(wrong, self.refused(2, "run", file, archive, "-p", "p", "-s", wrong))

    def test_text(self):
        done = run("run", self.written(PROPERTIES), self.archive, "-s", "least=1", "-s", "large=true", "-s", "r=main",
                   "-m", "Message")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for text in ("16 events", "100.00 %", "messages(r = main, least = 1, large = true): the bottleneck, a problem, some, many",
                     "Message(least = 1): bytes 2008, delay 0.3", "MPI_RECV", "above 5 % is a problem"):
            self.assertIn(text, done.stdout)
        self.assertNotIn("\x1b", done.stdout)
        self.assertIn("\x1b[", run("run", self.written(PROPERTIES), self.archive, "-s", "least=1", "--colour", "always").stdout)
        self.assertIn("No property holds", run("run", self.path / "f.asl", self.archive, "-s", "least=3000").stdout)

    def test_receives_without_a_send_are_counted(self):
        archive = self.made("lost", LATE_SENDER.replace("send 1 tag=1", "send 1 tag=7"))
        done = run("run", self.written(PROPERTIES), archive, "-s", "least=1", "-s", "large=true", "-s", "r=main", "--json")
        pattern = json.loads(done.stdout)["patterns"][0]
        self.assertEqual((pattern["matches"], pattern["unmatched"]), (1, 1))
        self.assertIn("unmatched", run("run", self.path / "f.asl", archive, "-s", "least=1").stdout)

    def test_unknown_names(self):
        file = self.written(PROPERTIES)
        for options, word in ((("-p", "nothing"), "nothing"), (("-m", "nothing"), "nothing"),
                              (("-p", "Message"), "Message"), (("-m", "messages"), "messages"),
                              (("-r", "nowhere", "-s", "least=1"), "nowhere"), (("-s", "lest=1"), "lest"), (("-s", "least"), "least"),
                              (("-s", "=1"), "=1"), (("-s", "least=1", "-s", "least=2"), "least"),
                              (("-s", "least=much"), "much"), (("-s", "least=1.5"), "1.5"),
                              (("-s", "least=1", "-s", "large=maybe"), "maybe"), ((), "least"),
                              (("--steps", "0"), "steps"), (("--memory", "much"), "much")):
            with self.subTest(options=options):
                self.assertIn(word, self.refused(2, "run", file, self.archive, *options))

    def test_no_archive(self):
        for archive in (self.path / "none", self.path / "late.txt", self.path):
            self.refused(3, "run", self.written(""), archive)

    def test_mistakes_come_before_the_archive(self):
        told = self.refused(3, "run", self.written("float a = b;"), self.path / "none")
        self.assertIn("f.asl:1:11: error: ", told)
        self.assertNotIn("none", told)


BROKEN = """
PROPERTY fine(Experiment e) { CONDITION: TRUE; CONFIDENCE: 1; SEVERITY: 0.25; }
PROPERTY broken(Experiment e) {
  CONDITION: TRUE; CONFIDENCE: 1;
  SEVERITY: 1 / (COUNT(m WHERE m IN PATTERN_MATCHES(Fine(), e.trace)) - 2);
}
PATTERN Fine() {
  ROOTTYPE: Receive; INSTANTIATION: CONSTRAINT: TRUE EXPORT:
}
PATTERN Broken() {
  ROOTTYPE: Receive;
  INSTANTIATION:
  CONSTRAINT: enterptr(ROOT).index > 3 AND first_send(PRED(ROOT)).length == 2000
  EXPORT:
}
Send first_send(Event e) =
  IF (e == NULL) NULL
  ELIF (typeof(e) == Send AND e.length > 100000) e
  ELSE first_send(PRED(e));
"""


class ErrorsOfTheRun(WithArchive):
    def test_are_told_after_the_output(self):
        done = run("run", self.written(BROKEN), self.archive)
        self.assertEqual(done.returncode, 3)
        self.assertIn("fine: the bottleneck", done.stdout)
        self.assertNotIn("Broken", done.stdout)
        self.assertIn("Fine", done.stdout)
        text = BROKEN.splitlines()
        column = text[12].index(".length") + 2
        place = f"{self.path / 'f.asl'}:13:{column}: error: "
        self.assertIn(place, done.stderr)
        self.assertIn(text[12] + "\n" + " " * (column - 1) + "^\n", done.stderr)
        # The receive at 0.45 s: before it 7 of process 0, all but the last, and 5 of its own.
        self.assertRegex(done.stderr, r"at event 12 \(MPI_RECV, location \d+, 0\.450000 s\)")
        self.assertIn(f"{self.path / 'f.asl'}:5:{text[4].index('/') + 1}: error: ", done.stderr)

    def test_are_in_the_json(self):
        found = self.found(BROKEN, status=3)
        self.assertEqual([line["property"] for line in found["properties"]], ["fine"])
        self.assertEqual([line["pattern"] for line in found["patterns"]], ["Fine"])
        errors = {error["line"]: error for error in found["errors"]}
        self.assertEqual(set(errors), {5, 13})
        self.assertEqual(list(errors[5]), ["file", "line", "column", "message", "hint", "event"])
        self.assertEqual((errors[5]["event"], errors[13]["event"]), (None, 12))
        self.assertEqual(errors[5]["file"], str(self.path / "f.asl"))

    def test_limits(self):
        deep = "int f(int n) = IF (n == 0) 0 ELSE f(n - 1) + 1;" + \
               "PROPERTY p(int n) { CONDITION: f(n) == n; CONFIDENCE: 1; SEVERITY: 1; }"
        self.assertEqual(len(self.found(deep, "-s", "n=9000")["properties"]), 1)
        self.assertIn("10000", self.found(deep, "-s", "n=20000", status=3)["errors"][0]["message"])
        self.assertIn("steps", self.found(BROKEN, "--steps", "5", status=3)["errors"][0]["message"])
        grows = "setof Event all(Event e) = IF (e == NULL) {} ELSE all(PRED(e)) + e;" + \
                "PATTERN All() { ROOTTYPE: Receive; INSTANTIATION: CONSTRAINT: COUNT(x WHERE x IN all(ROOT)) > 0 EXPORT: }"
        self.assertEqual(self.found(grows)["patterns"][0]["matches"], 2)
        self.assertIn("states need", self.found(grows, "--memory", "100B", status=3)["errors"][0]["message"])
        # More than its state takes when it is new: the limit is kept as it grows.
        self.assertIn("states need", self.found(grows, "--memory", "600B", status=3)["errors"][0]["message"])

    def test_deep_recursion_needs_no_ulimit(self):
        deep = "int f(int n) = IF (n == 0) 0 ELSE (IF (n > 0) ((f(n - 1) + 1)) ELSE 0);" + \
               "PROPERTY p(int n) { CONDITION: f(n) == n; CONFIDENCE: 1; SEVERITY: 1; }"
        done = subprocess.run(["sh", "-c", 'ulimit -s 512; exec "$@"', "sh", LULL, "asl", "run", self.written(deep),
                               self.archive, "-s", "n=9000", "--csv"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 2), done.stderr)


    def test_what_a_damaged_archive_has_lost_is_told(self):
        archive = self.made("damaged", LATE_SENDER)
        file = sorted((archive / "traces").glob("*.evt"))[0]
        content = file.read_bytes()
        file.write_bytes(content[:len(content) * 2 // 3])
        done = run("run", self.written(""), archive, "--property", "late_sender", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        json.loads(done.stdout)
        self.assertIn("breaks off", done.stderr)


class HostileNames(WithArchive):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.archive = cls.made("hostile", LATE_SENDER.replace("enter main", "enter hostile_name_that_is_replaced"))
        name = b"hostile_name_that_is_replaced"
        evil = b'\x1b]0;pwned\x07\n\xff\xfe"=,;\\u202e{}'.ljust(len(name), b"x")
        definitions = cls.archive / "traces.def"
        content = definitions.read_bytes()
        assert name in content
        definitions.write_bytes(content.replace(name, evil))

    def test_reach_nobody(self):
        file = self.written("")
        for options in ((), ("--colour", "never"), ("--json",), ("--csv",)):
            with self.subTest(options=options):
                done = subprocess.run([LULL, "asl", "run", file, self.archive, "-p", "late_sender", "-m", "LateSender",
                                       *options], capture_output=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                text = done.stdout.decode()  # throws where it is not UTF-8
                if options == ("--json",):
                    self.assertIn("\x1b]0;pwned\x07\n\ufffd\ufffd\"",
                                  " ".join(line["arguments"]["r"] for line in json.loads(text)["properties"]))
                elif options == ("--csv",):
                    rows = list(csv.DictReader(io.StringIO(text, newline="")))
                    self.assertTrue(any("pwned\x07\n" in row["arguments"] for row in rows))
                else:
                    self.assertIsNone(HARM.search(text))
                    self.assertIn("\\x1b]0;pwned", text)


class Show(WithArchive):
    def test_everything_that_is_listed_can_be_shown(self):
        done = run("show")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        names = re.findall(r"^  (?:class|enum|PATTERN|PROPERTY) (\w+)", done.stdout, re.MULTILINE)
        names += re.findall(r"^  (?:setof )?\w+ (\w+)\(", done.stdout, re.MULTILINE)
        names += re.findall(r"^  (\w+\.asl) ", done.stdout, re.MULTILINE)
        for name in ("Send", "Role", "LateSender", "late_sender", "enterptr", "R", "PRED", "basic.asl", "mpi.asl"):
            self.assertIn(name, names)
        for name in names:
            with self.subTest(name=name):
                shown = run("show", name)
                self.assertEqual((shown.returncode, shown.stderr), (0, ""))
                self.assertIn(name.split(".")[0] if not name.endswith(".asl") else "//", shown.stdout)

    def test_declarations_are_whole_and_right(self):
        for name in ("LateSender", "R", "enterptr", "M", "late_sender", "PRED"):
            shown = run("show", name).stdout
            self.assertEqual(shown.count("{"), shown.count("}"), shown)
            self.assertTrue(shown.startswith("//"), shown)
            self.assertEqual(run("check", self.written(shown)).returncode, 0, shown)
        self.assertTrue(run("show", "R").stdout.endswith("R(PRED(e), p);\n"))

    def test_files_are_right(self):
        for name in ("basic.asl", "mpi.asl", "openmp.asl"):
            self.assertEqual(run("show", name).stdout, (SOURCE / "src/lull/asl/library" / name).read_text())

    def test_classes_and_enums(self):
        shown = run("show", "Irecv").stdout
        for text in ("class Irecv extends Receive {", "int request;", "From Receive:\n  Process source;", "MPI_IRECV"):
            self.assertIn(text, shown)
        self.assertIn("Derived: Isend\n", run("show", "Send").stdout)
        self.assertIn("  Role.implicit_barrier\n", run("show", "Role").stdout)

    def test_lines_are_not_too_long_for_files(self):
        for line in run("show").stdout.splitlines():
            self.assertLess(len(line), 170)

    def test_what_has_to_be_imported(self):
        shown = run("show", "LateSenderCall").stdout
        self.assertTrue(shown.startswith('// IMPORT "wait_states.asl"; has it.\n'), shown)
        self.assertIn("\nPATTERN LateSenderCall() {", shown)

    def test_unknown_names(self):
        self.assertIn("nothing", self.refused(2, "show", "nothing"))
        self.assertIsNone(HARM.search(self.refused(2, "show", "\x1b[2J")))


@unittest.skipUnless(SHARED and SHARED.is_dir(), "there are no shared traces")
class SharedTraces(WithArchive):
    def test_late_senders_are_those_of_the_analysis(self):
        for name in ("waits4", "npb-lu-s-16"):
            archive, report = SHARED / name, self.path / f"{name}.cubex"
            subprocess.run([LULL, "analyze", archive, "-o", report], check=True, capture_output=True)
            rows = subprocess.run([LULL, "show", report, "--csv", "-m", "mpi_latesender"], check=True, capture_output=True,
                                  text=True).stdout
            expected = sum(float(row["value"]) for row in csv.DictReader(io.StringIO(rows, newline=""))
                           if row["call_path"].lower().rstrip("_").endswith("mpi_recv"))
            done = run("run", self.written(""), archive, "-m", "LateSender", "-s", "r=MPI_Recv", "--json")
            with self.subTest(trace=name):
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                found = json.loads(done.stdout)
                self.assertGreater(expected, 0.1)
                self.assertAlmostEqual(found["patterns"][0]["sums"]["idle_time"], expected, 9)
                self.assertEqual(len(found["matches"]), found["patterns"][0]["matches"])
                self.assertAlmostEqual(sum(match["exports"]["idle_time"] for match in found["matches"]), expected, 9)

    def test_all_properties_of_the_library_run(self):
        for prop in ("late_sender", "late_receiver", "wrong_order_ls", "wrong_order_lr"):
            for name in ("hybrid4x3", "eztrace-mg-s-16", "omp4", "rma4", "shmem4"):
                with self.subTest(name=name, prop=prop):
                    done = run("run", self.written(""), SHARED / name, "-p", prop)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
