// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recognition of states and their evaluation order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "asl/check/checked.hpp"
#include "lull/asl/check/context/program_text.hpp"

namespace lull::asl {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Returns the text's states with their ranks, such as "f:0 g:1", or its mistakes.
std::string states_of(const std::string& text) {
  const Checked result = checked(text);
  std::string all;
  for (const std::string& mistake : mistakes(result)) all += mistake + ";";
  if (!all.empty()) return all;
  for (const code::Function& one : result.program.functions)
    if (one.state && one.name != "R" && one.name != "M")
      all += (all.empty() ? "" : " ") + one.name + ":" + std::to_string(one.rank);
  return all;
}

TEST(AslStates, ReachThemselvesThroughPred) {
  EXPECT_EQ(states_of("int n(Event e) = IF (e == NULL) 0 ELSE n(PRED(e)) + 1;"), "n:0");
  EXPECT_EQ(states_of("int n(Event e, int k) = IF (e == NULL) k ELSE n(PRED(e), k) + 1;"), "n:0");
  EXPECT_EQ(states_of("int n(Event e) = IF (e != NULL) n(PRED(e)) + 1 ELSE 0;"), "n:0");
  EXPECT_EQ(states_of("int n(Event e) = e.index;"), "");
}

TEST(AslStates, PassOtherParametersUnchanged) {
  EXPECT_EQ(states_of("int n(Event e, int k) = IF (e == NULL) k ELSE n(PRED(e), k + 1);"), "");
  EXPECT_EQ(states_of("int n(Event e, int k, int l) = IF (e == NULL) k ELSE n(PRED(e), l, k);"),
            "");
  EXPECT_EQ(states_of("int n(Event e) = IF (e == NULL) 0 ELSE n(PRED(PRED(e)));"), "");
  EXPECT_EQ(states_of("int n(Event e) = IF (e == NULL) 0 ELSE n(enterptr(e)) + n(PRED(e));"), "");
  EXPECT_EQ(states_of("int n(Receive e) = IF (e == NULL) 0 ELSE n(NULL);"), "");
  EXPECT_EQ(states_of("int n(int k) = IF (k == 0) 0 ELSE n(k - 1);"), "");
}

TEST(AslStates, NeedABranchForNull) {
  EXPECT_EQ(states_of("\nint n(Event e) = n(PRED(e)) + 1;"),
            "2:5: the state n has no branch for e == NULL;");
  EXPECT_EQ(states_of("int n(Event e) = IF (e.index == 0) 0 ELSE n(PRED(e));"),
            "1:5: the state n has no branch for e == NULL;");
  EXPECT_EQ(states_of("int n(Event e) = IF (e == NULL AND TRUE) 0 ELSE n(PRED(e));"),
            "1:5: the state n has no branch for e == NULL;");
  EXPECT_THAT(hints_of("int n(Event x) = n(PRED(x));"),
              ElementsAre("the state n has no branch for x == NULL | begin with IF (x == NULL), "
                          "which returns its initial value"));
}

TEST(AslStates, ThatUseEachOtherThroughPredAreRanked) {
  EXPECT_EQ(states_of("int a(Event e) = IF (e == NULL) 0 ELSE a(PRED(e)) + b(e);\n"
                      "int b(Event e) = IF (e == NULL) 0 ELSE b(PRED(e)) + c(e);\n"
                      "int c(Event e) = IF (e == NULL) 0 ELSE a(PRED(e));"),
            "a:2 b:1 c:0");
  EXPECT_EQ(states_of("int a(Event e) = IF (e == NULL) 0 ELSE a(PRED(e)) + h(e);\n"
                      "int h(Event e) = b(e, 1) * 2;\n"
                      "int b(Event e, int k) = IF (e == NULL) k ELSE b(PRED(e), k);"),
            "a:1 b:0");
  EXPECT_EQ(states_of("int a(Event e) = h(e, 1);\n"
                      "int h(Event e, int k) = IF (e == NULL) k ELSE a(PRED(e));"),
            "a:1 h:0");
}

TEST(AslStates, AreNotTheirParts) {
  EXPECT_EQ(states_of("int a(Event e) = IF (e == NULL) 0 ELSE a(PRED(e)) + h(e, e.index);\n"
                      "int h(Event e, int k) = IF (k > 3) a(PRED(e)) ELSE k;"),
            "a:0");
}

TEST(AslStates, DoNotQueryEachOtherAtTheSameEvent) {
  EXPECT_EQ(states_of("int a(Event e) = IF (e == NULL) 0 ELSE a(PRED(e)) + b(e);\n"
                      "int b(Event e) = IF (e == NULL) 0 ELSE b(PRED(e)) + a(e);"),
            "1:5: a and b query each other at the same event;");
  EXPECT_EQ(states_of("int a(Event e, int k) = IF (k == 0) 0 ELSE b(e, k);\n"
                      "int b(Event e, int k) = a(e, k - 1);"),
            "");
}

TEST(AslStates, HaveNoSetsAndMatchesAsParameters) {
  EXPECT_EQ(states_of("int n(Event e, setof Process p) = IF (e == NULL) 0 ELSE n(PRED(e), p);"),
            "1:5: the parameter p of the state n is a set;");
  EXPECT_EQ(states_of("int n(Event e, LateSender_match m) = IF (e == NULL) 0 ELSE n(PRED(e), m);"),
            "1:5: the parameter m of the state n is a pattern or match;");
}

TEST(AslStates, AreQueriedAfterAndBeforeEvents) {
  const std::string n = "int n(Event e, int k) = IF (e == NULL) k ELSE n(PRED(e), k);";
  EXPECT_EQ(node_with("Event e", "int", "n(e, 2)", n), "(after n 2 (local 0))");
  EXPECT_EQ(node_with("Event e", "int", "n(PRED(e), 2)", n), "(before n 2 (local 0))");
  EXPECT_EQ(node_with("Event e", "int", "n(PRED(enterptr(e)), 2)", n),
            "(before n 2 (call enterptr (local 0)))");
  EXPECT_EQ(node_with("Event e", "int", "n(PRED(PRED(e)), 2)", n), "(before n 2 (PRED (local 0)))");
}

TEST(AslStates, AreRecognisedInLetWithoutOuterVariables) {
  const std::string head = "PATTERN P(int k) {\nLET\n int n(Event e) = IF (e == NULL) ";
  const std::string tail =
      " ELSE n(PRED(e));\nIN\nROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: n(ROOT) > 0; EXPORT: }";
  EXPECT_EQ(states_of(head + "0" + tail), "n:0");
  EXPECT_EQ(states_of(head + "k" + tail), "");
}

}  // namespace
}  // namespace lull::asl
