// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Patterns with many instances, and instances that request many others.
#include "asl/evaluate/running.hpp"

namespace lull::asl {
namespace {

constexpr const char* kTenEnters = R"(
clock 10
processes 1
0: 0 enter main; 1..2 a; 3..4 a; 5..6 a; 7..8 a; 9..10 a; 11..12 a; 13..14 a; 15..16 a; 17..18 a; 20 leave
)";
constexpr const char* kEach =
    "PATTERN Each(int n) { ROOTTYPE: Event; INSTANTIATION: CONSTRAINT: TRUE EXPORT: int x = n + "
    "ROOT.index; }\n"
    "PATTERN Enters() { ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: TRUE EXPORT: int one = 1; }\n";

TEST(AslMatch, OfMoreInstancesThanWalksIsFound) {
  const RunResults results = run_on(std::string(kEach) + R"(
PATTERN Asks() {
  ROOTTYPE: Event;
  INSTANTIATION: Event before = PRED(ROOT); Each_match m = MATCH(Each(ROOT.index), before);
  CONSTRAINT: TRUE EXPORT: int x = m.x; }
)",
                                    kTenEnters);
  EXPECT_TRUE(results.errors.empty());
  EXPECT_EQ(matches_of(results, "Asks"), 19u);
  EXPECT_EQ(sum_of(results, "Asks", "x"), "361");  // 1 + 3 + ... + 37
}

TEST(AslMatch, IsKnownAfterTheLastEvent) {
  const RunResults results = run_on(std::string(kEach) + R"(
PROPERTY p(Experiment e) {
  LET setof Enters_match all = {m IN PATTERN_MATCHES(Enters(), e.trace) SUCH THAT TRUE};
      int sum = SUM MATCH(Each(1), m.root).x WHERE m IN all;
  IN CONDITION: sum > 0; CONFIDENCE: 1; SEVERITY: sum; }
)",
                                    kTenEnters);
  EXPECT_TRUE(results.errors.empty());
  ASSERT_EQ(results.properties.size(), 1u);
  EXPECT_EQ(results.properties[0].severity, 91);  // 10, and 0 + 1 + 3 + ... + 17
}

// Each instance takes the same time, whatever the number of instances.
TEST(AslErrors, EndAllInstancesOfAPattern) {
  RunOptions options;
  options.matches = "P";
  const RunResults results = run_on(R"(
enum Digit { a, b, c, d, e, f, g, h, i, j }
PATTERN P(Digit x, Digit y, Digit z, Digit u, Digit v) {
  ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: 1 / (ROOT.index - ROOT.index) > 0 OR x == y EXPORT: int one = 1; }
PATTERN Q(Digit x, boolean y) {
  ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: x == Digit.a OR 1 / ROOT.index > 0 EXPORT: int one = 1; }
PROPERTY q(Digit x, boolean y, Experiment e) {
  CONDITION: (COUNT m WHERE m IN PATTERN_MATCHES(Q(x, y), e.trace)) > 0; CONFIDENCE: 1; SEVERITY: 1; }
)",
                                    kTenEnters, options);
  EXPECT_EQ(matches_of(results, "P"), 0u);
  EXPECT_EQ(matches_of(results, "Q"), 20u);
  EXPECT_EQ(results.properties.size(), 2u);
  EXPECT_EQ(results.errors.size(), 2u);
}

}  // namespace
}  // namespace lull::asl
