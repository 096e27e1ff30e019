# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Tests with a directory of their own."""
import os
import tempfile
import unittest


class TestWithDirectory(unittest.TestCase):
    """Has a new directory, which is removed after the test."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name


class TestInDirectory(TestWithDirectory):
    """The new directory is the working directory."""

    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.directory)

    @staticmethod
    def write(name, text, mode=0o644):
        """Creates the file, and the directories above it."""
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, mode)
