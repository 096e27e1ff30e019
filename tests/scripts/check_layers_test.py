# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""scripts/check-layers against small trees: one that keeps all rules, and others with a violation
planted in them."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECKER = Path(__file__).resolve().parents[2] / "scripts" / "check-layers"

CLEAN_TREE = {
    "src/lull/base/CMakeLists.txt": "lull_layer(base SOURCES error.cpp)\n",
    "src/lull/base/error.hpp": "#pragma once\n",
    "src/lull/trace/CMakeLists.txt":
        "# a comment\nlull_layer(trace\n  USES base # low\n  LINK_PRIVATE OTF2::OTF2\n  SOURCES x.cpp)\n"
        "lull_folder(.)\nlull_folder(source)\nlull_folder(otf2 USES source)\n",
    "src/lull/trace/trace.hpp": "#pragma once\n",
    "src/lull/trace/source/cursor.hpp": '#include "lull/base/error.hpp"\n',
    "src/lull/trace/otf2/reader.hpp": '#include "lull/trace/source/cursor.hpp"\n',
    "src/lull/trace/otf2/batch.hpp": "#include <otf2/otf2.h>\n",
    "src/lull/trace/otf2/reader.cpp":
        '#include "lull/trace/otf2/batch.hpp"\nOTF2_Reader* reader;\n',
    "src/lull/analysis/CMakeLists.txt": "lull_layer(analysis USES trace SOURCES y.cpp)\n",
    "src/lull/analysis/engine.cpp":
        '#include <vector>\n#include "lull/trace/otf2/reader.hpp"\n'
        '// OTF2_Reader and MPI_Send in a comment,\nconst char* kSend = "MPI_Send \\" OTF2_X";\n'
        "/*\n#include \"lull/base/error.hpp\"\n*/\nint many = 1'000'000; char quote = '\"';\n",
    "apps/cli/CMakeLists.txt":
        "lull_folder(common)\nlull_folder(. USES common)\nlull_uses(analysis trace)\n",
    "apps/cli/common/commands.hpp": "#pragma once\n",
    "python/CMakeLists.txt": "lull_uses(trace)\n",
    "python/module.cpp": '#include "lull/trace/source/cursor.hpp"\n',
    "apps/cli/main.cpp": '#include "cli/common/commands.hpp"\n#include "lull/analysis/engine.hpp"\n',
    "tests/support/writer.cpp": "#include <otf2/otf2.h>\nOTF2_Archive* archive;\n",
}


