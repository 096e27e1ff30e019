# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Implements "lull analyze --plugin": the analysis with patterns from Python files.

usage: python3 -m lull ARCHIVE --output REPORT [--json] [--colour] [--topology SIZES] [--clocks WHICH] --plugin FILE...
"""
import argparse
import importlib.util
import os
import sys
import traceback

import lull
from lull import _lull

INPUT_ERROR = 3  # an exit status of every lull command
INTERRUPTED = 130  # the same as in shells


def patterns_of(path: str) -> list[type]:
    """Returns the pattern classes that a Python file defines, in their order."""
    name = os.path.splitext(os.path.basename(path))[0]
    specification = importlib.util.spec_from_file_location(name, path)
    if specification is None or specification.loader is None:
        raise lull.Error(f"{path}: its name does not end in .py")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    specification.loader.exec_module(module)
    found = [value for value in vars(module).values()
             if isinstance(value, type) and value.__module__ == name
             and hasattr(value, "metrics") and hasattr(value, "subscribe")]
    if not found:
        raise lull.Error(f"{path}: it has no pattern, which is a class with 'metrics' and 'subscribe'")
    return found


def frames_of(error: BaseException, plugins: list[str]) -> list[traceback.FrameSummary]:
    """Returns the stack from the first plugin frame on, without the code of Lull and of imports."""
    files = {os.path.abspath(plugin) for plugin in plugins}
    own = os.path.dirname(os.path.abspath(__file__)) + os.sep
    importing = "<frozen importlib"
    frames = traceback.extract_tb(error.__traceback__)
    first = next((index for index, frame in enumerate(frames) if os.path.abspath(frame.filename) in files), len(frames))
    return [frame for frame in frames[first:]
            if not os.path.abspath(frame.filename).startswith(own) and not frame.filename.startswith(importing)]


def text_of(error: BaseException) -> str:
    """Returns its type and its message, if it has one."""
    try:
        text = str(error)
    except BaseException:  # pylint: disable=broad-except  # plugin code may raise anything
        text = ""
    name = type(error).__name__
    return f"{name}: {text}" if text else name


def sentence_about(error: BaseException, frames: list[traceback.FrameSummary], plugins: list[str]) -> str:
    """Returns the error message, with the innermost plugin line that was involved, if any."""
    files = {os.path.abspath(plugin) for plugin in plugins}
    lines = [frame for frame in frames if os.path.abspath(frame.filename) in files]
    text = text_of(error)
    if isinstance(error, SystemExit):
        text += "; a plug-in must not end the program"
    if lines:
        text = f"{lines[-1].filename}:{lines[-1].lineno}: {text}"
    elif isinstance(error, SyntaxError):
        text = f"{error.filename}:{error.lineno}: {text}"
    elif isinstance(error, (lull.Error, OSError)):
        text = str(error)
    elif isinstance(error, ValueError):  # raised by the declaration of patterns
        text = f"{', '.join(plugins)}: {error}"
    else:
        text = f"{', '.join(plugins)}: {text}"
    return " ".join(text.split())


def explain(error: BaseException, plugins: list[str]) -> None:
    """Prints the message, and the plugin's calls that led to it."""
    frames = frames_of(error, plugins)
    print(f"lull: {sentence_about(error, frames, plugins)}", file=sys.stderr)
    for entry in traceback.format_list(frames):
        print(entry, end="", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(prog="lull analyze")
    parser.add_argument("archive")
    parser.add_argument("--output", required=True)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--colour", action="store_true")
    parser.add_argument("--topology", default="")
    parser.add_argument("--clocks", default="measured")
    parser.add_argument("--plugin", action="append", required=True)
    arguments = parser.parse_args()
    try:
        patterns = [pattern for path in arguments.plugin for pattern in patterns_of(path)]
        archive = lull.Archive(arguments.archive, topology=arguments.topology, clocks=arguments.clocks)
        print(_lull._analyze_and_tell(archive, patterns, arguments.output, arguments.json,
                                      arguments.colour), end="")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BaseException as error:  # pylint: disable=broad-except  # whatever a plugin may raise
        explain(error, arguments.plugin)
        sys.exit(INPUT_ERROR)


if __name__ == "__main__":
    main()
