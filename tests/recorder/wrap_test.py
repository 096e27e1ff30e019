#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lull contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Wraps small C and C++ libraries, and records programs that use them.

usage: wrap_test.py LULL C_COMPILER CXX_COMPILER
"""
import collections
import os
import re
import subprocess
import sys
import unittest

from recording_test import Archive, run
from temporary_directory import TestInDirectory

LULL, CC, CXX = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
del sys.argv[1:4]

HEADER = """#include <math.h>
#include <setjmp.h>
struct pair { int first; double second; };
struct __attribute__((packed)) tight { char c; int i; };
int twice(int number);
struct pair both(int first, double second);
void tell(const char* format, ...);
int words(int new, int class, const char* restrict template);
int delete(double this[restrict 3], int (*private)(int, ...));
int (twice_in_parentheses)(int number);
int anything();
typedef int wchar_like; enum wrong { wrong_false };
static inline void* from_nothing(int try) { int* p = (void*)0; return try ? p : 0; }
void leap(jmp_buf target, int deep);
void hop(jmp_buf target, int deep);
void (*chosen(void (*one)(int), int which))(int);
"""
LIBRARY = """#include "small.h"
int twice(int number) { return 2 * number; }
struct pair both(int first, double second) { struct pair p = {twice(first), second}; return p; }
void tell(const char* format, ...) { (void)format; }
int words(int new, int class, const char* restrict template) { return new + class + template[0]; }
int delete(double this[restrict 3], int (*private)(int, ...)) { return this[2] + private(1); }
int twice_in_parentheses(int number) { return 2 * number; }
int anything(int a, int b) { return a - b; }
void leap(jmp_buf target, int deep) { if (deep) hop(target, deep); else longjmp(target, 1); }
void hop(jmp_buf target, int deep) { leap(target, deep - 1); }
void (*chosen(void (*one)(int), int which))(int) { return which ? one : 0; }
"""
PROGRAM = """#include "small.h"
#include <stdio.h>
static int one(int a, ...) { return a; }
static void call(int a) { printf("called %d\\n", a); }
static void further(void) { twice(1); }
int main(void) {
  double sum = 0, numbers[3] = {1, 2, 3};
  for (int i = 0; i < 100; ++i) sum += both(i, 0.5).first + both(i, 0.5).second;
  tell("%f", sum);
  printf("%.1f %d %d %d %d %d\\n", sum, twice(4), words(1, 2, "a"), delete(numbers, one),
         twice_in_parentheses(3), anything(5, 3));
  chosen(call, 1)(7);
  jmp_buf target;
  for (volatile int i = 0; i < 10; ++i)
    if (setjmp(target) == 0) leap(target, i);
  further();
  return 3;
}
"""
CXX_HEADER = """#pragma once
#include <stdexcept>
#include <string>
#include <vector>
namespace shapes {
inline namespace v2 {
struct Moved {  // checks whether it is at the address where it was constructed
  Moved() : where(this) {}
  Moved(const Moved&) : where(this) { ++copies; }
  ~Moved() {}
  Moved* where;
  static int copies;
};
struct Small { float a, b; };
class Shape {
 public:
  Shape(std::string name, int sides);
  virtual ~Shape();
  virtual double area(double scale) const;
  double area(int scale) const;
  void rename(const std::string& name);
  static Shape* made(int sides);
  template <class T> T as() const;
  bool operator==(const Shape& other) const;
  std::string name() const;
 private:
  struct Hidden { int value; };
  Hidden hidden(Hidden value);
 public:
  int sides() { return hidden({1}).value; }
  std::string name_;
};
Moved through(Moved moved, std::vector<int> numbers, Small small);
int overloaded(int);
int overloaded(double);
int overloaded(const char* text, unsigned long size);
void fails(bool really);
}
}
extern "C" int plain_c(int new_one);
"""
CXX_LIBRARY = """#include "shapes.hpp"
namespace shapes {
inline namespace v2 {
int Moved::copies = 0;
Shape::Shape(std::string name, int) : name_(name) {}
Shape::~Shape() {}
double Shape::area(double scale) const { return scale; }
double Shape::area(int scale) const { return area(2.0 * scale); }
void Shape::rename(const std::string& name) { name_ = name; }
Shape* Shape::made(int sides) { return new Shape("made", sides); }
bool Shape::operator==(const Shape& other) const { return name_ == other.name_; }
std::string Shape::name() const { return name_; }
Shape::Hidden Shape::hidden(Hidden value) { return {value.value + 2}; }
Moved through(Moved moved, std::vector<int> numbers, Small small) {
  if (moved.where != &moved || numbers.size() != 3 || small.b != 2) throw std::logic_error("moved");
  return Moved();
}
int overloaded(int) { return 1; }
int overloaded(double) { return 2; }
int overloaded(const char*, unsigned long) { return 3; }
void fails(bool really) { if (really) throw std::runtime_error("as it should"); }
}
}
extern "C" int plain_c(int new_one) { return new_one; }
"""
CXX_PROGRAM = """#include "shapes.hpp"
#include <cstdio>
using namespace shapes;
static void further() { overloaded(1); }
int main() {
  Shape* shape = Shape::made(3);
  shape->rename("renamed");
  std::printf("%s %.1f %.1f %d %d\\n", shape->name().c_str(), shape->area(2), shape->area(1.5),
              *shape == *shape, shape->sides());
  delete shape;
  Moved moved = through(Moved(), {1, 2, 3}, Small{1, 2});
  std::printf("%d copies, %d\\n", Moved::copies, moved.where == &moved);
  std::printf("%d%d%d %d\\n", overloaded(1), overloaded(1.), overloaded("", 0ul), plain_c(4));
  for (int i = 0; i < 10; ++i)
    try { fails(true); } catch (const std::exception& failure) { std::printf("%s\\n", failure.what()); }
  further();
}
"""
CALLS = {"shapes::v2::Shape::made(int)": 1, "shapes::v2::Shape::area(double) const": 2,
         "shapes::v2::Shape::area(int) const": 1, "shapes::v2::overloaded(int)": 2,
         "shapes::v2::overloaded(double)": 1, "shapes::v2::overloaded(char const*, unsigned long)": 1,
         "shapes::v2::fails(bool)": 10, "plain_c": 1, "shapes::v2::Shape::~Shape()": 2,
         "shapes::v2::Shape::operator==(shapes::v2::Shape const&) const": 1,
         "shapes::v2::Shape::hidden(shapes::v2::Shape::Hidden)": 1}


def depths(trace):
    """Returns the greatest depth at which each region was entered, by name."""
    deepest = collections.Counter()
    depth = 0
    for line in run("otf2-print", os.path.join(trace, "traces.otf2")).stdout.splitlines():
        if line.startswith("ENTER"):
            name = re.search(r'Region: "(.*)" <', line).group(1)
            deepest[name] = max(deepest[name], depth)
            depth += 1
        elif line.startswith("LEAVE"):
            depth -= 1
    return deepest


class Wrap(TestInDirectory):
    def build(self, compiler, header, library, program, suffix):
        name = os.path.splitext(header[0])[0]
        for file_name, text in (header, (name + suffix, library), ("program" + suffix, program)):
            self.write(file_name, text)
        subprocess.run([compiler, "-w", "-fPIC", "-shared", "-o", f"lib{name}.so", name + suffix],
                       check=True)
        subprocess.run([compiler, "-w", "-o", "program", "program" + suffix, "-L.", "-l" + name,
                        "-Wl,-rpath,."], check=True)

    def wrap(self, header, library, *options):
        wrapped = run(LULL, "wrap", "--header", header, "--library", library, "-o", "w.so", *options)
        self.assertEqual((wrapped.returncode, wrapped.stderr), (0, ""))
        return wrapped.stdout

    def record(self, *command):
        alone = run(*command)
        recorded = run(LULL, "record", "-o", "trace", "--with", "w.so", "--", *command)
        self.assertEqual((recorded.returncode, recorded.stdout), (alone.returncode, alone.stdout))
        said = [line for line in recorded.stderr.splitlines() if not line.startswith("lull: ")]
        self.assertEqual(said, alone.stderr.splitlines())
        archive = Archive("trace/traces.otf2")
        self.assertEqual({name: n for name, n in archive.open.items() if n}, {})
        return archive.calls

    def test_functions_of_c(self):
        self.build(CC, ("small.h", HEADER), LIBRARY, PROGRAM, ".c")
        said = self.wrap("small.h", "libsmall.so")
        self.assertIn("records 8 functions", said)
        self.assertIn("not wrapped: tell has a variable number of arguments", said)
        self.assertIn("not wrapped: anything is declared without parameters", said)
        calls = self.record("./program")
        self.assertEqual((calls["both"], calls["twice"]), (200, 202))  # including 200 from inside the library
        self.assertEqual((calls["words"], calls["delete"], calls["chosen"]), (1, 1, 1))
        self.assertEqual((calls["leap"], calls["hop"]), (55, 45))
        deepest = depths("trace")
        self.assertEqual(deepest["leap"], 19)  # called from main, and recursively
        self.assertEqual(deepest["twice"], 2)  # nothing nests in regions that a jump has left

    def test_a_launcher_without_the_library(self):
        self.build(CC, ("small.h", HEADER), LIBRARY, PROGRAM, ".c")
        self.wrap("small.h", "libsmall.so", "--functions", "tw*,chosen")
        calls = self.record("sh", "-c", "./program; exit 5")
        self.assertEqual({name: calls[name] for name in ("twice", "both", "chosen")},
                         {"twice": 202, "both": 0, "chosen": 1})

    def test_a_library_that_only_a_plugin_has(self):
        self.build(CC, ("small.h", HEADER), LIBRARY, PROGRAM, ".c")
        self.wrap("small.h", "libsmall.so")
        for name, text in (("plugin.c", '#include "small.h"\nint start(void) { return twice(21); }\n'),
                           ("host.c", "#include <dlfcn.h>\n#include <stdio.h>\nint main(void) {\n"
                            '  void* plugin = dlopen("./plugin.so", RTLD_NOW | RTLD_LOCAL);\n'
                            '  printf("%d\\n", ((int (*)(void))dlsym(plugin, "start"))());\n}\n')):
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run([CC, "-fPIC", "-shared", "-o", "plugin.so", "plugin.c", "-L.", "-lsmall",
                        "-Wl,-rpath,."], check=True)
        subprocess.run([CC, "-o", "host", "host.c"], check=True)
        self.assertEqual(self.record("./host")["twice"], 1)

    def test_functions_of_cxx(self):
        self.build(CXX, ("shapes.hpp", CXX_HEADER), CXX_LIBRARY, CXX_PROGRAM, ".cpp")
        said = self.wrap("shapes.hpp", "libshapes.so")
        self.assertNotIn("not wrapped", said)
        calls = self.record("./program")
        self.assertEqual({name: calls[name] for name in CALLS}, CALLS)
        makers = [n for name, n in calls.items() if name.startswith("shapes::v2::Shape::Shape(")]
        self.assertEqual(makers, [1])
        self.assertEqual(depths("trace")["shapes::v2::overloaded(int)"], 1)
        printed = run("otf2-print", "-G", "trace/traces.otf2").stdout
        self.assertIn('"_ZN6shapes2v210overloadedEPKcm"', printed)

    def test_chosen_functions_of_cxx(self):
        self.build(CXX, ("shapes.hpp", CXX_HEADER), CXX_LIBRARY, CXX_PROGRAM, ".cpp")
        self.assertIn("records 3 functions", self.wrap("shapes.hpp", "libshapes.so", "--functions",
                                                       "shapes::v2::overloaded(*"))
        undefined = run("nm", "-D", "--undefined-only", "w.so").stdout
        self.assertNotIn("shapes", undefined)

    def test_variadic_functions_of_cxx(self):
        self.build(CXX, ("many.hpp", "int some(int, ...);\nint one(int);\n"),
                   '#include "many.hpp"\nint some(int n, ...) { return n; }\nint one(int n) { return n; }\n'
                   "int undeclared(int n, ...) { return n; }\n",
                   '#include "many.hpp"\nint main() { return some(1, 2) + one(2); }\n', ".cpp")
        said = self.wrap("many.hpp", "libmany.so")
        self.assertIn("records 1 function ", said)
        self.assertIn("not wrapped: some(int, ...) has a variable number of arguments", said)
        self.assertIn("not wrapped: 1 function without a plain declaration", said)

    def test_versions(self):
        with open("versions", "w", encoding="utf-8") as file:
            file.write("OLD { global: both; gone; local: *; };\nNEW { global: both; } OLD;\n")
        header = "int both(int); int gone(int);\n"
        library = ('int both_old(int n) { return n; }\n__asm__(".symver both_old,both@OLD");\n'
                   'int both_new(int n) { return n + 1; }\n__asm__(".symver both_new,both@@NEW");\n'
                   'int gone_old(int n) { return n; }\n__asm__(".symver gone_old,gone@OLD");\n')
        with open("both.c", "w", encoding="utf-8") as file:
            file.write(library)
        with open("both.h", "w", encoding="utf-8") as file:
            file.write(header)
        with open("program.c", "w", encoding="utf-8") as file:
            file.write('#include "both.h"\nint main(void) { return both(4); }\n')
        subprocess.run([CC, "-fPIC", "-shared", "-o", "libboth.so", "both.c",
                        "-Wl,--version-script=versions"], check=True)
        subprocess.run([CC, "-o", "program", "program.c", "-L.", "-lboth", "-Wl,-rpath,."], check=True)
        self.assertEqual(run("./program").returncode, 5)
        said = self.wrap("both.h", "libboth.so")
        self.assertIn("records 1 function ", said)
        self.assertIn("not wrapped: gone has no version in use", said)
        self.assertEqual(self.record("./program")["both"], 1)

    def test_a_library_that_is_not_a_wrapper(self):
        self.build(CC, ("small.h", HEADER), LIBRARY, PROGRAM, ".c")
        told = run(LULL, "record", "-o", "trace", "--with", "./libsmall.so", "--", "./program")
        self.assertIn("./libsmall.so was not built by lull wrap", told.stderr)
        self.wrap("small.h", "libsmall.so")
        told = run(LULL, "record", "-o", "other", "--with", "./w.so", "--", "./program")
        self.assertNotIn("was not built", told.stderr)

    def test_an_allocator(self):
        header = "#include <stddef.h>\nvoid* malloc(size_t); int memcpy_like(int); char* getenv(const char*);\n"
        library = ('#include "alloc.h"\n#include <string.h>\nextern void* __libc_malloc(size_t);\nextern char** environ;\n'
                   "void* malloc(size_t size) { return __libc_malloc(size); }\n"
                   "int memcpy_like(int n) { return n; }\n"
                   "char* getenv(const char* name) {\n"
                   "  for (char** at = environ; at && *at; ++at)\n"
                   "    if (!strncmp(*at, name, strlen(name)) && (*at)[strlen(name)] == '=')\n"
                   "      return *at + strlen(name) + 1;\n  return 0;\n}\n")
        program = ('#include "alloc.h"\n#include <stdio.h>\nint main(void) {\n'
                   '  printf("%d %d\\n", memcpy_like(3), malloc(5) != 0 && getenv("PATH") != 0);\n}\n')
        self.build(CC, ("alloc.h", header), library, program, ".c")
        self.assertIn("not wrapped: malloc is used by the wrappers themselves", self.wrap("alloc.h", "liballoc.so"))
        calls = self.record("./program")  # the recorder reads the environment, too
        self.assertEqual((calls["memcpy_like"], calls["getenv"] > 0), (1, True))

    def test_libraries_that_cannot_be_wrapped(self):
        self.build(CC, ("small.h", HEADER), LIBRARY, PROGRAM, ".c")
        for header, text, sentence in (("no.h", None, "no.h"),
                                       ("wrong.h", "int twice(unknown number);\n", "unknown"),
                                       ("broken.h", 'int twice(int; "\n', "do not compile"),
                                       ("endless.h", "int twice(int) { }}}", "do not compile"),
                                       ("empty.h", "", "declare no function")):
            if text is not None:
                with open(header, "w", encoding="utf-8") as file:
                    file.write(text)
            wrong = run(LULL, "wrap", "--header", header, "--library", "libsmall.so", "-o", "x.so")
            self.assertEqual(wrong.returncode, 3, wrong.stderr)
            self.assertIn(sentence, wrong.stderr)
            self.assertFalse(os.path.exists("x.so"))
            self.assertNotIn("lull_wrap", wrong.stderr)
            if sentence == "do not compile":
                self.assertTrue(wrong.stderr.startswith("lull: the headers do not compile:"), wrong.stderr)
        with open("libscript.so", "w", encoding="utf-8") as file:
            file.write("/* GNU ld script */\nGROUP ( /lib/libother.so.6 AS_NEEDED ( /lib/more.so.1 ) )\n")
        wrong = run(LULL, "wrap", "--header", "small.h", "--library", "libscript.so", "-o", "x.so")
        self.assertEqual(wrong.returncode, 3, wrong.stderr)
        self.assertEqual(wrong.stderr, "lull: libscript.so is a linker script, not a library; wrap "
                         "/lib/libother.so.6 instead\n")
        wrong = run(LULL, "wrap", "--header", "small.h", "--library", "small.h", "-o", "x.so")
        self.assertEqual(wrong.returncode, 3, wrong.stderr)

    def refused(self, *options, header="small.h", library="libsmall.so"):
        wrong = run(LULL, "wrap", "--header", header, "--library", library, "-o", "x.so", *options)
        self.assertEqual(wrong.returncode, 3, wrong.stderr)
        self.assertFalse(os.path.exists("x.so"))
        return wrong.stderr

    def test_patterns_without_a_match(self):
        # A header that does not compile as C++.
        self.build(CC, ("small.h", "_Bool twice(_Bool new);\n"), "_Bool twice(_Bool new) { return new; }\n",
                   "int main(void) { return 0; }\n", ".c")
        self.assertEqual(self.refused("--functions", "zzz*"),
                         "lull: the headers declare no function of libsmall.so that can be wrapped and matches "
                         "zzz*\n")

    def test_a_compiler_that_fails_silently(self):
        self.build(CC, ("small.h", HEADER), LIBRARY, PROGRAM, ".c")
        self.assertEqual(self.refused("--compiler", "false"),
                         "lull: the compiler false fails without a message\n")

    def test_pipes_and_devices(self):
        self.build(CC, ("small.h", HEADER), LIBRARY, PROGRAM, ".c")
        os.mkfifo("pipe")
        for place in ("pipe", "/dev/zero", "."):
            self.assertEqual(self.refused(header=place), f"lull: {place} is not a file\n")
            self.assertEqual(self.refused(library=place), f"lull: {place} is not a file\n")
            wrong = run(LULL, "record", "-o", "trace", "--with", place, "--", "./program")
            self.assertEqual((wrong.returncode, wrong.stderr), (2, f"lull: {place} is not a library\n"))


if __name__ == "__main__":
    unittest.main()
