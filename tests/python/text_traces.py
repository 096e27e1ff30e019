# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Makes archives of traces that tests write as text (docs/test-traces.md)."""
import os
import shutil
import subprocess
import tempfile
import unittest

import lull


class TextTraces(unittest.TestCase):
    PROGRAM = ""  # text_archive

    def setUp(self):
        self.directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.directory)

    def archive(self, text):
        source = os.path.join(self.directory, "trace.txt")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        path = os.path.join(self.directory, "archive")
        shutil.rmtree(path, ignore_errors=True)
        subprocess.run([self.PROGRAM, source, path], check=True)
        return lull.open(path)
