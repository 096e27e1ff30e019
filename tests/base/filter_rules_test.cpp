// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/filter_rules.hpp"

#include <gtest/gtest.h>

#include "lull/base/error.hpp"

namespace lull {
namespace {

bool excludes(const char* rules, const char* name, const char* symbol = "", const char* file = "") {
  return parse_filter(rules, "filter").exclude(name, symbol, file);
}

std::string failure(const char* rules) {
  try {
    (void)parse_filter(rules, "filter");
    return "none";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(FilterRules, RecordUnmatchedNames) {
  EXPECT_FALSE(excludes("", "solve"));
  EXPECT_FALSE(
      excludes("SCOREP_REGION_NAMES_BEGIN EXCLUDE mesh* SCOREP_REGION_NAMES_END", "solve"));
}

TEST(FilterRules, LetTheLastMatchDecide) {
  constexpr const char* kRules =
      "SCOREP_REGION_NAMES_BEGIN\n"
      "  EXCLUDE *\n"
      "  INCLUDE solve* mesh::*  # and nothing else\n"
      "  EXCLUDE solve_slowly\n"
      "SCOREP_REGION_NAMES_END\n";
  EXPECT_TRUE(excludes(kRules, "main"));
  EXPECT_FALSE(excludes(kRules, "solve"));
  EXPECT_FALSE(excludes(kRules, "mesh::refine(int)"));
  EXPECT_TRUE(excludes(kRules, "solve_slowly"));
}

TEST(FilterRules, CompareMangledNames) {
  constexpr const char* kRules =
      "SCOREP_REGION_NAMES_BEGIN EXCLUDE MANGLED _ZN4mesh* INCLUDE *refine* "
      "SCOREP_REGION_NAMES_END";
  EXPECT_TRUE(excludes(kRules, "mesh::cut(int)", "_ZN4mesh3cutEi"));
  EXPECT_FALSE(excludes(kRules, "mesh::refine(int)", "_ZN4mesh6refineEi"));
  EXPECT_FALSE(excludes(kRules, "_ZN4mesh", "cut"));
}

TEST(FilterRules, ExcludeByFileForAnyName) {
  constexpr const char* kRules =
      "SCOREP_FILE_NAMES_BEGIN EXCLUDE */vendor/* SCOREP_FILE_NAMES_END "
      "SCOREP_REGION_NAMES_BEGIN INCLUDE solve SCOREP_REGION_NAMES_END";
  EXPECT_TRUE(excludes(kRules, "solve", "", "/src/vendor/solve.c"));
  EXPECT_FALSE(excludes(kRules, "solve", "", "/src/own/solve.c"));
  EXPECT_FALSE(excludes(kRules, "solve", "", ""));
}

TEST(FilterRules, AcceptEscapedSpacesAndHashes) {
  constexpr const char* kRules =
      R"(SCOREP_REGION_NAMES_BEGIN EXCLUDE add(int,\ int) a\#b SCOREP_REGION_NAMES_END)";
  EXPECT_TRUE(excludes(kRules, "add(int, int)"));
  EXPECT_TRUE(excludes(kRules, "a#b"));
  EXPECT_FALSE(excludes(kRules, "int)"));
}

TEST(FilterRules, ReportPositionsOfMistakes) {
  EXPECT_EQ(failure("\nEXCLUDE a"),
            "filter:2: 'EXCLUDE' is outside SCOREP_REGION_NAMES_BEGIN ... _END and "
            "SCOREP_FILE_NAMES_BEGIN ... _END");
  EXPECT_EQ(failure("SCOREP_REGION_NAMES_BEGIN\nmain\n"),
            "filter:2: 'main' comes before the first EXCLUDE or INCLUDE of its block");
  EXPECT_EQ(failure("SCOREP_REGION_NAMES_BEGIN\nEXCLUDE a\n\n"),
            "filter:2: SCOREP_REGION_NAMES_BEGIN has no end");
  EXPECT_EQ(failure("SCOREP_REGION_NAMES_BEGIN\nSCOREP_FILE_NAMES_END"),
            "filter:2: SCOREP_FILE_NAMES_END has no matching begin");
  EXPECT_EQ(failure("SCOREP_FILE_NAMES_BEGIN EXCLUDE MANGLED a SCOREP_FILE_NAMES_END"),
            "filter:1: MANGLED does not apply to file names");
}

TEST(FilterRules, AcceptCommaSeparatedLists) {
  const FilterRules rules{.regions = include_only("solve*,main"), .files = {}};
  EXPECT_FALSE(rules.exclude("solver", "", ""));
  EXPECT_FALSE(rules.exclude("main", "", ""));
  EXPECT_TRUE(rules.exclude("mesh", "", ""));
}

}  // namespace
}  // namespace lull
