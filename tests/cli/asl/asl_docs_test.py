#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The examples of docs/asl.md are valid, or invalid as the page says, and print its output; its tables have
all classes and attributes; the grammar for editors covers the language.

usage: asl_docs_test.py LULL SOURCE-DIRECTORY TEXT-ARCHIVE [--update]

--update writes the program's output into the page.
"""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE, TEXT_ARCHIVE = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
PAGE = SOURCE / "docs" / "asl.md"
BLOCK = re.compile(r"^```([a-z-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(folder, *arguments):
    return subprocess.run([LULL, "asl", *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False)


def blocks():
    return [(found.group(1), found.group(2)) for found in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]


def printed(folder):
    """Returns the actual or expected content of each text block, in order."""
    found, specification, archives = [], "", 0
    for kind, block in blocks():
        if kind == "asl-error":
            Path(folder, "example.asl").write_text(block, encoding="utf-8")
            done = run(folder, "check", "example.asl")
            assert done.returncode == 3, block
            found.append(done.stderr)
        elif kind == "asl":
            specification = block
        elif kind == "trace":
            archives += 1
            Path(folder, "tasks.asl").write_text(specification, encoding="utf-8")
            Path(folder, "trace.txt").write_text(block, encoding="utf-8")
            archive = Path(folder, f"run{archives}")
            subprocess.run([TEXT_ARCHIVE, Path(folder, "trace.txt"), archive], check=True)
            done = run(folder, "run", "tasks.asl", archive.name, "--matches", "TaskWaits")
            assert (done.returncode, done.stderr) == (0, ""), done.stderr
            found.append(done.stdout)
    return found


def update():
    with tempfile.TemporaryDirectory() as folder:
        texts = iter(printed(folder))
    page = BLOCK.sub(lambda found: f"```text\n{next(texts)}```" if found.group(1) == "text" else found.group(0),
                     PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(page, encoding="utf-8")


def cells(line):
    return [cell.strip() for cell in line.strip("|\n").split("|")]


class Page(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name)

    def test_examples_are_valid(self):
        examples = [block for kind, block in blocks() if kind == "asl"]
        self.assertGreater(len(examples), 10)
        for example in examples:
            (self.folder / "example.asl").write_text(example, encoding="utf-8")
            done = run(self.folder, "check", "example.asl")
            self.assertEqual((done.returncode, done.stderr), (0, ""), example)

    def test_programs_print_the_output_on_the_page(self):
        expected = [block for kind, block in blocks() if kind == "text"]
        self.assertGreater(len(expected), 3)
        self.assertEqual(printed(self.folder), expected)

    def test_the_example_charges_time_of_its_parent(self):
        printed(self.folder)
        done = subprocess.run([LULL, "analyze", "run1", "--patterns", "tasks.asl"], cwd=self.folder, capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("asl_worker_waits", done.stdout)
        self.assertNotIn("Remarks", done.stdout)

    def test_the_readme_example_prints_its_output(self):
        page = (SOURCE / "README.md").read_text(encoding="utf-8").split("## Patterns of your own")[1].split("\n## ")[0]
        specification, printed_text = ("".join(line[4:] or "\n" for line in part.splitlines(keepends=True))
                                       for part in re.findall(r"(?:^    .*\n(?:^\n(?=    ))?)+", page, re.MULTILINE))
        (self.folder / "barriers.asl").write_text(specification, encoding="utf-8")
        (self.folder / "examples").symlink_to((SOURCE / "examples").absolute())
        done = run(self.folder, "run", "barriers.asl", "examples/waits8")
        self.assertEqual((done.returncode, done.stdout), (0, printed_text), done.stderr)

    def test_json_is_json(self):
        for kind, block in blocks():
            if kind == "json":
                self.assertIn("properties", json.loads(block))

    def test_tables_have_all_attributes(self):
        classes = {}
        for line in run(self.folder, "show").stdout.splitlines():
            if found := re.match(r"  class (\w+)(?: extends (\w+))? \{(.*)\}", line):
                classes[found.group(1)] = (found.group(2), [one.strip() for one in found.group(3).split(";") if one.strip()])
        checked = 0
        for line in PAGE.read_text(encoding="utf-8").splitlines():
            if not line.startswith("| ") or line.startswith("| every other"):
                continue
            names, *rest = cells(line)
            base = re.search(r" \((\w+)\)$", names)
            for name in re.sub(r" \(\w+\)$", "", names).split(", "):
                if name not in classes or (base is None and name in ("Class",)):
                    continue
                with self.subTest(name=name):
                    self.assertEqual(classes[name][0], base and base.group(1))
                    self.assertEqual(classes[name][1], [one.strip() for one in rest[0].split(";") if one.strip()])
                    checked += 1
        self.assertGreater(checked, 20)

    def test_the_grammar_is_complete(self):
        page = PAGE.read_text(encoding="utf-8")
        grammar = page.split("## Grammar")[1].split("\n## ")[0]
        rules = set(re.findall(r"^([a-z-]+) *= ", grammar, re.MULTILINE))
        used = set(re.findall(r"(?<![\w'-])[a-z]+(?:-[a-z]+)*(?![\w'])", re.sub(r"'[^']*'", " ", grammar.split("```")[1])))
        self.assertEqual(used - rules, {"id", "string", "number", "word"})
        for keyword in keywords():
            if keyword.isupper():
                self.assertIn(keyword, grammar)


def keywords():
    text = (SOURCE / "src/lull/asl/syntax/token_list.def").read_text(encoding="utf-8")
    found = re.findall(r'LULL_ASL_KEYWORD\(\w+, "(\w+)"\)', text)
    for pair in re.findall(r'LULL_ASL_EITHER_CASE\(\w+, "(\w+)", "(\w+)"\)', text):
        found += pair
    return found


class EditorGrammar(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.grammar = json.loads((SOURCE / "editors/lull-asl.tmLanguage.json").read_text(encoding="utf-8"))

    def rules(self, node=None):
        """Yields all objects of the grammar."""
        node = self.grammar if node is None else node
        if isinstance(node, dict):
            yield node
        for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
            if isinstance(inner, (dict, list)):
                yield from self.rules(inner)

    def expressions(self):
        for rule in self.rules():
            for key in ("match", "begin", "end"):
                if isinstance(rule.get(key), str):
                    yield rule, re.compile(rule[key])

    def scope_of(self, word, kind):
        return [rule["name"] for rule, expression in self.expressions()
                if rule.get("name", "").startswith(kind) and expression.fullmatch(word)]

    def test_regular_expressions_compile(self):
        self.assertGreater(len(list(self.expressions())), 20)
        for rule, expression in self.expressions():
            groups = [int(group) for group in rule.get("captures", {})]
            self.assertLessEqual(max(groups, default=0), expression.groups, expression.pattern)

    def test_included_rules_exist(self):
        for rule in self.rules():
            if "include" in rule:
                self.assertIn(rule["include"].removeprefix("#"), self.grammar["repository"])

    def test_keywords_are_those_of_the_language(self):
        listed = set()
        for rule, expression in self.expressions():
            if rule.get("name", "").split(".")[0] in ("keyword", "storage", "constant", "variable"):
                found = re.fullmatch(r"\(\?<!\\\.\)\\b\(\?:([A-Za-z|]+)\)\\b", expression.pattern)
                listed |= set(found.group(1).split("|")) if found else set()
        self.assertEqual(listed, set(keywords()))

    def test_scopes_are_supported_by_themes(self):
        for rule in self.rules():
            if "name" in rule and rule is not self.grammar:
                self.assertRegex(rule["name"], r"^(comment|string|constant|keyword|storage|entity|support|variable|invalid|"
                                               r"punctuation)\..*\.lull-asl$")

    def test_declarations_and_literals(self):
        def captured(text, number):
            for rule, expression in self.expressions():
                if rule.get("captures") and (found := expression.search(text)) and found.group(0).startswith(text[:4]):
                    return found.group(number)
            return None
        self.assertEqual(captured("PATTERN LateSender(Region r) {", 3), "LateSender")
        self.assertEqual(captured("PROPERTY TEMPLATE Share<PATTERN p>", 3), "Share")
        self.assertEqual(captured("class Big extends Send {", 4), "Send")
        self.assertEqual(captured("setof Enter R(Event e, Process p) =", 3), "R")
        self.assertIsNone(captured("ELSE sends(PRED(e))", 3))
        self.assertTrue(self.scope_of("2e-6", "constant.numeric.float"))
        self.assertTrue(self.scope_of("12", "constant.numeric.integer"))
        self.assertFalse(self.scope_of("MPI_Recv", "support.constant.region"))
        self.assertTrue(self.scope_of("MPI_RECV", "support.constant.region"))


if __name__ == "__main__":
    if "--update" in sys.argv:
        update()
    else:
        unittest.main(argv=sys.argv[:1])
