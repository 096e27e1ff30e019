# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Every file that can hold a comment says in two lines under which licence it is."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["src", "apps", "tests", "bench", "cmake", "scripts", ".ci", "man", "examples"]
SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".def", ".txt", ".cmake", ".py", ".1", ".in", ".sh", ".trace", ""}
DATA = {"examples/waits8"}
LINES = ["SPDX-FileCopyrightText: 2026 The Lull contributors",
         "SPDX-License-Identifier: BSD-3-Clause"]


def sources():
    yield from (ROOT / name for name in ("CMakeLists.txt", ".clang-format", ".clang-tidy"))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and path.suffix in SUFFIXES and "data" not in path.parts \
                    and not any(name.startswith(data) for data in DATA):
                yield path


def main():
    bad = [path for path in sources()
           if not all(line in path.read_text(encoding="utf-8", errors="replace")[:400]
                      for line in LINES)]
    for path in bad:
        print(f"{path.relative_to(ROOT)}:1: the two SPDX lines are missing", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
