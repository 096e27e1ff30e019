# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`lull structure` on the example, and on every archive of a folder if there is one.

usage: structure_test.py LULL SOURCE-DIRECTORY [ARCHIVES-DIRECTORY]
"""
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

LULL, SOURCE = sys.argv[1], Path(sys.argv[2])
EXAMPLE = SOURCE / "examples" / "waits8"
SHARED = sorted(Path(sys.argv[3]).glob("*/*.otf2")) if len(sys.argv) > 3 else []
if not SHARED:
    print("skipped: the shared traces are missing")


def run(*arguments):
    return subprocess.run([LULL, "structure", *map(str, arguments)], capture_output=True, text=True,
                          check=False)


def structure(archive, *options):
    return json.loads(run(archive, "--json", *options).stdout)


def events_of(items):
    return sum(item["count"] * item["events"] for item in items)


class Structure(unittest.TestCase):
    def test_contains_every_event_once(self):
        for archive in [EXAMPLE / "traces.otf2", *SHARED]:
            with self.subTest(archive=archive.parent.name):
                found = structure(archive)
                info = json.loads(subprocess.run([LULL, "info", archive, "--json"],
                                                 capture_output=True, text=True).stdout)
                self.assertEqual(
                    found["events"] + sum(one["samples"] for one in found["locations"]),
                    info["event_count"])
                for location in found["locations"]:
                    self.assertEqual(events_of(location["items"]), location["events"])

    def test_items_contain_their_children(self):
        def check(items):
            for item in items:
                if "items" in item:
                    ends = 2 if item["kind"] == "call" else 0
                    self.assertIn(item["events"] - events_of(item["items"]), (ends, 1))
                    check(item["items"])
        for location in structure(EXAMPLE, "--depth", "6")["locations"]:
            check(location["items"])

    def test_does_not_depend_on_threads(self):
        for archive in [EXAMPLE, *SHARED[:3]]:
            self.assertEqual(run(archive, "--json", "--threads", "1").stdout,
                             run(archive, "--json", "--threads", "3").stdout)

    def test_shows_the_main_loop(self):
        for archive in SHARED:
            if archive.parent.name != "npb-lu-s-16":
                continue
            text = run(archive).stdout
            self.assertIn("Main loop: 50 iterations, on all 16 processes", text)
            self.assertIn("49 × 138 events in 8 parts", text)
            location = structure(archive)["locations"][0]
            self.assertEqual(location["main_loop"]["variants"], 1)
            self.assertEqual(location["main_loop"]["events_each"], 138)
            durations = location["main_loop"]["durations"]
            self.assertEqual(durations["regularity"], "several peaks")
            self.assertLessEqual(durations["shortest"], durations["median"])

    def test_goes_down_to_the_largest_loop_and_says_why_it_is_not_the_main_loop(self):
        text = run(EXAMPLE).stdout
        words = " ".join(text.split())
        self.assertIn("No main loop: on most locations, the loop with the most events has neither half of the time nor half of the events and a tenth of the time.", words)
        self.assertIn("26 iterations in main > phase_nonblocking, 10.9 % of events", words)
        self.assertIn("26 × ", text)
        self.assertNotIn("26 × ", run(EXAMPLE, "--depth", "1").stdout)

    def test_selects_locations_by_number_and_name(self):
        one = run(EXAMPLE, "--location", "3").stdout
        self.assertEqual(len(re.findall(r"^Location ", one, re.MULTILINE)), 1)
        self.assertIn("Location 3 ", one)
        everyone = run(EXAMPLE, "--location", "Master*").stdout
        self.assertEqual(len(re.findall(r"^Location ", everyone, re.MULTILINE)), 8)
        missing = run(EXAMPLE, "--location", "8")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("--location 8: there is no such location; they are numbered 0 to 7",
                      missing.stderr)

    def test_refuses_invalid_input(self):
        for options in (["--depth", "0"], ["--window", "20"], ["--window", "x%"], ["--window", ""],
                        ["--window", "0"], ["--threads", "-1"]):
            self.assertEqual(run(EXAMPLE, *options).returncode, 2, options)
        self.assertEqual(run(SOURCE / "README.md").returncode, 3)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
