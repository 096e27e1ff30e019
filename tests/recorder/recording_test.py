#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Records an example program, and compares the archive with the program's own counts.

usage: recording_test.py LULL PROGRAM [LAUNCHER...] [--killed] [--pthread]

The archive is read with otf2-print, independently of Lull's reader.
"""
import collections
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

from threads_comparison import compare_openmp, compare_pthreads, expect

# Open MPI needs these when running as root, and on machines with few cores.
SETTINGS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_osc": "pt2pt",
            "OMPI_MCA_btl_base_warn_component_unused": "0"}
COLLECTIVE = re.compile(r"Operation: (\w+)")
MESSAGE = re.compile(r"(?:Receiver|Sender): (\d+) .*Communicator: .*<(\d+)>, Tag: (\d+), Length: (\d+)")
FILE_OPERATION = re.compile(r"^(IO_OPERATION_\w+) +(\d+) .*<(\d+)>,(?: Mode: (\w+),)?.*Matching Id: (\d+)")
TRANSFER = re.compile(r'^(\w+) +(\d+) .*Window: "[^"]*" <(\d+)>.*Matching: (\d+)')


def run(*command):
    """Kills all processes of the command on a timeout: those that spin may also record."""
    with subprocess.Popen(command, env=os.environ | SETTINGS, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            output, errors = process.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGTERM)  # a launcher ends its processes
            try:
                process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
            raise
        return subprocess.CompletedProcess(command, process.returncode, output, errors)


def status_for_shells(status):
    return status if status >= 0 else 128 - status


def by_others(messages):
    """Returns the messages of launchers and libraries, which vary between machines: sorted, and without process
    numbers and times."""
    return sorted(re.sub(r"\d+", "N", line) for line in messages.splitlines() if not line.startswith("lull: "))


def by_lull(messages):
    return [line for line in messages.splitlines() if line.startswith("lull: ")]


def exported(lines):
    """Returns the variables that lines for a shell (lull record --env) export."""
    shown = subprocess.run(["sh", "-c", lines + "\nexport -p"], capture_output=True, text=True, check=True, timeout=100)
    everything = dict(word.split("=", 1) for word in shlex.split(shown.stdout) if "=" in word)
    return {name: everything[name] for name in re.findall(r"export (\w+)=", lines)}


def expect_ending_as_bare(what, lull, recorded, *command):
    """Expects that the recorded command ends as without the recorder on this machine. What a launcher makes of a
    crashed process may depend on which one it notices first: then each may end in several ways."""
    bare, ended = set(), {recorded.returncode}
    for _ in range(5):
        bare.add(status_for_shells(run(*command).returncode))
        if bare & ended:
            return
        with tempfile.TemporaryDirectory() as again:
            ended.add(run(lull, "record", "-o", os.path.join(again, "trace"), "--", *command).returncode)
    sys.exit(f"{what}: exit statuses are {sorted(ended)} recorded, {sorted(bare)} bare: {recorded.stderr}")


class Archive:
    """Counts from otf2-print: events by kind, collective operations by name, calls by region; messages
    sent minus received, by communicator, tag and length; one-sided transfers by kind of event; file
    operations by kind of event, and their modes by operation."""

    def __init__(self, anchor):
        printed = run("otf2-print", anchor)
        assert printed.returncode == 0 and not printed.stderr, printed.stderr
        self.events = collections.Counter()
        self.collectives = collections.Counter()
        self.calls = collections.Counter()
        self.open = collections.Counter()
        self.messages = collections.Counter()
        self.transfers = collections.defaultdict(list)
        self.file_operations = collections.defaultdict(list)
        self.file_modes = collections.Counter()
        for line in printed.stdout.splitlines():
            words = line.split(None, 1)
            if len(words) < 2 or not words[0].isupper():
                continue
            self.events[words[0]] += 1
            if words[0] in ("MPI_COLLECTIVE_END", "NON_BLOCKING_COLLECTIVE_COMPLETE"):
                self.collectives[words[0], COLLECTIVE.search(line).group(1)] += 1
            if words[0] in ("MPI_SEND", "MPI_ISEND", "MPI_RECV", "MPI_IRECV"):
                sent = words[0].endswith("SEND")
                self.messages[MESSAGE.search(line).groups()[1:]] += 1 if sent else -1
            if operation := FILE_OPERATION.search(line):
                kind, process, handle, mode, number = operation.groups()
                self.file_operations[kind].append((process, handle, number))
                self.file_modes[mode] += mode is not None
            if transfer := TRANSFER.search(line):
                self.transfers[transfer.group(1)].append(transfer.groups()[1:])
            if words[0] in ("ENTER", "LEAVE"):
                name = re.search(r'Region: "([^"]*)"', line).group(1)
                self.calls[name] += words[0] == "ENTER"
                self.open[name] += 1 if words[0] == "ENTER" else -1


def compare_one_sided(archive, counted):
    events, transfers = archive.events, archive.transfers
    calls = collections.Counter({name[len("MPI_Win_"):]: n for name, n in counted["calls"].items()
                                 if name.startswith("MPI_Win_")})
    atomics = counted.get("accumulates", 0) + counted.get("atomics", 0)
    expect("puts", len(transfers["RMA_PUT"]), counted.get("puts", 0))
    expect("gets", len(transfers["RMA_GET"]), counted.get("gets", 0))
    expect("atomic operations", len(transfers["RMA_ATOMIC"]), atomics)
    begun = sorted(transfers["RMA_PUT"] + transfers["RMA_GET"] + transfers["RMA_ATOMIC"])
    expect("completed transfers", sorted(transfers["RMA_OP_COMPLETE_NON_BLOCKING"]), begun)
    remote = collections.Counter(transfers["RMA_OP_COMPLETE_REMOTE"])
    expect("transfers that are completed twice", [t for t, n in remote.items() if n > 1], [])
    expect("gets that do not end", [t for t in transfers["RMA_GET"] if t not in remote], [])
    collective = calls["create"] + calls["allocate"] + calls["free"] + calls["fence"]
    expect("window operations", events["RMA_COLLECTIVE_BEGIN"], collective)
    expect("ends of window operations", events["RMA_COLLECTIVE_END"], collective)
    expect("windows", events["RMA_WIN_CREATE"], calls["create"] + calls["allocate"])
    expect("freed windows", events["RMA_WIN_DESTROY"], calls["free"])
    expect("epochs", events["RMA_GROUP_SYNC"],
           calls["post"] + calls["start"] + calls["complete"] + calls["wait"])
    expect("locks", events["RMA_REQUEST_LOCK"], calls["lock"] + calls["lock_all"])
    flushes = sum(n for name, n in calls.items() if name.startswith("flush"))
    expect("flushes", events["RMA_SYNC"], flushes + calls["sync"])
    expect("unlocks", events["RMA_RELEASE_LOCK"], calls["unlock"] + calls["unlock_all"])


def compare_files(archive, counted):
    files, events, operations = counted.get("files", 0), archive.events, archive.file_operations
    expect("opened files", events["IO_CREATE_HANDLE"], files)
    expect("closed files", events["IO_DESTROY_HANDLE"], files)
    expect("deleted files", events["IO_DELETE_FILE"], counted["calls"].get("MPI_File_delete", 0))
    expect("moves in files", events["IO_SEEK"], counted["calls"].get("MPI_File_seek", 0))
    expect("reads", archive.file_modes["READ"], counted.get("file_reads", 0))
    expect("writes", archive.file_modes["WRITE"], counted.get("file_writes", 0))
    expect("file operations that end", sorted(operations["IO_OPERATION_COMPLETE"]),
           sorted(operations["IO_OPERATION_BEGIN"]))
    started = sum(n for name, n in counted["calls"].items()
                  if name.startswith("MPI_File_i") or name.endswith("_begin"))
    expect("file operations in the background", len(operations["IO_OPERATION_ISSUED"]), started)


def without_suffixes(collectives):
    """MPI_Bcast_c is MPI_Bcast for large counts."""
    operations = collections.Counter()
    for name, count in collectives.items():
        operations[name.removesuffix("_c").upper()] += count
    return sorted(operations.items())


def compare(archive, counted):
    events = archive.events
    expect("sends", events["MPI_SEND"] + events["MPI_ISEND"], counted["sends"])
    expect("receives", events["MPI_RECV"] + events["MPI_IRECV"], counted["receives"])
    expect("completed sends", events["MPI_ISEND_COMPLETE"], events["MPI_ISEND"])
    expect("cancelled receives", events["MPI_REQUEST_CANCELLED"], counted["cancelled_receives"])
    expect("posted receives", events["MPI_IRECV_REQUEST"],
           events["MPI_IRECV"] + events["MPI_REQUEST_CANCELLED"])
    expect("messages without another half", {k: n for k, n in archive.messages.items() if n}, {})
    blocking = {f"MPI_{k[1]}": n for k, n in archive.collectives.items()
                if k[0] == "MPI_COLLECTIVE_END"}
    expect("collective operations", sorted((k.upper(), n) for k, n in blocking.items()),
           without_suffixes(counted["collectives"]))
    expect("non-blocking collectives", events["NON_BLOCKING_COLLECTIVE_COMPLETE"],
           sum(counted["nonblocking_collectives"].values()) + counted["calls"].get("MPI_Comm_idup", 0))
    compare_one_sided(archive, counted)
    compare_files(archive, counted)
    calls = {name: n for name, n in archive.calls.items() if name.startswith("MPI_")}
    expect("calls", sorted(calls.items()), sorted(counted["calls"].items()))
    expect("regions that stay open", {k: n for k, n in archive.open.items() if n}, {})


def main():
    killed = "--killed" in sys.argv
    options = [a for a in sys.argv[1:] if a in ("--pthread",)]
    arguments = [a for a in sys.argv[1:] if a != "--killed" and a not in options]
    lull, program, launcher = arguments[0], arguments[1], arguments[2:]
    with tempfile.TemporaryDirectory() as directory:
        trace = os.path.join(directory, "trace")
        command = [*launcher, program, *(["150000"] if killed else [])]
        recorded = run(lull, "record", *options, "-o", trace, "--", *command)
        anchor = os.path.join(trace, "traces.otf2")
        if killed:
            expect_ending_as_bare("killed", lull, recorded, *command)
            archive = Archive(anchor)
            assert archive.events["MPI_SEND"] > 1000, archive.events
        else:
            assert recorded.returncode == 0, recorded.stderr
            printed = [l for l in recorded.stdout.splitlines() if l.startswith("{")]
            archive, counted = Archive(anchor), json.loads(printed[0])
            compare(archive, counted)
            if counted.get("openmp", {}):
                compare_openmp(archive, counted.get("openmp", {}), program.endswith(".clang"))
            compare_pthreads(archive, counted.get("pthreads", {}))
        analysed = run(lull, "analyze", trace, "-o", os.path.join(directory, "report.cubex"))
        assert analysed.returncode == 0, analysed.stderr
        if not killed:
            for oddity in ("never matched", "unmatched", "undefined", "had not been forked",
                           "outside all teams", "never left", "do not allow a verdict"):
                assert oddity not in analysed.stdout, analysed.stdout
    print("ok")


if __name__ == "__main__":
    main()
