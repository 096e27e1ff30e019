#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Wraps a small library of C, and records a program that uses it.

usage: wrap_test.py LULL COMPILER
"""
import os
import subprocess
import sys
import tempfile

from recording_test import Archive, run

HEADER = """#include <math.h>
struct pair { int first; double second; };
int twice(int number);
struct pair both(int first, double second);
void tell(const char* format, ...);
"""
LIBRARY = """#include "small.h"
int twice(int number) { return 2 * number; }
struct pair both(int first, double second) { struct pair p = {twice(first), second}; return p; }
void tell(const char* format, ...) { (void)format; }
"""
PROGRAM = """#include "small.h"
#include <stdio.h>
int main(void) {
  double sum = 0;
  for (int i = 0; i < 100; ++i) sum += both(i, 0.5).first + both(i, 0.5).second;
  tell("%f", sum);
  printf("%.1f %d\\n", sum, twice(4));
}
"""


def main():
    lull, compiler = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as directory:
        os.chdir(directory)
        for name, text in (("small.h", HEADER), ("small.c", LIBRARY), ("program.c", PROGRAM)):
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run([compiler, "-fPIC", "-shared", "-o", "libsmall.so", "small.c"], check=True)
        subprocess.run([compiler, "-o", "program", "program.c", "-L.", "-lsmall", "-Wl,-rpath,."],
                       check=True)
        wrapped = run(lull, "wrap", "--header", "small.h", "--library", "libsmall.so", "-o", "w.so")
        assert wrapped.returncode == 0, wrapped.stderr
        assert "records 2 functions" in wrapped.stdout, wrapped.stdout
        assert "not wrapped: tell" in wrapped.stdout, wrapped.stdout
        recorded = run(lull, "record", "-o", "trace", "--with", "w.so", "--", "./program")
        assert recorded.stdout == run("./program").stdout != "", recorded.stdout
        calls = Archive("trace/traces.otf2").calls
        assert calls["both"] == 200, calls
        assert calls["twice"] == 201, calls  # 200 of them from inside the library
        missing = run(lull, "wrap", "--header", "no.h", "--library", "libsmall.so", "-o", "x.so")
        assert missing.returncode == 3 and "no.h" in missing.stderr, missing.stderr
        with open("wrong.h", "w", encoding="utf-8") as file:
            file.write("int twice(unknown number);\n")
        wrong = run(lull, "wrap", "--header", "wrong.h", "--library", "libsmall.so", "-o", "x.so")
        assert wrong.returncode == 3 and "unknown" in wrong.stderr, (wrong.returncode, wrong.stderr)
        assert not os.path.exists("x.so")
    print("ok")


if __name__ == "__main__":
    main()
