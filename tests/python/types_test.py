# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The types of the module, as mypy sees them in user code."""
import os
import shutil
import subprocess
import sys

import lull

USE = """
import pathlib
import lull
archive = lull.open("run1")
path: list[str] = archive.call_tree.path(0)
report = lull.analyze(archive, wait_states=True)
total: float = report.total("mpi_latesender")
rows = report.wait_states()["duration"].sum()
lull.plots.flat_profile(archive).figure.savefig("profile.png")
lull.analyze("run1").save(pathlib.Path("run1.cubex"))
lull.tables.compare({"before": "run1", "after": pathlib.Path("run2")})

class Mine:
    metrics = [{"id": "mine"}]
    def subscribe(self, bus: lull.Bus) -> None:
        bus.subscribe("LateSender", self.late_sender)
    def late_sender(self, late: lull.Record) -> None:
        print(late.waiting)

lull.analyze(archive, patterns=[Mine])
"""
WRONG = "import lull\nlull.open(3)\nlull.analyze(3)\nlull.tables.nothing()\n"


def check(*what):
    environment = {**os.environ, "MYPYPATH": os.path.dirname(os.path.dirname(lull.__file__))}
    return subprocess.run(["mypy", "--strict", "--ignore-missing-imports", "--cache-dir", os.devnull, *what],
                          capture_output=True, text=True, env=environment, check=False)


def main():
    if shutil.which("mypy") is None:
        print("skipped: mypy is not installed")
        sys.exit()
    found = check("-p", "lull")
    assert found.returncode == 0, found.stdout + found.stderr
    used = check("-c", USE)
    assert used.returncode == 0, used.stdout + used.stderr
    wrong = check("-c", WRONG)
    assert wrong.returncode == 1 and "Found 3 errors" in wrong.stdout, wrong.stdout + wrong.stderr
    print("ok")


if __name__ == "__main__":
    main()
