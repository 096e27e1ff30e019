#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records an example program's functions, and compares the archive with the program's own counts.

usage: functions_test.py LULL PROGRAM

The archive is read with otf2-print, independently of Lull's reader. Checks the calls of each
function, their callers, files and lines; the same with functions filtered out and with a stripped
program.
"""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

from recording_test import expect, run

# Functions called after a jump or an exception that skips the ends of functions, and their callers.
CALLERS = {"after_jump": {"main"}, "(anonymous namespace)::after_failure()": {"main"}}


class Functions:
    """Calls and callers, files and lines, by name, as listed by otf2-print."""

    def __init__(self, trace):
        anchor = os.path.join(trace, "traces.otf2")
        self.calls = collections.Counter()
        self.callers = collections.defaultdict(set)
        stack = [""]
        for line in self.lines(anchor):
            word = line.split(None, 1)[0] if line.strip() else ""
            if word == "ENTER":
                name = self.region(line)
                self.calls[name] += 1
                self.callers[name].add(stack[-1])
                stack.append(name)
            elif word == "LEAVE":
                expect("what is left", self.region(line), stack.pop())
        expect("open at the end", stack, [""])
        self.places = {}
        for line in self.lines("-G", anchor):
            if line.startswith("REGION"):
                name, file, first, last = re.search(
                    r'Name: "(.*?)" <.*File: (?:"(.*?)" <.*>|UNDEFINED), Begin: (\d+), End: (\d+)',
                    line).groups()
                self.places[name] = (os.path.basename(file or ""), int(first), int(last))

    @staticmethod
    def lines(*arguments):
        printed = run("otf2-print", *arguments)
        assert printed.returncode == 0 and not printed.stderr, printed.stderr
        return printed.stdout.splitlines()

    @staticmethod
    def region(line):
        return re.search(r'Region: "(.*)" <', line).group(1)


def record(lull, directory, program, *options):
    trace = tempfile.mkdtemp(dir=directory)
    recorded = run(lull, "record", "-o", trace, *options, "--", program)
    assert recorded.returncode == 0, recorded.stderr
    return Functions(trace), json.loads(recorded.stdout), trace


def check_calls(found, counted):
    expect("calls", {name: found.calls[name] for name in counted}, counted)
    for name in CALLERS.keys() & counted.keys():
        expect(f"callers of {name}", found.callers[name], CALLERS[name])


def check_places(found, counted, source):
    """Checks each function's file, and that its lines contain its own name."""
    lines = open(source, encoding="utf-8").read().splitlines()
    for name in counted:
        file, first, last = found.places[name]
        expect(f"file of {name}", file, os.path.basename(source))
        around = "\n".join(lines[first - 1:last])
        assert f'CALLED("{name}")' in around, f"{name} was recorded in lines {first} to {last}"


def check_filters(lull, directory, program, counted):
    victim = sorted(counted)[0]
    escaped = re.sub(r"([\\*?\[\]\s#])", r"\\\1", victim)
    rules = os.path.join(directory, "filter")
    for text in (f"SCOREP_REGION_NAMES_BEGIN EXCLUDE {escaped} SCOREP_REGION_NAMES_END",
                 f"SCOREP_REGION_NAMES_BEGIN\nEXCLUDE *\nINCLUDE *\nEXCLUDE {escaped} # not\n"
                 "SCOREP_REGION_NAMES_END\n"):
        with open(rules, "w", encoding="utf-8") as file:
            file.write(text)
        found, _, _ = record(lull, directory, program, "--functions", "--filter", rules)
        left = {name: n for name, n in counted.items() if name != victim}
        expect("filtered", {name: found.calls[name] for name in counted}, left | {victim: 0})
    with open(rules, "w", encoding="utf-8") as file:
        file.write("SCOREP_FILE_NAMES_BEGIN EXCLUDE */programs/* SCOREP_FILE_NAMES_END")
    found, _, _ = record(lull, directory, program, "--functions", "--filter", rules)
    expect("functions of excluded files", [n for n in counted if found.calls[n]], [])
    found, _, _ = record(lull, directory, program, "--functions=main")
    expect("chosen functions", {n: c for n, c in found.calls.items() if n in counted}, {"main": 1})


def main():
    lull, program = sys.argv[1:]
    name = os.path.basename(program).split(".")[0]
    source = {"functions": "functions.c", "methods": "methods.cpp"}[name]
    source = os.path.join(os.path.dirname(__file__), "../../examples/programs", source)
    with tempfile.TemporaryDirectory() as directory:
        found, counted, trace = record(lull, directory, program, "--functions")
        counted = counted["functions"]
        check_calls(found, counted)
        check_places(found, counted, source)
        check_filters(lull, directory, program, counted)
        stripped = os.path.join(directory, "stripped")
        subprocess.run(["strip", "-o", stripped, program], check=True)
        unnamed, _, _ = record(lull, directory, stripped, "--functions")
        expect("calls without names", sum(unnamed.calls.values()), sum(found.calls.values()))
        assert any(n.endswith("@stripped") for n in unnamed.calls), unnamed.calls
        analysed = run(lull, "analyze", trace, "-o", os.path.join(directory, "report.cubex"))
        assert analysed.returncode == 0, analysed.stderr
        nothing = run(lull, "record", "-o", os.path.join(directory, "off"), "--no-mpi", "--",
                      program)
        assert "nothing was recorded" in nothing.stderr, nothing.stderr
    print("ok")


if __name__ == "__main__":
    main()
