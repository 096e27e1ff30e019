#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a test of the recorder as an unprivileged user: no root, no locked memory, no perf events.

usage: unprivileged.py TEST.py LULL ARGUMENT...

If started by root, the user is nobody, who may be unable to read the source and build trees: the program,
its recorders, the tests and all files named by the arguments are copied. perf_event_open fails as it does
with perf_event_paranoid 3, whatever this machine's setting is.
"""
import ctypes
import errno
import os
import platform
import resource
import shutil
import struct
import sys
import tempfile
import traceback
from pathlib import Path

NOBODY = 65534
PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO = 0x7FFF0000, 0x00050000
BPF_LOAD_WORD, BPF_JUMP_IF_EQUAL, BPF_RETURN = 0x20, 0x15, 0x06


def readable_copy(source, place):
    """Copies the file or folder to `place`, keeping its name."""
    target = place / source.name
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    return target


def copies_of(script, lull, arguments, place):
    """Returns the arguments of the interpreter, with paths of copies."""
    program = readable_copy(lull, place / "bin")
    for library in (lull.parent.parent / "lib").glob("liblull-record*.so*"):
        readable_copy(library, place / "lib")
    for test in script.parent.glob("*.py"):
        readable_copy(test, place / "tests" / "recorder")
    readable_copy(script.parents[2] / "examples" / "programs", place / "examples")  # tests look for sources there
    words = []
    for number, argument in enumerate(arguments):
        is_path = "/" in argument and os.path.exists(argument) and not argument.startswith("/usr/")
        words.append(str(readable_copy(Path(argument), place / str(number))) if is_path else argument)
    return [str(place / "tests" / "recorder" / script.name), str(program), *words]


def refuse_perf_events():
    class Filter(ctypes.Structure):  # struct sock_fprog
        _fields_ = [("count", ctypes.c_ushort), ("steps", ctypes.c_char_p)]

    def step(code, true, false, value):
        return struct.pack("=HBBI", code, true, false, value)
    number = PERF_EVENT_OPEN[platform.machine()]
    steps = (step(BPF_LOAD_WORD, 0, 0, 0) + step(BPF_JUMP_IF_EQUAL, 0, 1, number)
             + step(BPF_RETURN, 0, 0, SECCOMP_RET_ERRNO | errno.EACCES) + step(BPF_RETURN, 0, 0, SECCOMP_RET_ALLOW))
    system = ctypes.CDLL(None, use_errno=True)
    for call in ((PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
                 (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(Filter(4, steps)), 0, 0)):
        assert system.prctl(*call) == 0, os.strerror(ctypes.get_errno())
    assert system.syscall(number, None, 0, -1, -1, 0) == -1 and ctypes.get_errno() == errno.EACCES


def become_nobody(home):
    if os.getuid() == 0:
        os.chown(home, NOBODY, NOBODY)
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
        assert not os.access("/root", os.W_OK)
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (0, 0))
    os.environ.update(HOME=str(home), TMPDIR=str(home), PYTHONDONTWRITEBYTECODE="1")
    os.chdir(home)


def run_as_nobody(words, home):
    """Does not return."""
    try:
        become_nobody(home)
        refuse_perf_events()
        # This interpreter may be accessible only to root.
        python = next(path for path in (sys.executable, "/usr/bin/python3") if os.access(path, os.X_OK))
        os.execv(python, [python, *words])
    except BaseException:  # pylint: disable=broad-except  # the parent cleans up
        traceback.print_exc()
    os._exit(1)


def main():
    script, lull, arguments = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:]
    with tempfile.TemporaryDirectory(prefix="lull-") as directory:  # short, because of Open MPI's sockets inside it
        place, home = Path(directory), Path(directory) / "home"
        place.chmod(0o755)
        home.mkdir()
        words = copies_of(script, lull, arguments, place)
        child = os.fork()
        if child == 0:
            run_as_nobody(words, home)
        _, status = os.waitpid(child, 0)
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
