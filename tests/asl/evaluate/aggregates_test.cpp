// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "asl/evaluate/running.hpp"

namespace lull::asl {
namespace {

constexpr const char* kEnters = R"(
clock 10
processes 1
0: 0 enter main; 5 enter a; 6 leave; 8 leave
)";
constexpr const char* kPattern =
    "PATTERN P() { ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: TRUE EXPORT: int index = "
    "ROOT.index; "
    "float large = 1.5e308; int most = 9223372036854775807; }\n";

std::string property(const std::string& name, const std::string& aggregate) {
  return "PROPERTY " + name + "(Experiment e) { CONDITION: (" + aggregate +
         " WHERE m IN PATTERN_MATCHES(P(), e.trace)) > 0; CONFIDENCE: 1; SEVERITY: 1; }\n";
}

// This holds although they are accumulated during the search for the pattern.
TEST(AslAggregates, FailForThePropertiesThatUseThem) {
  const RunResults results = run_on(
      std::string(kPattern) + property("wrong", "SUM 1 / m.index") + property("right", "COUNT m"),
      kEnters);
  ASSERT_EQ(results.properties.size(), 1u);
  EXPECT_EQ(results.properties[0].property, "right");
  EXPECT_EQ(matches_of(results, "P"), 2u);
  ASSERT_FALSE(results.errors.empty());
  EXPECT_EQ(results.errors[0].error.message, "division by zero");
  EXPECT_EQ(results.errors[0].event, 0u);
}

TEST(AslAggregates, MustBeFiniteAndFitAnInt) {
  const RunResults results = run_on(
      std::string(kPattern) + property("real", "SUM m.large") + property("whole", "SUM m.most"),
      kEnters);
  EXPECT_TRUE(results.properties.empty());
  ASSERT_EQ(results.errors.size(), 4u);
  EXPECT_EQ(results.errors[0].error.message, "the result is not finite");
  EXPECT_EQ(results.errors[1].error.message, "the result is too large for int");
  EXPECT_EQ(results.errors[2].error.message, "the sum of large is not finite");
  EXPECT_EQ(results.errors[3].error.message, "the sum of most is too large for int");
  EXPECT_EQ(sum_of(results, "P", "index"), "1");
}

TEST(AslAggregates, OfIntsAreExact) {
  const RunResults results = run_on(
      "PATTERN P() { ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: TRUE EXPORT: int x = "
      "4503599627370497; int y = 9223372036854775807 * ROOT.index; }",
      kEnters);
  EXPECT_EQ(sum_of(results, "P", "x"), "9007199254740994");
  EXPECT_EQ(sum_of(results, "P", "y"), "9223372036854775807");
}

}  // namespace
}  // namespace lull::asl
