// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/report.hpp"

#include <gtest/gtest.h>

#include "report/sample_report.hpp"

namespace lull::report {
namespace {

TEST(Report, AddsValuesInAnyOrderOfLocations) {
  Report report = small_report();
  for (const std::size_t location : {2, 0, 1, 2}) {
    report.add(MetricId(1), kMain, LocationId(location), 1);
  }
  const Row expected = {{LocationId(0), 1}, {LocationId(1), 1}, {LocationId(2), 2}};
  EXPECT_EQ(report.row(MetricId(1), kMain), expected);
}

TEST(Report, KeepsNoZeros) {
  Report report = small_report();
  report.add(kTime, kReceive, LocationId(2), -1);
  EXPECT_TRUE(report.row(kTime, kReceive).empty());
  report.set_row(kTime, kReceive, {{LocationId(0), 0.0}, {LocationId(1), 5.0}});
  EXPECT_EQ(report.row(kTime, kReceive), (Row{{LocationId(1), 5.0}}));
}

TEST(Report, ReturnsZeroIfNothingIsStored) {
  Report report = small_report();
  report.metrics.push_back({"new", "New", "sec", "", "", {}, ValueType::Double});
  EXPECT_EQ(report.value(MetricId(4), kMain, LocationId(0)), 0);
  EXPECT_TRUE(report.row(MetricId(4), kMain).empty());
  EXPECT_EQ(report.total(MetricId(4)), 0);
  EXPECT_EQ(report.inclusive(MetricId(4), kMain), 0);
  EXPECT_EQ(report.value(kTime, kReceive, LocationId(1)), 0);
}

TEST(Report, SumsCallPathsWithAndWithoutTheirCallees) {
  const Report report = small_report();
  EXPECT_EQ(report.exclusive(kTime, kSolve), 7);
  EXPECT_EQ(report.inclusive(kTime, kSolve), 12);
  EXPECT_EQ(report.inclusive(kTime, kMain), 16);
  EXPECT_EQ(report.total(kTime), 16);
  EXPECT_EQ(report.total(kVisits), 54);
}

TEST(Report, CombinesMinimumAndMaximumMetrics) {
  Report report = small_report();
  report.metrics.push_back({"min", "", "sec", "", "", {}, ValueType::Minimum});
  report.metrics.push_back({"max", "", "sec", "", "", {}, ValueType::Maximum});
  for (const std::size_t metric : {4, 5})
    for (const double value : {3.0, 2.0, 4.0})
      report.add(MetricId(metric), kSolve, LocationId(1), value);
  report.add(MetricId(4), kSolveReceive, LocationId(0), 9);
  report.add(MetricId(5), kSolveReceive, LocationId(0), 9);
  EXPECT_EQ(report.value(MetricId(4), kSolve, LocationId(1)), 2);
  EXPECT_EQ(report.value(MetricId(5), kSolve, LocationId(1)), 4);
  EXPECT_EQ(report.inclusive(MetricId(4), kMain), 2);
  EXPECT_EQ(report.inclusive(MetricId(5), kMain), 9);
}

TEST(Report, NamesCallPathsFromTheRoot) {
  const Report report = small_report();
  EXPECT_EQ(report.path_name(kSolveReceive), "main/solve (level=2)/MPI_Recv");
  EXPECT_EQ(report.path_name(kMain), "main");
}

TEST(Report, NamesAllParametersOfCallPaths) {
  Report report = small_report();
  report.call_paths[kSolve.index()].parameters = {{"iter", "5"}, {"grid", "fine"}};
  EXPECT_EQ(report.label(kSolve), "solve (iter=5) (grid=fine)");
  EXPECT_EQ(report.path_name(kSolveReceive), "main/solve (iter=5) (grid=fine)/MPI_Recv");
}

TEST(Report, FindsMetricsByUniqueName) {
  const Report report = small_report();
  EXPECT_EQ(report.find_metric("visits"), kVisits);
  EXPECT_EQ(report.find_metric("Visits"), std::nullopt);
}

}  // namespace
}  // namespace lull::report
