// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Hardware counters, and properties of profiles that text traces cannot express.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "analysis/text_analysis.hpp"
#include "support/region_path.hpp"

namespace lull::analysis {
namespace {

constexpr const char* kCounters = R"(
processes 1
metric papi PAPI_TOT_CYC PAPI_FP_OPS
0: 0 metric papi 100 10; 0 enter main
   10 metric papi 150 11; 10 enter f
   20 metric papi 350 31; 20 leave
   50 metric papi 400 35; 50 leave
)";

double counter(const TextAnalysis& result, const std::string& name, const std::string& path) {
  const report::Report& report = result.report();
  const auto metric = report.find_metric(name);
  if (!metric) return -1;
  double sum = 0;
  for (std::size_t p = 0; p < report.call_paths.size(); ++p)
    if (support::region_path(report, report::CallPathId(p)) == path)
      sum += report.exclusive(*metric, report::CallPathId(p));
  return sum;
}

TEST(Counters, AreChargedByTheirIncreaseInEachCall) {
  const TextAnalysis result(kCounters);
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_TOT_CYC", "main"), 50 + 50);
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_TOT_CYC", "main/f"), 200);
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_FP_OPS", "main"), 1 + 4);
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_FP_OPS", "main/f"), 20);
}

// Two values of a metric called COUNTER; `member`: its definition.
double counted_in_main(const std::string& member, int first, int second) {
  const TextAnalysis result("processes 1\nmetric counter " + member +
                            fmt::format("\n0: 0 enter main; 10 metric counter {}; "
                                        "20 metric counter {}; 50 leave\n",
                                        first, second));
  return counter(result, "COUNTER", "main");
}

TEST(Counters, StartWithTheirFirstValue) {
  EXPECT_DOUBLE_EQ(counted_in_main("COUNTER", 1000000, 1000007), 7);
}

TEST(Counters, RelativeValuesAreAddedUp) {
  EXPECT_DOUBLE_EQ(counted_in_main("COUNTER mode=relative", 5, 7), 12);
}

TEST(Counters, AbsoluteValuesAreNotCharged) {
  const TextAnalysis result(R"(
processes 1
metric memory HEAP mode=point
0: 0 enter main; 10 metric memory 500; 20 metric memory 700; 50 leave
)");
  EXPECT_EQ(result.report().find_metric("HEAP"), std::nullopt);
}

TEST(Counters, EachLocationCountsForItself) {
  const TextAnalysis result(R"(
processes 2
metric papi PAPI_TOT_CYC
0: 0 enter main; 10 metric papi 100; 20 metric papi 130; 50 leave
1: 0 enter main; 11 metric papi 900; 21 metric papi 905; 50 leave
)");
  EXPECT_DOUBLE_EQ(counter(result, "PAPI_TOT_CYC", "main"), 35);
}

// All time on a stream belongs to the kernels and copies that run on it.
TEST(Profile, HasNoWorkersAndNoOverheadOnStreams) {
  for (const char* threads : {"", "threads 2"}) {
    const TextAnalysis text(std::string("processes 1 none\n") + threads + R"(
region "COMPUTE IDLE" role=artificial paradigm=cuda
region kernel paradigm=compiler
location stream 0 type=accelerator
0: 0 enter main; 100 leave
stream: 10 enter "COMPUTE IDLE"; 20 leave; 20 enter kernel; 50 leave; 60 enter kernel; 65 leave
)");
    const std::int64_t idle = std::string_view(threads).empty() ? 0 : 100;  // the worker's
    EXPECT_EQ(text.total("omp_idle_threads"), idle);
    EXPECT_EQ(text.total("overhead"), 0);
    EXPECT_EQ(text.total("comp"), 100);
    EXPECT_EQ(text.total("accelerator"), 35);
    EXPECT_EQ(text.total("time"), 135 + idle);
    EXPECT_EQ(text.total("visits"), 4);
  }
}

}  // namespace
}  // namespace lull::analysis
