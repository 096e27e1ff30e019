// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Trees whose root cancels out, as in differences: losses in one place are gains in another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lull/report/model/table_scale.hpp"
#include "lull/report/show/show.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kRest = 2e-10;  // rounding error

// Time moves from solve to MPI_Recv and from the first process to the second; its sum is kRest.
Report balanced_difference() {
  Report report = small_report();
  for (std::size_t i = 0; i < report.metrics.size(); ++i) report.forget_values(MetricId(i));
  report.add(kTime, CallPathId(1), LocationId(0), -4);
  report.add(kTime, CallPathId(2), LocationId(2), 3);
  report.add(kTime, CallPathId(3), LocationId(2), 1 + kRest);
  report.add(kMpi, CallPathId(2), LocationId(2), 3);
  report.add(kMpi, CallPathId(3), LocationId(2), 1 + kRest);
  return report;
}

TEST(ShowDifference, ScalesMetricsByTheLargestIfTheRootCancelsOut) {
  EXPECT_EQ(show_metrics(balanced_difference(), {}),
            R"(Time cancels out: percentages are of the largest value, 4.0000 sec.

inclusive  exclusive           %  Metric
   0.0000    -4.0000  sec    0.0  Time  time
   4.0000     4.0000  sec  100.0  └ MPI  mpi

2 metrics are zero and left out (--all shows them).
)");
}

TEST(ShowDifference, ScalesCallPathsByTheLargestIfTheTotalCancelsOut) {
  EXPECT_EQ(show_calls(balanced_difference(), kTime, {}),
            R"(The total cancels out: percentages are of the largest value, 4.0000 sec.

inclusive  exclusive      %  Call path
   0.0000          0    0.0  main  main.c:3
   1.0000     1.0000   25.0  ├ MPI_Recv
  -1.0000    -4.0000  -25.0  └ solve (level=2)  solve.c:10
   3.0000     3.0000   75.0    └ MPI_Recv
)");
}

TEST(ShowDifference, ScalesTheSystemByTheLargestIfTheTotalCancelsOut) {
  const std::string text = show_system(balanced_difference(), kTime, {});
  EXPECT_THAT(text, HasSubstr("The total cancels out: percentages are of the largest value, 4.0000 "
                              "sec.\n\n    sec       %"));
  EXPECT_THAT(text, HasSubstr("-4.0000  -100.0  ████████████    │ ├ Master thread"));
  EXPECT_THAT(text, Not(HasSubstr("× the mean")));
}

TEST(ShowDifference, ShowsTheTotalInTheUnitOfTheTree) {
  EXPECT_EQ(show_heading(balanced_difference(), kTime, {}),
            "Time (time): 0.0000 sec\nTotal time\n");
}

TEST(ShowDifference, UsesTheRootUnlessItCancelsOut) {
  Report report = balanced_difference();
  report.add(kTime, CallPathId(0), LocationId(0), -0.05);  // more than 1 % of 4
  EXPECT_THAT(show_metrics(report, {}), Not(HasSubstr("cancels")));
  EXPECT_THAT(show_metrics(report, {}), HasSubstr("-100.0  Time"));
  EXPECT_THAT(show_calls(report, kTime, {}), HasSubstr("6000.0    └ MPI_Recv"));
  EXPECT_THAT(show_system(report, kTime, {}), Not(HasSubstr("cancels")));
}

TEST(ShowDifference, AcceptsARootWithoutValues) {
  Report report = small_report();
  report.forget_values(kTime);  // computed when CUBE opens the report
  EXPECT_THAT(show_metrics(report, {}), Not(HasSubstr("cancels")));
}

TEST(ShowDifference, ShowsNoSharesOfZero) {
  EXPECT_FALSE(table_scale(0, 0).cancels);
  EXPECT_EQ(table_scale(0, 0).whole, 0);
  EXPECT_EQ(table_scale(-5, 3).whole, -5);
  EXPECT_EQ(table_scale(-5, 3).largest, 5);
  EXPECT_TRUE(table_scale(0.01, 2).cancels);
}

}  // namespace
}  // namespace lull::report
