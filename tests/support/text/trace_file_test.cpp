// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/text/trace_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lull/base/error.hpp"

namespace lull::support {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string file_error(const std::string& text) {
  try {
    static_cast<void>(parse_trace_file(text, "f"));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(TraceFile, ContainsTestsWithTheirLines) {
  const auto tests = parse_trace_file(
      "# SPDX\n\n# About the first.\n== Late.IsFound\nprocesses 2\nexpect total a = 0\n\n"
      "== Late.IsNotFound   # for now\nprocesses 3\n",
      "f");
  ASSERT_THAT(tests, SizeIs(2));
  EXPECT_EQ(tests[0].suite, "Late");
  EXPECT_EQ(tests[0].name, "IsFound");
  EXPECT_EQ(tests[0].line, 4u);
  ASSERT_THAT(tests[0].cases, SizeIs(1));
  EXPECT_EQ(tests[0].cases[0].text, "processes 2\nexpect total a = 0\n\n");
  EXPECT_EQ(tests[0].cases[0].line, 5u);
  EXPECT_THAT(tests[0].cases[0].values, IsEmpty());
  EXPECT_EQ(tests[1].name, "IsNotFound");
  EXPECT_EQ(tests[1].cases.at(0).text, "processes 3\n");
  EXPECT_EQ(tests[1].cases.at(0).line, 9u);
}

TEST(TraceFile, RunsATestForEachValue) {
  const auto tests = parse_trace_file(
      "== A.B\nwith X = 1, 2\nwith LONG = a, \"b c\"\n{X} {LONG} {X}\nwith this\n", "f");
  ASSERT_THAT(tests, SizeIs(1));
  ASSERT_THAT(tests[0].cases, SizeIs(2));
  EXPECT_EQ(tests[0].cases[0].text, "1 a 1\nwith this\n");
  EXPECT_EQ(tests[0].cases[0].values, "X = 1, LONG = a");
  EXPECT_EQ(tests[0].cases[1].text, "2 b c 2\nwith this\n");
  EXPECT_EQ(tests[0].cases[1].line, 4u);
}

TEST(TraceFile, HasATestForEachValueInTheName) {
  const auto tests = parse_trace_file("== A.B/{X}\nwith X = 1, 2\n{X}\n", "f");
  ASSERT_THAT(tests, SizeIs(2));
  EXPECT_EQ(tests[0].name, "B/1");
  EXPECT_EQ(tests[1].name, "B/2");
  EXPECT_EQ(tests[1].cases.at(0).text, "2\n");
}

TEST(TraceFile, JoinsTracesOfTheSameName) {
  const auto tests = parse_trace_file("== A.B\none\n== A.C\ntwo\n== A.B\nthree\n", "f");
  ASSERT_THAT(tests, SizeIs(2));
  ASSERT_THAT(tests[0].cases, SizeIs(2));
  EXPECT_EQ(tests[0].cases[1].text, "three\n");
  EXPECT_EQ(tests[0].cases[1].line, 6u);
}

TEST(TraceFile, NamesLineAndColumnOfAnError) {
  EXPECT_EQ(file_error(""), "f:1:1: the file contains no test");
  EXPECT_EQ(file_error("# only comments\n"), "f:1:1: the file contains no test");
  EXPECT_EQ(file_error("# one\n  processes 2\n"),
            "f:2:3: a file begins with comments or with \"== SUITE.NAME\"");
  for (const char* title : {"==", "==A.B", "=== A.B", "== A.B C"})
    EXPECT_EQ(file_error(title), "f:1:1: a test begins with \"== SUITE.NAME\"");
  for (const std::string title : {"A", ".A", "A."})
    EXPECT_EQ(file_error("== " + title), "f:1:4: \"" + title + "\" is not a SUITE.NAME");
  for (const char* with : {"with", "with X", "with X =", "with X 1 2"})
    EXPECT_EQ(file_error(std::string("== A.B\n") + with),
              "f:2:1: expected \"with NAME = VALUE, VALUE …\"");
  EXPECT_EQ(file_error("== A.B\nwith X = 1 2\n{X}\n"),
            "f:2:12: a comma is missing between two values");
  EXPECT_EQ(file_error("== A.B\nwith X = ,\n{X}\n"),
            "f:2:1: expected \"with NAME = VALUE, VALUE …\"");
  EXPECT_EQ(file_error("== A.B\nwith X = 1, 2\nwith Y = 1\n{X} {Y}\n"),
            "f:3:6: all \"with\" lines of a test need the same number of values");
  EXPECT_EQ(file_error("== A.B\nwith X = 1, 2\n{Y}\n"), "f:2:6: {X} is not used");
  EXPECT_EQ(file_error("== A.B\nwith X = \"a\n{X}\n"), "f:2:10: missing closing quotation mark");
}

}  // namespace
}  // namespace lull::support
