# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""scripts/mutate: which mutants it makes of a line, and that each compiles to one of two behaviours."""
import importlib.machinery
import importlib.util
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "mutate"
loader = importlib.machinery.SourceFileLoader("mutate", str(SCRIPT))
mutate = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutate", loader))
loader.exec_module(mutate)


def kinds(line, before="{"):
    return sorted(kind for _, kind in mutate.mutants_of(line, before))


class Lines(unittest.TestCase):
    def test_conditions(self):
        self.assertEqual(kinds("  if (a < b && !done) {"), ["&& -> ||", "< -> <=", "no !"])
        self.assertEqual(kinds("  } else if (left == 0) {"), ["0 -> 1", "== -> !="])

    def test_values(self):
        self.assertEqual(kinds("  return a + 1;"), ["+ -> -", "+ 1 -> nothing", "1 -> 2"])
        self.assertEqual(kinds("  const int most = std::min(a, b);"), ["std::min( -> std::max("])

    def test_statements(self):
        self.assertEqual(kinds("  queue_.push(first, second);"), ["left out", "swapped arguments"])
        self.assertEqual(kinds("  ++count;"), ["++ -> --", "left out"])

    def test_lines_that_are_left_alone(self):
        for line in ("  // a < b", "#include <vector>", "  constexpr int kMost = 1;", "  static_assert(a < b);",
                     "  template <class T>", "  [[nodiscard]] bool empty() const { return size_ == 0; }"):
            self.assertEqual(kinds(line), [], line)
        self.assertEqual(kinds("      a < b);", "  const bool less = compare("), [], "a part of a statement")

    def test_there_is_one_line_for_each(self):
        for text, _ in mutate.mutants_of("  if (a < b && !done) {", "{"):
            self.assertEqual(text.count("lull_mutant == NUMBER"), 1)
            self.assertNotIn("\n", text)


@unittest.skipUnless(shutil.which("g++"), "there is no g++")
class Program(unittest.TestCase):
    def test_the_environment_says_which_one_is_at_work(self):
        line = "  return a < b ? 1 : 2;"
        mutants = mutate.mutants_of(line, "{")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "mutant.hpp").write_text(mutate.HEADER, encoding="utf-8")
            for text, kind in mutants:
                source = Path(folder, "program.cpp")
                source.write_text('#include "mutant.hpp"\nint f(int a, int b) {\n' +
                                  text.replace("NUMBER", "7") + "\n}\nint main() { return f(2, 2); }\n",
                                  encoding="utf-8")
                subprocess.run(["g++", "-std=c++20", "-o", Path(folder, "program"), source], check=True)
                plain = subprocess.run([Path(folder, "program")], check=False).returncode
                other = subprocess.run([Path(folder, "program")], check=False, env={"LULL_MUTANT": "7"}).returncode
                self.assertEqual(plain, 2)
                if kind != "1 -> 2":
                    self.assertNotEqual(other, plain, kind)


if __name__ == "__main__":
    unittest.main()
