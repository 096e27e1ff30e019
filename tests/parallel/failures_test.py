#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""`mpirun -n K lull analyze` when one of its processes fails: the job ends with a failure status and
leaves no report.

usage: failures_test.py MPIEXEC LULL ARCHIVE
"""
import os
import signal
import subprocess
import sys
import tempfile
import time


def processes_of(launcher):
    """Returns the sorted descendants that run lull. Some launchers start them indirectly."""
    names, parents = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                name, rest = file.read().split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue  # ended meanwhile
        state, parent = rest.split()[:2]
        if state != "Z":  # zombies have ended
            names[int(entry)], parents[int(entry)] = name, int(parent)

    def is_below(process):
        while process in parents and process != launcher:
            process = parents[process]
        return process == launcher

    return sorted(process for process, name in names.items() if name == "lull" and is_below(process))


def wait_for(job):
    """Waits for the launcher to end. Open MPI's launcher sometimes deadlocks during its cleanup (in
    PMIx_server_finalize) after all its processes have ended: it is killed then."""
    patience = 200
    while job.poll() is None:
        time.sleep(0.05)
        patience -= not processes_of(job.pid)
        if patience == 0:
            print("the launcher deadlocked after its processes had ended")
            job.kill()


def kill_one(mpiexec, lull, archive, directory, victim, wait):
    """Returns whether the process was still running and was killed."""
    report = os.path.join(directory, "report.cubex")
    with subprocess.Popen([mpiexec, "-n", "3", lull, "analyze", archive, "-o", report],
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as job:
        while job.poll() is None and len(processes_of(job.pid)) < 3:
            time.sleep(0.001)
        time.sleep(wait)
        processes = processes_of(job.pid)
        if len(processes) > victim:
            try:
                os.kill(processes[victim], signal.SIGKILL)
            except ProcessLookupError:
                pass
        wait_for(job)
        errors = job.stderr.read()
    left = os.listdir(directory)
    if job.returncode == 0:
        os.remove(report)
        return False
    assert not os.path.exists(report) or wait > 0, "a killed job left a report"
    for name in left:  # temporary files of the killed process
        os.remove(os.path.join(directory, name))
    assert errors or job.returncode == -signal.SIGKILL, "the launcher reported nothing"
    return True


def check_killed(mpiexec, lull, archive, directory):
    killed = 0
    for attempt in range(6):
        killed += kill_one(mpiexec, lull, archive, directory, attempt % 3, attempt * 0.04)
    assert killed > 0, "all jobs ended before they could be killed"
    print(f"{killed} of 6 jobs lost a process and ended")


def check_missing_on_one(mpiexec, lull, archive, directory):
    report = os.path.join(directory, "report.cubex")
    analyze = [lull, "analyze", "-o", report]
    done = subprocess.run([mpiexec, "-n", "2", *analyze, archive, ":", "-n", "1", *analyze, "/nowhere/x.otf2"],
                          capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if line.startswith("lull:")]
    assert done.returncode == 3, (done.returncode, done.stderr)
    assert len(said) == 1 and "/nowhere/x.otf2" in said[0], done.stderr
    assert not os.listdir(directory), os.listdir(directory)


def check_full_on_one(mpiexec, lull, archive, directory):
    """If any process, first or not, cannot write its part, there is no report."""
    analyze = [lull, "analyze", archive, "-o", os.path.join(directory, "report.cubex")]
    limited = ["sh", "-c", "trap '' XFSZ; ulimit -f 4; exec \"$@\"", "sh", *analyze]
    for commands in ((analyze, limited), (limited, analyze)):
        words = ["-n", "1", *commands[0], ":", "-n", "1", *commands[1]]
        done = subprocess.run([mpiexec, *words], capture_output=True, text=True, check=False, timeout=120)
        said = [line for line in done.stderr.splitlines() if line.startswith("lull:")]
        assert done.returncode == 4, (done.returncode, done.stderr)
        assert len(said) == 1 and "cannot write" in said[0], done.stderr
        assert not os.listdir(directory), os.listdir(directory)


def main():
    mpiexec, lull, archive = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        check_missing_on_one(mpiexec, lull, archive, directory)
        check_full_on_one(mpiexec, lull, archive, directory)
        check_killed(mpiexec, lull, archive, directory)
    print("ok")


if __name__ == "__main__":
    main()
