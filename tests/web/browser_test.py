#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Pages in browsers. In Chromium: clicks through made-up reports, the example archive's, and real
ones if available; compares their numbers with lull show; saves pictures of every view. In Chromium
and Firefox: finds the causers of waiting in reports made from archives.

usage: browser_test.py NODE LULL SOURCE-DIRECTORY SHARED-DIRECTORY SCREENSHOTS
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

REPORTS = ["hybrid4x3.scorep-profile", "sweep3d-16.scout", "omp-cg-s-4.scout"]
ARCHIVES = ["sweep3d-16", "btmz-s-4x4", "bgq-32x64"]


def find_report(shared, name):
    return next(iter(sorted(shared.glob(f"reports/**/{name}*.cubex"))), None)


def analyze(lull, archive, directory, *options):
    report = directory / f"{archive.name}.cubex"
    subprocess.run([lull, "analyze", archive, "-o", report, *options], check=True, stdout=subprocess.DEVNULL)
    return report


def analyzed(lull, shared, directory):
    for name in ARCHIVES:
        if (shared / "traces" / name).is_dir():
            yield analyze(lull, shared / "traces" / name, directory)
        else:
            print(f"SKIPPED: the archive {name} is missing")


def ask(node, lull, web, reports):
    """tasks.mjs reports a missing browser itself."""
    arguments = [word for report in reports for word in ("--report", report)]
    return subprocess.run([node, "test/browser/tasks.mjs", "--lull", lull, *arguments],
                          cwd=web, check=False).returncode


def main():
    node, lull, source, shared, screenshots = sys.argv[1], *map(Path, sys.argv[2:])
    browsers = ("chromium", "chromium-browser", "google-chrome")
    if "CHROMIUM" not in os.environ and not any(map(shutil.which, browsers)):
        print("SKIPPED: Chromium is not installed")
        return 77
    with tempfile.TemporaryDirectory() as directory:
        example = analyze(lull, source / "examples" / "waits8", Path(directory), "--time-lines", "all")
        reports = [example]
        for name in REPORTS:
            found = find_report(shared, name)
            if found:
                reports.append(found)
            else:
                print(f"SKIPPED: {name} is missing")
        arguments = [word for report in reports for word in ("--report", report)]
        run = [node, "test/browser/run.mjs", "--lull", lull, "--screenshots", screenshots, *arguments]
        clicked = subprocess.run(run, cwd=source / "web", check=False).returncode
        asked = ask(node, lull, source / "web", [example, *analyzed(lull, shared, Path(directory))])
        return clicked or asked


if __name__ == "__main__":
    sys.exit(main())
