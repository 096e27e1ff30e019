# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs programs that others wrote, bare and recorded, and says where the two differ.

A suite makes Cases and hands them to compare(). Each one runs bare; if that is what it should do, it
runs recorded, and the archive is read by otf2-print, `lull info` and `lull analyze`. What differs or
is odd becomes a Finding. A program whose bare runs differ from each other is compared by its exit
status alone.
"""
import collections
import concurrent.futures
import dataclasses
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

# Open MPI has to be told explicitly that it may run as root, and on few cores.
SETTINGS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_osc": "pt2pt",
            "OMPI_MCA_btl_base_warn_component_unused": "0"}

MORE_RUNS = 3  # additional bare runs if the recorded one differs
MOST_OUTPUT = 10_000_000  # characters that are compared: some programs print as long as they may run


@dataclasses.dataclass
class Case:
    """A run of a program. `passes(status, output)` says whether a bare run is as it should be."""
    group: str
    name: str
    command: list
    environment: dict = dataclasses.field(default_factory=dict)
    directory: str = ""  # where to run; else in an empty one for each run
    timeout: float = 60
    passes: object = lambda status, output: status == 0
    record: list = dataclasses.field(default_factory=list)  # options of lull record


@dataclasses.dataclass
class Run:
    status: object  # None: it took too long
    output: str = ""
    errors: str = ""
    seconds: float = 0


@dataclasses.dataclass
class Finding:
    case: Case
    state: str = "ok"  # or "bare run fails", "differs", "odd"
    what: list = dataclasses.field(default_factory=list)
    remarks: list = dataclasses.field(default_factory=list)


def stop(process):
    """Launchers end their processes when they are asked to."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(5)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue


