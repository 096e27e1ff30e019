# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull info` against otf2-print, on the example and on every archive of a folder if there is one.

usage: info_test.py LULL SOURCE-DIRECTORY [ARCHIVES-DIRECTORY]
"""
import collections
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE = sys.argv[1], Path(sys.argv[2])
ARCHIVES = [SOURCE / "examples" / "waits8" / "traces.otf2"]
if len(sys.argv) > 3:
    ARCHIVES += sorted(Path(sys.argv[3]).glob("*/*.otf2"))
EVENT = re.compile(r"^([A-Z][A-Z_0-9]*) +(\d+|UNDEFINED) ")


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


def info(archive):
    return json.loads(run(LULL, "info", archive, "--json").stdout)


def counts_of_otf2_print(archive):
    kinds, locations = collections.Counter(), collections.Counter()
    with subprocess.Popen(["otf2-print", archive], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True,
                          errors="replace") as process:
        for line in process.stdout:
            if found := EVENT.match(line):
                kinds[found.group(1)] += 1
                locations[int(found.group(2))] += 1
    return dict(kinds), dict(locations)


class Info(unittest.TestCase):
    @unittest.skipUnless(shutil.which("otf2-print"), "otf2-print is not installed")
    def test_counts_what_otf2_print_lists(self):
        for archive in ARCHIVES:
            with self.subTest(archive=archive.parent.name):
                kinds, locations = counts_of_otf2_print(archive)
                found = info(archive)
                self.assertEqual(found["events"], kinds)
                self.assertEqual(found["event_count"], sum(kinds.values()))
                self.assertEqual({location["reference"]: location["events"]
                                  for location in found["locations"] if location["events"]},
                                 locations)

    def test_fits_into_80_columns(self):
        for archive in ARCHIVES:
            with self.subTest(archive=archive.parent.name):
                result = run(LULL, "info", archive)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                for line in result.stdout.splitlines():
                    if " " in line.strip():  # a single long word is not broken
                        self.assertLessEqual(len(line), 80, line)

    def test_describes_the_example(self):
        found = info(SOURCE / "examples" / "waits8")
        self.assertEqual(found["writer"], "Score-P 7.1")
        self.assertEqual(found["event_count"], 2800)
        self.assertEqual(found["clock"]["ticks_per_second"], 2445442037)
        self.assertEqual(len(found["processes"]), 8)
        self.assertEqual(found["collective_operations"]["barrier"], 128)
        self.assertEqual(found["oddities"], [])
        self.assertEqual(sorted(node["class"] for node in found["system_nodes"]),
                         ["machine", "node"])

    def test_counts_up_to_the_damage_and_names_it(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, "copy")
            shutil.copytree(SOURCE / "examples" / "waits8", copy)
            (copy / "traces" / "3.evt").unlink()
            whole = (copy / "traces" / "5.evt").read_bytes()
            (copy / "traces" / "5.evt").write_bytes(whole[:len(whole) // 2])
            result = run(LULL, "info", copy)
            found = info(copy)
        self.assertEqual(result.returncode, 0)
        self.assertIn("Location 3 (\"Master thread\") ends early after 0 of 338 records",
                      " ".join(result.stdout.split()))
        damaged = {location["reference"] for location in found["locations"] if location["damage"]}
        self.assertIn(3, damaged)
        self.assertLessEqual(damaged, {3, 5})
        self.assertEqual(found["locations"][4]["events"], 318)

    def test_refuses_other_files(self):
        result = run(LULL, "info", SOURCE / "LICENSE")
        self.assertEqual((result.returncode, result.stdout), (3, ""))
        self.assertIn("LICENSE", result.stderr)
        self.assertEqual(run(LULL, "info", SOURCE / "nothing").returncode, 3)
        self.assertEqual(run(LULL, "info").returncode, 2)
        self.assertEqual(run(LULL, "info", SOURCE, "--jsn").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
