// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "asl/evaluate/running.hpp"

namespace lull::asl {
namespace {

constexpr const char* kSamples = R"(
clock 10
processes 2
metric sample A B kind=signed
0: 0 enter main; 1 metric sample 1 10; 2 enter f; 3 leave; 4 metric sample 2 20; 5 enter g; 6 leave; 90 leave
1: 0 enter main; 4 metric sample 7 70; 5 enter f; 6 leave; 90 leave
)";

std::string sum_at_enters(const std::string& value) {
  const RunResults results = run_on(
      "PATTERN P() { ROOTTYPE: Enter; INSTANTIATION: CONSTRAINT: TRUE EXPORT: float x = " + value +
          "; }",
      kSamples);
  EXPECT_TRUE(results.errors.empty());
  return sum_of(results, "P", "x");
}

TEST(AslCounters, ShowTheLastValueOfTheirLocation) {
  EXPECT_EQ(sum_at_enters("counter(ROOT, \"A\")"), "10");
  EXPECT_EQ(sum_at_enters("counter(ROOT, \"B\")"), "100");
  EXPECT_EQ(sum_at_enters("counter(ROOT, \"C\")"), "0");
}

TEST(AslCounters, AreReadAtOlderEvents) {
  const RunResults results = run_on(R"(
PATTERN P() { ROOTTYPE: Exit; INSTANTIATION: Enter call = enterptr(ROOT); CONSTRAINT: TRUE
              EXPORT: float x = counter(ROOT, "A") - counter(call, "A"); }
)",
                                    kSamples);
  EXPECT_EQ(sum_of(results, "P", "x"), "9");  // 2 and 7 in main
}

// Without the counter, the search ends at the step limit, since looking back costs steps.
TEST(AslCounters, AreBoundedBySteps) {
  std::string trace = "clock 10\nprocesses 1\nmetric sample A\n0: 0 enter main; 1 enter f; 2 leave";
  for (int i = 0; i < 2000; ++i) trace += "; +0 enter f; +0 leave";
  trace += "; 5 metric sample 1; 90 leave\n";
  RunOptions options;
  options.limits.steps_of_root = 1000;
  const auto errors = [&](const std::string& event) {
    return run_on(
               "PATTERN P() { ROOTTYPE: Exit; INSTANTIATION: Enter main = UNIQUE({f IN "
               "R(PRED(ROOT), "
               "ROOT.process_id) SUCH THAT f.region.name == \"main\"}); CONSTRAINT: ROOT.timestamp "
               "> 5 "
               "EXPORT: float x = counter(" +
                   event + ", \"A\"); }",
               trace, options)
        .errors.size();
  };
  EXPECT_EQ(errors("ROOT"), 0u);
  EXPECT_EQ(errors("main"), 0u);
  EXPECT_EQ(errors("PRED(PRED(PRED(ROOT)))"), 1u);
}

}  // namespace
}  // namespace lull::asl
