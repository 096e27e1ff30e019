# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""All commands that read archives, run on damaged and unusual ones: one sentence by Lull, and the
right status.

usage: damaged_test.py LULL SOURCE-DIRECTORY
"""
import base64
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LULL, SOURCE = sys.argv[1], Path(sys.argv[2])
ORIGINAL = SOURCE / "examples" / "waits8"
# Texts of library exceptions.
FOREIGN = re.compile(r"basic_string|vector::|vector<|map::at|\bstd::|stoi|stod|json\.exception|bad (optional|variant|any)|"
                     r"unordered_map|_M_|what\(\)|terminate called|a defect in Lull")
SUCCESS, INPUT = 0, 3
# An archive whose writer ended before it defined a location.
NOBODY = {"traces.def": "A0IBAAAAAAAAAAAAAAAAAAAABQkEAMqaOwABAf8KAgAACgoBAW1hY2hpbmUACgcBAm5vZGUADAYAAQEBAf8MBwEBAQIBAgACAQ==",
          "traces.otf2": "A0JPVEYyAAMCAwACAAAEAAAAAAAAABAAAAAAAAEBAAAAAAAAAAAGAAAAAAAAAAAAAAAAAACfBE62+UqzHwAAAAAAAAAAAgEA"}


class Damaged(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = Path(temporary.name)
        self.archive = self.directory / "archive"

    def copy(self):
        shutil.rmtree(self.archive, ignore_errors=True)
        shutil.copytree(ORIGINAL, self.archive)
        for path in [self.archive, *self.archive.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)

    def commands(self):
        output = self.directory / "output"
        shutil.rmtree(output, ignore_errors=True)
        report = self.directory / "report.cubex"
        report.unlink(missing_ok=True)
        return {"info": ["info", self.archive],
                "analyze": ["analyze", self.archive, "-o", report],
                "structure": ["structure", self.archive],
                "interest": ["interest", self.archive],
                "clocks": ["clocks", self.archive],
                "filter": ["filter", self.archive, "-o", output, "--to", "1s"],
                "convert": ["convert", self.archive, "--to", "csv", "-o", self.directory / "events.csv"]}

    def run_one(self, arguments):
        result = subprocess.run([LULL, *map(str, arguments)], capture_output=True, text=True, check=False,
                                timeout=300)
        (self.directory / "events.csv").unlink(missing_ok=True)
        self.assertIn(result.returncode, (SUCCESS, INPUT), result.stderr)
        self.assertNotRegex(result.stdout + result.stderr, FOREIGN)
        if result.returncode != SUCCESS:
            self.assertRegex(result.stderr, r"^lull: .*archive|traces")
        return result

    def test_names_may_be_truncated_anywhere(self):
        definitions = ORIGINAL / "traces.def"
        whole = definitions.read_bytes()
        for match in re.finditer(rb"MPI_[A-Z][a-z]", whole):
            self.copy()
            damaged = bytearray(whole)
            damaged[match.start() + 4] = 0
            (self.archive / "traces.def").write_bytes(damaged)
            with self.subTest(name=match.group()):
                self.assertEqual(self.run_one(self.commands()["analyze"]).returncode, SUCCESS)

    def test_no_command_prints_library_messages(self):
        for seed in range(25):
            dice = random.Random(seed)
            self.copy()
            file = dice.choice([path for path in sorted(self.archive.rglob("*"))
                                if path.suffix in (".def", ".evt", ".otf2")] +
                               12 * [self.archive / "traces.def"])
            data = bytearray(file.read_bytes())
            for _ in range(dice.randint(1, 4)):
                data[dice.randrange(len(data))] = dice.choice([0, 1, 255, dice.randrange(256)])
            file.write_bytes(data)
            for name, arguments in self.commands().items():
                with self.subTest(seed=seed, file=file.name, command=name):
                    self.run_one(arguments)

    def test_circular_links_are_unusable_input(self):
        for name in ("traces.otf2", "traces.def", "traces"):
            self.copy()
            path = self.archive / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            path.symlink_to(name)
            for command, arguments in self.commands().items():
                with self.subTest(link=name, command=command):
                    # Without events, the definitions remain.
                    expected = SUCCESS if (name, command) == ("traces", "info") else INPUT
                    self.assertEqual(self.run_one(arguments).returncode, expected)
        (self.directory / "loop.cubex").symlink_to("loop.cubex")
        for command in ("show", "stat"):
            result = subprocess.run([LULL, command, self.directory / "loop.cubex"], capture_output=True,
                                    text=True, check=False)
            self.assertEqual(result.returncode, INPUT, result.stderr)

    def test_an_archive_without_locations_is_refused(self):
        self.archive.mkdir()
        for name, content in NOBODY.items():
            (self.archive / name).write_bytes(base64.b64decode(content))
        for command, arguments in self.commands().items():
            with self.subTest(command=command):
                result = self.run_one(arguments)
                if command == "info":
                    self.assertEqual(result.returncode, SUCCESS)
                else:
                    self.assertEqual(result.returncode, INPUT)
                    self.assertIn("has no locations", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
