#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Libraries loaded into programs bring nothing that replaces the programs' own symbols.

usage: nothing_along_test.py LULL LIBRARY...
"""
import json
import os
import subprocess
import sys
import unittest

from recording_test import run
from temporary_directory import TestInDirectory

LULL, *LIBRARIES = [os.path.abspath(path) for path in sys.argv[1:]]
del sys.argv[1:]

# A C++ library without the symbols that newer compilers need.
OLD_LIBRARY = "int old_library(void) { return 7; }\n"
OLD_VERSIONS = "GLIBCXX_3.4 { global: old_library; local: *; };\n"
OLD_PROGRAM = """#include <pthread.h>
#include <stdio.h>
int old_library(void);
static void* run(void* given) { return given; }
int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, 0, run, 0) != 0) return 1;
  pthread_join(thread, 0);
  puts("done");
  return old_library();
}
"""
# The program's replacements of C++ library functions must not be used by the recorder.
OWN_NEW = """#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
static int news = 0;
void* operator new(std::size_t size) { ++news; return std::malloc(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
int main() {
  std::thread([] {
    try { throw std::runtime_error(std::string(100, 'x')); } catch (const std::exception& error) { std::puts(error.what()); }
  }).join();
  std::printf("%d\\n", news);
  return 7;
}
"""
PLUGIN = """#include <stdexcept>
extern "C" int plugin(int depth) {
  try {
    if (depth > 0) throw std::runtime_error("x");
  } catch (const std::exception&) {
    return depth;
  }
  return 0;
}
"""
HOST = """#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  void* opened = dlopen("./plugin.so", RTLD_NOW | RTLD_LOCAL);
  if (opened == 0) return puts(dlerror());
  return ((int (*)(int))dlsym(opened, "plugin"))(7);
}
"""
WEAK = """#include <stdio.h>
#pragma weak GOMP_parallel
#pragma weak omp_set_lock
#pragma weak MPI_Init
void GOMP_parallel(void);
void omp_set_lock(void);
int MPI_Init(int*, char***);
void (*volatile table[])(void) = {GOMP_parallel, omp_set_lock, (void (*)(void))MPI_Init};
int main(void) {
  for (int i = 0; i < 3; ++i) printf("%d\\n", table[i] != 0);
  printf("%d %d %d\\n", GOMP_parallel != 0, omp_set_lock != 0, MPI_Init != 0);
  if (GOMP_parallel) GOMP_parallel();
  return 7;
}
"""

# Counts the callers of its own versions of C library functions.
OWN_FUNCTIONS = """#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
static int calls;
int open(const char* path, int flags, ...) { ++calls; return syscall(SYS_openat, AT_FDCWD, path, flags, 0600); }
int close(int file) { ++calls; return syscall(SYS_close, file); }
ssize_t write(int file, const void* from, size_t size) { ++calls; return syscall(SYS_write, file, from, size); }
ssize_t read(int file, void* to, size_t size) { ++calls; return syscall(SYS_read, file, to, size); }
int mkdir(const char* path, mode_t mode) { ++calls; return syscall(SYS_mkdirat, AT_FDCWD, path, mode); }
int unlink(const char* path) { ++calls; return syscall(SYS_unlinkat, AT_FDCWD, path, 0); }
int access(const char* path, int how) { ++calls; return syscall(SYS_faccessat, AT_FDCWD, path, how); }
char* getenv(const char* name) { ++calls; return 0; }
static void* run(void* given) { return given; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  char text[40];
  sprintf(text, "%d calls\\n", calls);
  syscall(SYS_write, 1, text, strlen(text));
  return 7;
}
__attribute__((destructor)) static void tell(void) {
  char text[40];
  sprintf(text, "%d calls\\n", calls);
  syscall(SYS_write, 1, text, strlen(text));
}
"""

# Takes a lock for each allocation.
OWN_ALLOCATOR = """#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char* pool;
static size_t used;
static long calls;
void* malloc(size_t size) {
  pthread_mutex_lock(&mutex);
  if (!pool) pool = mmap(0, 1ul << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  size_t* piece = (size_t*)(pool + used);
  used += (size + 31) / 16 * 16;
  *piece = size;
  pthread_mutex_unlock(&mutex);
  return piece + 2;
}
void free(void* piece) { pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); }
void* calloc(size_t count, size_t size) { return malloc(count * size); }
void* realloc(void* piece, size_t size) {
  void* other = malloc(size);
  if (piece) memcpy(other, piece, ((size_t*)piece)[-2] < size ? ((size_t*)piece)[-2] : size);
  return other;
}
static void* run(void* given) {
  for (int i = 0; i < 10; ++i) free(malloc(i));
  return given;
}
int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, run, 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return 7;
}
"""


class NothingAlong(TestInDirectory):
    def build(self, name, text, compiler, *options):
        self.write(name, text)
        subprocess.run([compiler, "-g", name, *options], check=True)

    def record(self, *options, command=("./program",)):
        alone = subprocess.run(command, capture_output=True, text=True, check=False)
        recorded = run(LULL, "record", "-o", "trace", *options, "--", *command)
        self.assertEqual((recorded.returncode, recorded.stdout), (alone.returncode, alone.stdout), recorded.stderr)
        self.assertEqual(alone.returncode, 7)
        return recorded.stderr

    def test_functions_of_the_program_are_not_used(self):
        self.build("own.c", OWN_FUNCTIONS, "gcc", "-rdynamic", "-pthread", "-o", "program")
        self.record("--pthread")
        self.assertTrue(os.path.exists("trace/traces.otf2"))

    def test_allocations_of_the_recorder_are_not_recorded(self):
        self.build("own.c", OWN_ALLOCATOR, "gcc", "-O1", "-fno-builtin", "-pthread", "-o", "program")
        self.record("--pthread")
        locations = json.loads(run(LULL, "info", "--json", "trace").stdout)["locations"]
        self.assertEqual([location["name"] for location in locations],
                         ["Master thread"] + [f"Pthread thread {i}" for i in range(1, 5)])
        # For each thread: begin, end, its function, 20 calls with a lock and its acquisition.
        self.assertEqual({location["events"] for location in locations[1:]}, {4 + 20 * 2 * 3})

    def test_libraries_need_no_cxx_library(self):
        for library in LIBRARIES:
            with self.subTest(library):
                needed = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True).stdout
                needed = [line.split("[")[1].rstrip("]") for line in needed.splitlines() if "(NEEDED)" in line]
                self.assertIn("libc.so.6", needed)
                for name in ("libstdc++", "libfmt"):
                    self.assertFalse([one for one in needed if one.startswith(name)], needed)

    def test_libraries_export_and_import_no_cxx_symbols(self):
        for library in LIBRARIES:
            with self.subTest(library):
                symbols = subprocess.run(["nm", "-D", library], capture_output=True, text=True, check=True).stdout
                # An undefined weak symbol is null if no library defines it.
                names = {line.split()[-1].split("@")[0] for line in symbols.splitlines() if line.split()[-2] != "w"}
                own = {"__cxa_atexit", "__cxa_finalize", "__cxa_thread_atexit_impl"}  # the C library's
                if "-jumps" in library:
                    own.add("__cxa_begin_catch")
                strange = [name for name in names - own
                           if name.startswith(("__cxa", "__gxx", "_ZN3fmt", "_ZS", "_ZT", "_Zn", "_Zd"))
                           or (name.startswith("_Z") and "4lull8recorder" not in name)]
                self.assertEqual(strange, [])

    def test_a_program_with_an_older_library(self):
        with open("versions", "w", encoding="utf-8") as file:
            file.write(OLD_VERSIONS)
        os.mkdir("old")  # not here, where lull itself might find it
        self.build("old.c", OLD_LIBRARY, "gcc", "-shared", "-fPIC", "-Wl,-soname,libstdc++.so.6",
                   "-Wl,--version-script=versions", "-o", "old/libstdc++.so.6")
        self.build("program.c", OLD_PROGRAM, "gcc", "-pthread", "-o", "program", "old/libstdc++.so.6",
                   "-Wl,-rpath,$ORIGIN/old")
        self.assertIn("recorded", self.record())
        self.assertTrue(os.path.exists("trace/traces.otf2"))

    def test_functions_replaced_by_the_program(self):
        self.build("program.cpp", OWN_NEW, "g++", "-pthread", "-o", "program")
        self.assertIn("recorded", self.record())

    def test_a_cxx_library_in_a_c_program(self):
        self.build("plugin.cpp", PLUGIN, "g++", "-shared", "-fPIC", "-o", "plugin.so")
        self.build("program.c", HOST, "gcc", "-o", "program", "-ldl")
        self.record()

    def test_optional_functions(self):
        for options in (["-fPIE", "-pie"], ["-no-pie", "-fno-pie"], ["-fPIE", "-pie", "-Wl,-z,now", "-Wl,-z,relro"]):
            with self.subTest(options):
                self.build("program.c", WEAK, "gcc", "-o", "program", *options)
                self.record()


if __name__ == "__main__":
    unittest.main()