def run(command, directory, environment, timeout):
    begin = time.monotonic()
    with tempfile.TemporaryFile("w+", errors="replace") as out, tempfile.TemporaryFile("w+", errors="replace") as err:
        process = subprocess.Popen(command, cwd=directory, env=os.environ | SETTINGS | environment, stdout=out,
                                   stderr=err, stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            status = None
            stop(process)
        out.seek(0)
        err.seek(0)
        return Run(status, out.read(MOST_OUTPUT), err.read(MOST_OUTPUT), time.monotonic() - begin)


def lines_of(text):
    """Returns sorted lines, since processes print in any order, without process ids and addresses,
    which always differ."""
    return sorted(re.sub(r"\b0x[0-9a-f]+\b|\bpid:? *\d+|:\d{5,}\]", "#", line.rstrip()) for line in text.splitlines())


def same(one, other):
    return one.status == other.status and lines_of(one.output) == lines_of(other.output)


def first_difference(one, other):
    a, b = collections.Counter(lines_of(one)), collections.Counter(lines_of(other))
    lines = [("only bare: ", line) for line in (a - b)][:1] + [("only recorded: ", line) for line in (b - a)][:1]
    return "; ".join(where + line[:100] for where, line in lines)


def remarks_of(report):
    """Returns the remarks in `lull analyze`'s JSON, except about events that patterns ignore."""
    return [remark for remark in report.get("remarks", []) if "not searched for wait states" not in remark]


class Comparison:
    def __init__(self, lull, scratch, keep):
        self.lull, self.scratch, self.keep = str(lull), Path(scratch), keep
        self.scratch.mkdir(parents=True, exist_ok=True)

    def compare(self, case):
        finding = Finding(case)
        directory = tempfile.mkdtemp(dir=self.scratch)
        try:
            self.look_at(case, finding, directory)
        except Exception as error:  # fails this case; the others continue
            finding.state = "differs"
            finding.what.append(f"{type(error).__name__}: {error}")
        finally:
            if not (self.keep and finding.state in ("differs", "odd")):
                shutil.rmtree(directory, ignore_errors=True)
            else:
                finding.what.append(f"kept in {directory}")
        return finding

    def look_at(self, case, finding, directory):
        bare = self.run(case, case.command, directory, case.timeout)
        if bare.status is None or not case.passes(bare.status, bare.output):
            finding.state = "bare run fails"
            finding.what.append("takes too long" if bare.status is None else f"status {bare.status}")
            return
        archive = os.path.join(directory, "archive")
        command = [self.lull, "record", *case.record, "-o", archive, "--", *case.command]
        limit = case.timeout + 5 * bare.seconds + 30
        recorded = self.run(case, command, directory, limit)
        if not same(bare, recorded):
            more = [self.run(case, case.command, directory, case.timeout) for _ in range(MORE_RUNS)]
            if any(same(recorded, run) for run in more) or (
                    recorded.status == bare.status and not all(same(bare, run) for run in more)):
                finding.remarks.append("bare runs differ from each other")
            else:
                self.tell_difference(finding, bare, recorded)
        foreign = [line for line in recorded.errors.splitlines() if "lull record" in line or "Relink" in line]
        finding.what += foreign[:3]
        self.read(finding, archive, directory)
        if finding.state == "ok" and finding.what:
            finding.state = "odd"

    @staticmethod
    def run(case, command, directory, timeout):
        return run(command, case.directory or tempfile.mkdtemp(dir=directory), case.environment, timeout)

    @staticmethod
    def tell_difference(finding, bare, recorded):
        finding.state = "differs"
        if bare.status != recorded.status:
            status = "takes too long" if recorded.status is None else f"ends with {recorded.status}"
            finding.what.append(f"{status} instead of {bare.status}")
        finding.what.append(first_difference(bare.output, recorded.output))
        finding.what += recorded.errors.splitlines()[-3:]

    def read(self, finding, archive, directory):
        anchor = os.path.join(archive, "traces.otf2")
        if not os.path.exists(anchor):
            finding.what.append("there is no archive")
            return
        report = os.path.join(directory, "report.cubex")
        printed = run(["otf2-print", anchor], directory, {}, 600)
        if printed.status != 0 or printed.errors:
            finding.what.append(f"otf2-print: {printed.errors.strip()[:200] or printed.status}")
        for words in (["info", anchor], ["analyze", "--json", "-o", report, anchor]):
            done = run([self.lull, *words], directory, {}, 600)
            if done.status != 0:
                finding.what.append(f"lull {words[0]}: {done.status}: {done.errors.strip()[:200]}")
            elif words[0] == "analyze":
                finding.remarks += remarks_of(json.loads(done.output))


def compare(cases, lull, scratch, parallel=1, keep=False, tell=print):
    """Returns the findings, in the order of the cases. Calls `tell` with a line for each that is
    not ok."""
    comparison = Comparison(lull, scratch, keep)
    findings = []
    with concurrent.futures.ThreadPoolExecutor(parallel) as pool:
        for finding in pool.map(comparison.compare, cases):
            findings.append(finding)
            if finding.state != "ok" or finding.remarks:
                tell(f"{finding.case.group}/{finding.case.name}: {finding.state}")
                for line in finding.what + finding.remarks:
                    tell(f"    {line}")
    return findings


def summarize(findings, tell=print):
    """Returns a table of counts by group, and whether every program does the same when recorded."""
    states = ["ok", "odd", "differs", "bare run fails"]
    counts = collections.defaultdict(collections.Counter)
    for finding in findings:
        counts[finding.case.group][finding.state] += 1
        counts[finding.case.group]["with remarks"] += bool(finding.remarks)
    columns = states + ["with remarks"]
    tell("| group | runs | " + " | ".join(columns) + " |")
    tell("| --- |" + " ---: |" * (len(columns) + 1))
    total = collections.Counter()
    for group, count in counts.items():
        total += count
        tell(f"| {group} | {sum(count[s] for s in states)} | " + " | ".join(str(count[c]) for c in columns) + " |")
    tell(f"| all | {sum(total[s] for s in states)} | " + " | ".join(str(total[c]) for c in columns) + " |")
    return total["odd"] + total["differs"] == 0
