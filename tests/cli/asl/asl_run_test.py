# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull asl run on the command line.

usage: asl_run_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [ARCHIVES-DIRECTORY]
"""
import csv
import io
import json
import subprocess
import sys
import unittest

from asl_cases import LATE_SENDER, LULL, PROPERTIES, WithArchive, run


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
        # Preceded by both Enters of main, the Enters of the calls, the send, the Leave of the sender.
        self.assertEqual(found["matches"][0]["root"]["index"], 6)
        self.assertEqual(found["errors"], [])
        self.assertNotIn("matches", self.found("", "--property", "late_sender"))

    def test_json_lists_the_mistakes_of_a_specification_that_is_rejected(self):
        file = self.written("int a = b;\nPROPERTY p(Experiment e) { CONDITION: e.nmae == \"x\"; CONFIDENCE: 1; SEVERITY: 1; }\n")
        done = run("run", file, self.archive, "--json")
        self.assertEqual(done.returncode, 3)
        found = json.loads(done.stdout)
        self.assertEqual(list(found), ["archive", "specification", "properties", "bottleneck", "patterns", "errors"])
        self.assertEqual([(one["file"], one["line"], one["column"]) for one in found["errors"]],
                         [(str(file), 1, 9), (str(file), 2, 41)])
        self.assertEqual(found["errors"][1], {
            "file": str(file), "line": 2, "column": 41, "message": "Experiment has no attribute nmae",
            "hint": "did you mean name?", "event": None})
        self.assertIn(":2:41: error: Experiment has no attribute nmae", done.stderr)
        many = self.written("".join(f"int a{i} = b;\n" for i in range(30)))
        self.assertEqual(len(json.loads(run("run", many, self.archive, "--json").stdout)["errors"]), 30)

    COMPARED = """
    PROPERTY slower(Experiment a, Experiment b, Region r, Region rank_basis) {
      LET float before = duration(r, a); float after = duration(r, b);
      IN CONDITION: after > before; CONFIDENCE: 1; SEVERITY: (after - before) / duration(rank_basis, b); }
    PROPERTY waits_more(Experiment a, Experiment b) {
      LET
        float before = SUM m.idle_time WHERE m IN PATTERN_MATCHES(LateSender(REGION("main")), a.trace);
        float after = SUM m.idle_time WHERE m IN PATTERN_MATCHES(LateSender(REGION("main")), b.trace);
      IN CONDITION: after > before AND a.name != b.name; CONFIDENCE: 1; SEVERITY: after - before; }
    """

    def test_two_archives_are_two_experiments(self):
        second = self.made("later", LATE_SENDER.replace("10..20 MPI_Send", "20..22 MPI_Send"))
        file = self.written(self.COMPARED)
        done = run("run", file, self.archive, second, "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = json.loads(done.stdout)
        self.assertEqual((found["archive"], found["second_archive"]),
                         (str(self.archive / "traces.otf2"), str(second / "traces.otf2")))
        self.assertEqual([(line["property"], line["arguments"]) for line in found["properties"]],
                         [("waits_more", {})])
        self.assertAlmostEqual(found["properties"][0]["severity"], 0.10, 12)
        # In the opposite order the send takes longer, 0.08 of 2 s.
        found = json.loads(run("run", file, second, self.archive, "--json").stdout)
        self.assertEqual([(line["property"], line["arguments"]) for line in found["properties"]],
                         [("slower", {"r": "MPI_Send"})])
        self.assertAlmostEqual(found["properties"][0]["severity"], 0.04, 12)
        self.assertIn("compared with", run("run", file, self.archive, second).stdout)

    def test_one_archive_is_not_two_experiments(self):
        file = self.written(self.COMPARED)
        done = run("run", file, self.archive)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("slower compares two experiments; add a second archive", done.stderr)
        done = run("run", self.written(""), self.archive, self.archive, "-p", "late_sender")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no property compares two experiments", done.stderr)

    def test_objects_of_the_second_experiment_are_not_in_the_first(self):
        second = self.made("same", LATE_SENDER)
        for condition, message in (("COUNT(e WHERE e IN b.trace) > 1", "trace of the second experiment cannot be accessed"),
                                   ("COUNT(p WHERE p IN b.processes) > 1", "processes of the second experiment cannot")):
            file = self.written("PROPERTY p(Experiment a, Experiment b) { CONDITION: %s; CONFIDENCE: 1; SEVERITY: 1; }"
                                % condition)
            done = run("run", file, self.archive, second)
            self.assertEqual(done.returncode, 3)
            self.assertIn(message, done.stderr)

    def test_set_selects_values_that_are_otherwise_enumerated(self):
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

    def test_says_why_there_are_no_results(self):
        pattern = "PATTERN One(Process p) { ROOTTYPE: Receive; INSTANTIATION: CONSTRAINT: ROOT.process_id == p EXPORT: }"
        done = run("run", self.written(pattern), self.archive)
        self.assertEqual(done.returncode, 0)
        self.assertIn("--matches searches for: One.\n", done.stdout)
        self.assertNotIn("--matches", run("run", self.path / "f.asl", self.archive, "-m", "One").stdout)
        self.assertIn("no properties and no patterns", run("run", self.written(""), self.archive).stdout)

    def test_communicators_and_processes_are_distinguished(self):
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
        errors = self.refused(3, "run", self.written("float a = b;"), self.path / "none")
        self.assertIn("f.asl:1:11: error: ", errors)
        self.assertNotIn("none", errors)


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
    def test_are_printed_after_the_output(self):
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
        # The receive at 0.45 s follows 7 events of process 0 (all but the last), and 5 of its own.
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
        # The limit exceeds the initial state's size, but applies as the state grows, too.
        self.assertIn("states need", self.found(grows, "--memory", "600B", status=3)["errors"][0]["message"])

    def test_deep_recursion_needs_no_ulimit(self):
        deep = "int f(int n) = IF (n == 0) 0 ELSE (IF (n > 0) ((f(n - 1) + 1)) ELSE 0);" + \
               "PROPERTY p(int n) { CONDITION: f(n) == n; CONFIDENCE: 1; SEVERITY: 1; }"
        done = subprocess.run(["sh", "-c", 'ulimit -s 512; exec "$@"', "sh", LULL, "asl", "run", self.written(deep),
                               self.archive, "-s", "n=9000", "--csv"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 2), done.stderr)


    def test_damage_of_the_archive_is_reported(self):
        archive = self.made("damaged", LATE_SENDER)
        file = sorted((archive / "traces").glob("*.evt"))[0]
        content = file.read_bytes()
        file.write_bytes(content[:len(content) * 2 // 3])
        done = run("run", self.written(""), archive, "--property", "late_sender", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        json.loads(done.stdout)
        self.assertIn("ends early", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
