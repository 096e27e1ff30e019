// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Hints for beginners say what to write instead, and each mistake gets a single diagnostic.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asl/check/checked.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AslHints, AnUnreadableBodyIsOneMistake) {
  EXPECT_THAT(mistakes_of("boolean f(Event e) = EXISTS x IN R(e, e.process_id) : x.index > 1;\n"
                          "int g(Event e) = IF (f(e)) 1 ELSE 0;"),
              ElementsAre("1:53: SUCH is expected here, not ':'"));
  EXPECT_THAT(hints_of("pattern a() {}"),
              ElementsAre("'=' or ';' is expected here, not '{' | the keyword is written PATTERN"));
  EXPECT_THAT(mistakes_of("int f(Event e) = IF;\nint f(Event e) = 1;"),
              ElementsAre("1:20: '(' is expected here, not ';'", "2:5: f is already declared"));
  EXPECT_THAT(mistakes_of("int fly(Event e);"),
              ElementsAre("1:5: there is no external function fly"));
}

TEST(AslHints, LinesWithoutEndAreNamed) {
  EXPECT_THAT(hints_of("int a = 1\n\nint b = 2;"),
              ElementsAre("';' is expected here, not 'int' | line 1 ends without it"));
  EXPECT_THAT(hints_of("int a = 1 int b = 2;"), ElementsAre("';' is expected here, not 'int' | "));
}

TEST(AslHints, KeywordsAreInCapitals) {
  EXPECT_THAT(hints_of("boolean f(Event e) = e == null;"),
              ElementsAre("null is not declared | the keyword is written NULL"));
}

TEST(AslHints, EnumValuesNeedTheEnumName) {
  EXPECT_THAT(hints_of("enum Size { large, barrier } boolean f(Region r) = r.role == barrier;"),
              ElementsAre("barrier is not declared | write Role.barrier or Collective.barrier or "
                          "Size.barrier"));
  EXPECT_THAT(hints_of("boolean f(Region r) = \"barrier\" == r.role;"),
              ElementsAre("'==' does not apply to String and Role | write Role.value"));
}

TEST(AslHints, RegionNamesAreNotRegions) {
  EXPECT_THAT(hints_of("boolean f(Region r) = r != \"main\";"),
              ElementsAre("'!=' does not apply to Region and String | REGION(\"…\") is the region "
                          "of a name"));
  EXPECT_THAT(hints_of("boolean f(Region r) = r < \"main\";"),
              ElementsAre("'<' does not apply to Region and String | "));
}

TEST(AslHints, NamesInShippedFilesSuggestAnImport) {
  const std::string property =
      "PROPERTY p(Experiment e) { CONDITION: PATTERN_MATCHES(LateSenderCall(), e.trace) != NULL; "
      "CONFIDENCE: 1; SEVERITY: 1; }";
  EXPECT_THAT(hints_of(property), ElementsAre("there is no pattern LateSenderCall | IMPORT "
                                              "\"wait_states.asl\"; declares it"));
  EXPECT_THAT(mistakes_of("IMPORT \"wait_states.asl\"; " + property), IsEmpty());
}

TEST(AslHints, SingleLettersAreNotSimilar) {
  EXPECT_THAT(hints_of("int f(Event e) = x;"), ElementsAre("x is not declared | "));
  EXPECT_THAT(hints_of("class X extends Y {}"), ElementsAre("there is no class Y | "));
}

}  // namespace
}  // namespace lull::asl