class CheckLayers(unittest.TestCase):
    def check(self, changes):
        """Exit status and complaints for the clean tree with `changes` (path -> text) on top."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**CLEAN_TREE, **changes}.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            result = subprocess.run([sys.executable, CHECKER, "--root", folder],
                                    capture_output=True, text=True, check=False)
        return result.returncode, result.stderr

    def assert_complains(self, changes, *expected):
        status, complaints = self.check(changes)
        self.assertEqual(status, 1, complaints)
        for text in expected:
            self.assertIn(text, complaints)
        self.assertEqual(len(complaints.splitlines()), len(expected) + 1, complaints)

    def test_accepts_a_tree_that_keeps_all_rules(self):
        self.assertEqual(self.check({}), (0, ""))

    def test_rejects_a_layer_that_is_not_declared(self):
        self.assert_complains(
            {"src/lull/trace/bad.cpp": '#include <map>\n\n#include "lull/analysis/engine.hpp"\n'},
            "src/lull/trace/bad.cpp:3: layer trace includes")

    def test_rejects_what_only_a_used_layer_uses(self):
        self.assert_complains(
            {"src/lull/analysis/engine.hpp": '#  include <lull/base/error.hpp>\n'},
            "src/lull/analysis/engine.hpp:1: layer analysis includes")

    def test_rejects_a_folder_that_is_not_declared(self):
        self.assert_complains(
            {"src/lull/trace/source/bad.cpp": '\n#include "lull/trace/otf2/reader.hpp"\n'},
            "src/lull/trace/source/bad.cpp:2: folder source includes a header of folder otf2")

    def test_rejects_folders_without_a_line(self):
        self.assert_complains(
            {"src/lull/trace/rules/order.hpp": "#pragma once\n"},
            "src/lull/trace/CMakeLists.txt:1: folder rules has no line")

    def test_rejects_folders_in_a_circle(self):
        trace = CLEAN_TREE["src/lull/trace/CMakeLists.txt"]
        self.assert_complains(
            {"src/lull/trace/CMakeLists.txt": trace.replace("(source)", "(source USES otf2)"),
             "src/lull/trace/source/bad.cpp": '#include "lull/trace/otf2/reader.hpp"\n'},
            "folder source uses itself in a cycle", "folder otf2 uses itself in a cycle")

    def test_rejects_lines_that_say_too_much(self):
        trace = CLEAN_TREE["src/lull/trace/CMakeLists.txt"]
        self.assert_complains(
            {"src/lull/trace/CMakeLists.txt": trace + "lull_folder(gone USES source)\n"},
            "there is no folder gone with sources")
        self.assert_complains(
            {"src/lull/trace/source/cursor.hpp": "#pragma once\n",
             "src/lull/trace/otf2/reader.hpp": "#pragma once\n"},
            "folder otf2 does not use source")

    def test_rejects_layers_that_a_program_does_not_declare(self):
        self.assert_complains(
            {"python/bad.cpp": '#include "lull/base/error.hpp"\n'},
            'python/bad.cpp:1: python includes "lull/base/error.hpp" of layer base')
        self.assert_complains(
            {"apps/cli/bad.cpp": '#include "lull/base/error.hpp"\n'},
            'apps/cli/bad.cpp:1: apps/cli includes "lull/base/error.hpp" of layer base')

    def test_rejects_the_otf2_library_outside_its_folder(self):
        self.assert_complains(
            {"src/lull/trace/other.cpp": "#include <otf2/otf2.h>\nint OTF2_Thing;\n",
             "apps/cli/bad.cpp": '\n#include "lull/trace/otf2/batch.hpp"\n'},
            "apps/cli/bad.cpp:2: ", "src/lull/trace/other.cpp:1: ",
            "src/lull/trace/other.cpp:2: OTF2_Thing")

    def test_rejects_mpi(self):
        self.assert_complains(
            {"apps/cli/bad.cpp": "#include <mpi.h>\nint main() {\n  MPI_Init(0, 0);\n}\n"},
            "apps/cli/bad.cpp:1: <mpi.h>", "apps/cli/bad.cpp:3: MPI_Init")

    def test_rejects_names_relative_to_the_file(self):
        self.assert_complains({"src/lull/trace/near.cpp": '#include "cursor.hpp"\n'},
                              'src/lull/trace/near.cpp:1: "cursor.hpp"')

    def test_rejects_a_folder_that_is_no_layer_and_its_use(self):
        self.assert_complains(
            {"src/lull/extra/new.hpp": "", "src/lull/extra/CMakeLists.txt": "",
             "src/lull/trace/bad.cpp":
                 '#include "lull/extra/new.hpp"\n#include "lull/base/error.hpp"\n'},
            "src/lull/extra/new.hpp:1: src/lull/extra is not a layer",
            'src/lull/trace/bad.cpp:1: "lull/extra/new.hpp"')

    def test_rejects_circles_and_unknown_layers_in_declarations(self):
        self.assert_complains(
            {"src/lull/base/CMakeLists.txt": "\nlull_layer(base USES analysis nothing SOURCES a)\n"},
            "src/lull/base/CMakeLists.txt:2: layer base uses nothing",
            "src/lull/base/CMakeLists.txt:2: layer base uses itself",
            "src/lull/trace/CMakeLists.txt:2: layer trace uses itself",
            "src/lull/analysis/CMakeLists.txt:1: layer analysis uses itself")


if __name__ == "__main__":
    unittest.main()
