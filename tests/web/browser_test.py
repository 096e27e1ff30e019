#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Pages in Chromium: clicks through made-up reports, the example archive's, and real ones where
they are; compares their numbers with lull show; leaves pictures of every view.

usage: browser_test.py NODE LULL SOURCE-DIRECTORY SHARED-DIRECTORY SCREENSHOTS
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPORTS = ["hybrid4x3.scorep-profile", "sweep3d-16.scout", "omp-cg-s-4.scout"]


def find_report(shared, name):
    return next(iter(sorted(shared.glob(f"reports/**/{name}*.cubex"))), None)


def main():
    node, lull, source, shared, screenshots = sys.argv[1], *map(Path, sys.argv[2:])
    browsers = ("chromium", "chromium-browser", "google-chrome")
    if "CHROMIUM" not in os.environ and not any(map(shutil.which, browsers)):
        print("SKIPPED: there is no Chromium")
        return 77
    with tempfile.TemporaryDirectory() as directory:
        example = Path(directory) / "waits8.cubex"
        subprocess.run([lull, "analyze", source / "examples" / "waits8", "-o", example, "--time-lines", "all"],
                       check=True, stdout=subprocess.DEVNULL)
        reports = [example]
        for name in REPORTS:
            found = find_report(shared, name)
            if found:
                reports.append(found)
            else:
                print(f"SKIPPED: {name} is not there")
        arguments = [word for report in reports for word in ("--report", report)]
        return subprocess.run([node, "test/browser/run.mjs", "--lull", lull, "--screenshots", screenshots,
                               *arguments], cwd=source / "web", check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
