# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the examples of docs/python.md, from top to bottom, on an archive.

usage: docs_test.py SOURCE_DIRECTORY ARCHIVE [--update]

A block of code followed by a block of text prints that text. The page shows the pictures that its
code saves. --update writes the current text and pictures.
"""
import contextlib
import importlib.util
import io
import os
import re
import shutil
import sys
import tempfile

SOURCE, ARCHIVE = (os.path.abspath(path) for path in sys.argv[1:3])
UPDATE = "--update" in sys.argv
PAGE = os.path.join(SOURCE, "docs", "python.md")
BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.S)
LARGEST = 60 << 10  # bytes per picture


def run(block, code, line, names):
    """Returns the output of the code."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("\n" * line + code, block, "exec"), names)  # pylint: disable=exec-used
    return "".join(row.rstrip() + "\n" for row in printed.getvalue().splitlines())


def check_page():
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    names, place, parts = {"__name__": "page"}, 0, []
    for block in BLOCK.finditer(page):
        code, text = block.groups()
        printed = run(PAGE, code, page.count("\n", 0, block.start()) + 1, names)
        parts.append(page[place:block.start()] + f"```python\n{code}```\n")
        if text is not None:
            assert UPDATE or printed == text, f"{code}\nprints\n{printed}\nnot\n{text}"
            parts.append(f"\n```text\n{printed}```\n")
        else:
            assert not printed, f"{code}\nprints\n{printed}"
        place = block.end()
    assert len(parts) > 10, "there is hardly any code"
    if UPDATE:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write("".join(parts) + page[place:])
    check_pictures(re.findall(r"!\[[^]]+\]\((.*?)\)", page))


def check_pictures(shown):
    assert shown, "no pictures"
    for picture in shown:
        made, kept = os.path.basename(picture), os.path.join(SOURCE, "docs", picture)
        assert os.path.exists(made), f"no code makes {made}"
        if UPDATE:
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            shutil.copy(made, kept)
        assert os.path.getsize(kept) <= LARGEST, f"{kept} is large"
    unused = set(os.listdir(os.path.join(SOURCE, "docs", "python"))) - set(map(os.path.basename, shown))
    assert not unused, unused


def check_readme():
    """Runs its example, which is indented."""
    with open(os.path.join(SOURCE, "README.md"), encoding="utf-8") as file:
        blocks = re.findall(r"(?:^    .*\n|^\n)+", file.read(), re.M)
    code = [block for block in blocks if "import lull" in block]
    assert len(code) == 1
    run("README.md", re.sub("^    ", "", code[0], flags=re.M), 0, {})


def main():
    for needed in ("pandas", "matplotlib"):
        if importlib.util.find_spec(needed) is None:
            print(f"skipped: {needed} is not installed")
            return
    import matplotlib  # pylint: disable=import-outside-toplevel
    import pandas  # pylint: disable=import-outside-toplevel
    matplotlib.use("Agg")
    pandas.set_option("display.width", 110, "display.max_columns", 20)
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        for name in ("run1", "run2"):
            os.symlink(ARCHIVE, name)
        check_page()
        check_readme()
        os.chdir(SOURCE)
    print("ok")


if __name__ == "__main__":
    main()
