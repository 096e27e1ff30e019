# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""lull asl check and show on the command line.

usage: asl_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [ARCHIVES-DIRECTORY]
"""
import csv
import io
import json
import re
import subprocess
import sys
import time
import unittest
from pathlib import Path

from asl_cases import HARM, LATE_SENDER, LULL, PROPERTIES, SHARED, SOURCE, WithArchive, run


class Check(WithArchive):
    def test_lists_declarations(self):
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

    def test_prints_each_mistake_with_its_position(self):
        file = self.written("float a = nothing;\nfloat ö = 1;\nint b = 2.5;\n")
        errors = self.refused(3, "check", file)
        places = re.findall(rf"^{re.escape(str(file))}:(\d+):(\d+): error: ", errors, re.MULTILINE)
        self.assertEqual([place for place in places if place[0] != "2"], [("1", "11"), ("3", "9")])
        self.assertIn("float a = nothing;\n          ^\n", errors)

    def test_prints_twenty_mistakes_and_counts_the_others(self):
        errors = self.refused(3, "check", self.written("".join(f"float a{i} = nothing{i};\n" for i in range(50))))
        self.assertEqual(errors.count(": error: "), 20)
        self.assertIn("30 more", errors)

    def test_metrics_have_unique_names_and_known_parents(self):
        pattern = """PATTERN A() { ROOTTYPE: Receive; INSTANTIATION: CONSTRAINT: TRUE EXPORT: METRIC: "%s" UNDER "%s"
                     CHARGE 0 AT ROOT; }"""
        self.assertIn("there is already a metric time", self.refused(3, "check", self.written(pattern % ("time", "time"))))
        done = run("check", self.written(pattern % ("mine", "of_a_plugin")))
        self.assertEqual(done.returncode, 0)
        self.assertIn("no metric of_a_plugin", done.stderr)
        done = run("check", self.written(pattern % ("mine", "mpi_point2point")))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_refuses_invalid_specifications(self):
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
                    errors = self.refused(3, *command)
                    errors = errors.replace("\t", " ")  # quoted lines keep tabs
                    self.assertIsNone(HARM.search(errors), errors[:500])
                    self.assertLess(len(errors), 50_000)
                    self.assertLess(time.monotonic() - began, 20)
        self.assertIn("16 MiB", self.refused(3, "check", large))
        self.assertIn("directory", self.refused(3, "check", self.path))

    def test_a_file_of_16_mib_is_fine(self):
        file = self.path / "long.asl"
        file.write_bytes(b"// comment..\n" * (2**24 // 13))
        self.assertEqual(run("check", file).returncode, 0)

    def test_reports_unknown_commands(self):
        self.assertIn("asl --help", self.refused(2))
        self.assertIn("'asl chek'", self.refused(2, "chek", "f.asl"))
        self.refused(2, "check")
        self.refused(2, "run", "f.asl")
        self.refused(2, "check", "f.asl", "g.asl")


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

    def test_do_not_reach_the_terminal(self):
        file = self.written("")
        for options in ((), ("--colour", "never"), ("--json",), ("--csv",)):
            with self.subTest(options=options):
                done = subprocess.run([LULL, "asl", "run", file, self.archive, "-p", "late_sender", "-m", "LateSender",
                                       *options], capture_output=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                text = done.stdout.decode()  # throws unless it is UTF-8
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
    def test_everything_listed_can_be_shown(self):
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

    def test_declarations_are_complete_and_correct(self):
        for name in ("LateSender", "R", "enterptr", "M", "late_sender", "PRED"):
            shown = run("show", name).stdout
            self.assertEqual(shown.count("{"), shown.count("}"), shown)
            self.assertTrue(shown.startswith("//"), shown)
            self.assertEqual(run("check", self.written(shown)).returncode, 0, shown)
        self.assertTrue(run("show", "R").stdout.endswith("R(PRED(e), p);\n"))

    def test_files_are_correct(self):
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

    def test_required_imports_are_shown(self):
        shown = run("show", "LateSenderCall").stdout
        self.assertTrue(shown.startswith('// IMPORT "wait_states.asl"; declares it.\n'), shown)
        self.assertIn("\nPATTERN LateSenderCall() {", shown)

    def test_unknown_names(self):
        self.assertIn("nothing", self.refused(2, "show", "nothing"))
        self.assertIsNone(HARM.search(self.refused(2, "show", "\x1b[2J")))


@unittest.skipUnless(SHARED and SHARED.is_dir(), "the shared traces are missing")
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
                    self.assertEqual(done.returncode, 0)
                    # The clocks of one archive are corrected, which is reported.
                    self.assertRegex(done.stderr, r"\A(lull: Clocks are corrected using messages.*\n(lull: .* begins .* on corrected clocks.*\n)?)?\Z")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
