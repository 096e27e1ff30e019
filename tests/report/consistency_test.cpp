// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/consistency.hpp"

#include <gtest/gtest.h>

#include <string>

namespace lull::report {
namespace {

constexpr MetricId kTime{std::size_t{0}};
constexpr MetricId kMpi{std::size_t{1}};
constexpr MetricId kWait{std::size_t{2}};
constexpr MetricId kSends{std::size_t{3}};
constexpr MetricId kLate{std::size_t{4}};
constexpr MetricId kCounter{std::size_t{5}};
constexpr CallPathId kMain{std::size_t{0}};
constexpr CallPathId kSend{std::size_t{1}};
constexpr LocationId kFirst{std::size_t{0}};
constexpr LocationId kSecond{std::size_t{1}};

Metric metric(const char* name, const char* unit, MetricId parent = {}) {
  Metric metric;
  metric.unique_name = name;
  metric.unit = unit;
  metric.parent = parent;
  return metric;
}

// time ├ mpi └ wait, sends └ late, and a counter; main/MPI_Send; two locations.
Report tables() {
  Report report;
  report.metrics = {metric("time", "sec"),         metric("mpi", "sec", kTime),
                    metric("wait", "sec", kTime),  metric("sends", "occ"),
                    metric("late", "occ", kSends), metric("counter", "occ")};
  report.regions.resize(2);
  report.regions[0].name = "main";
  report.regions[1].name = "MPI_Send";
  report.call_paths.resize(2);
  report.call_paths[0].region = RegionId(0);
  report.call_paths[1] = {RegionId(1), kMain, {}};
  report.processes.resize(1);
  report.processes[0].name = "Process 0";
  report.locations.resize(2);
  for (Location& location : report.locations) location.process = ProcessId(0);
  report.locations[1].name = "Thread 1";
  return report;
}

void expect_one_misfit(const Report& report, const std::string& description) {
  const Misfits misfits = find_misfits(report);
  EXPECT_EQ(misfits.count, 1u);
  EXPECT_EQ(describe(misfits, report), description);
}

TEST(Consistency, HoldsIfParentsAreTheSumOfTheirParts) {
  Report report = tables();
  report.add(kTime, kSend, kFirst, 0.1 + 0.2);
  report.add(kMpi, kSend, kFirst, 0.1);
  report.add(kWait, kSend, kFirst, 0.2);
  EXPECT_EQ(find_misfits(report).count, 0u);
}

TEST(Consistency, FailsIfAParentIsLessThanTheSumOfItsParts) {
  Report report = tables();
  report.add(kTime, kSend, kSecond, 5);
  report.add(kMpi, kSend, kSecond, 3);
  report.add(kWait, kSend, kSecond, 4);
  expect_one_misfit(report, "-2 sec in time of main/MPI_Send at Process 0, Thread 1");
}

TEST(Consistency, IsCheckedForTimesAtEachCallPathAndLocation) {
  Report report = tables();
  report.add(kTime, kMain, kFirst, 100);
  report.add(kTime, kSend, kSecond, 100);
  report.add(kMpi, kSend, kFirst, 1);
  const Misfits misfits = find_misfits(report);
  EXPECT_EQ(misfits.count, 1u);
  EXPECT_EQ(misfits.path, kSend);
  EXPECT_EQ(misfits.location, kFirst);
}

TEST(Consistency, IsCheckedForCountsAtEachLocationOnly) {
  Report report = tables();
  report.add(kSends, kMain, kFirst, 1);
  report.add(kLate, kSend, kFirst, 1);
  EXPECT_EQ(find_misfits(report).count, 0u);
  report.add(kLate, kSend, kSecond, 2);
  expect_one_misfit(report, "-2 occ in sends of all call paths at Process 0, Thread 1");
}

TEST(Consistency, FailsForANegativeValueOfAMetricWithoutParts) {
  Report report = tables();
  report.add(kTime, kMain, kFirst, 1);
  report.add(kMpi, kMain, kFirst, -1);
  const Misfits misfits = find_misfits(report);
  EXPECT_EQ(misfits.count, 1u);
  EXPECT_EQ(misfits.metric, kMpi);
}

TEST(Consistency, IgnoresMetricsOutsideOfTrees) {
  Report report = tables();
  report.add(kCounter, kMain, kFirst, -7);
  EXPECT_EQ(find_misfits(report).count, 0u);
}

TEST(Consistency, ComparesIntegersExactlyAndSumsEntries) {
  const Report report = tables();
  constexpr std::int64_t kLarge = std::int64_t{1} << 60;
  std::int64_t missing = 0;
  const auto rows = [&](MetricId metric, CallPathId path, auto use) {
    if (path != kMain || metric.index() > 1) return;
    if (metric == kMpi) return use(kFirst, kLarge);
    use(kFirst, kLarge / 2);
    use(kFirst, kLarge / 2 - missing);
  };
  const auto all = [](MetricId) { return true; };
  EXPECT_EQ(find_misfits<std::int64_t>(report, rows, all).count, 0u);
  missing = 1;
  EXPECT_EQ(find_misfits<std::int64_t>(report, rows, all).count, 1u);
}

}  // namespace
}  // namespace lull::report
