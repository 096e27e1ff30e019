// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Arithmetic with reports: its laws, on random reports and on real ones if available, and results
// for small reports whose tables differ.
#include "lull/report/algebra/algebra.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "lull/base/error.hpp"
#include "lull/report/cubex/cubex_reader.hpp"
#include "lull/report/model/selection.hpp"
#include "sample_report.hpp"
#include "support/shared.hpp"

namespace lull::report {
namespace {

std::size_t count_values(const Report& report) {
  std::size_t values = 0;
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric)
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      values += report.row(MetricId(metric), CallPathId(path)).size();
  return values;
}

Report without_members(Report report) {
  report.members.clear();
  return report;
}

// Returns every third metric, from `first` on, each as a root.
Report third_of_metrics(const Report& report, std::size_t first) {
  Report part = without_members(report);
  part.metrics.clear();
  for (std::size_t i = 0; i < report.metrics.size(); ++i) part.forget_values(MetricId(i));
  for (std::size_t i = first; i < report.metrics.size(); i += 3) {
    part.metrics.push_back(report.metrics[i]);
    part.metrics.back().parent = {};
  }
  for (std::size_t i = first; i < report.metrics.size(); i += 3)
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      part.set_row(MetricId(i / 3), CallPathId(path), report.row(MetricId(i), CallPathId(path)));
  return part;
}

Report with_times_only(Report report) {
  for (Metric& metric : report.metrics) {
    metric.unit = "sec";
    metric.type = ValueType::Double;
  }
  return report;
}

void expect_laws(const Report& report) {
  const Report zero = difference(report, report);
  EXPECT_EQ(count_values(zero), 0u);
  EXPECT_EQ(zero.call_paths, report.call_paths);
  EXPECT_EQ(zero.locations, report.locations);
  const std::array<Report, 2> twice{report, report};
  expect_equal(mean(twice), without_members(report));
  expect_equal(merge(twice), without_members(report));
  expect_equal(merge(twice, Preference::Last), without_members(report));
  expect_equal(cut(report, {}, {}), without_members(report));
}

class RandomAlgebra : public testing::TestWithParam<unsigned> {};

TEST_P(RandomAlgebra, ObeysItsLaws) { expect_laws(random_report(GetParam(), 0.4)); }

TEST_P(RandomAlgebra, AddsWhatItSubtracted) {
  const Report a = with_times_only(random_report(GetParam(), 0.4));
  const Report b = with_times_only(random_report(GetParam() + 100, 0.4));
  const Report less = difference(a, b);
  const Report more = difference(b, a);
  ASSERT_EQ(less.metrics.size(), more.metrics.size());
  ASSERT_EQ(less.call_paths.size(), more.call_paths.size());
  EXPECT_EQ(count_values(less), count_values(more));
  for (std::size_t i = 0; i < less.metrics.size(); ++i) {
    const std::string& name = less.metrics[i].unique_name;
    const auto total = [&name](const Report& report) {
      const auto metric = report.find_metric(name);
      return metric ? report.total(*metric) : 0;
    };
    EXPECT_NEAR(total(less), total(a) - total(b), 0.01);  // relative to sums of up to 1e13
    EXPECT_NEAR(total(more), total(b) - total(a), 0.01);
  }
}

TEST(Difference, MergesSingleRootsWithANote) {
  Report other = small_report();
  other.regions[0].name = "app_b";
  const Report less = difference(small_report(), other);
  EXPECT_EQ(count_values(less), 0u);
  EXPECT_EQ(less.call_paths.size(), small_report().call_paths.size());
  ASSERT_EQ(less.notes.size(), small_report().notes.size() + 1);
  EXPECT_EQ(less.notes.back(), "The root app_b of a report is merged with main.");
  const std::array<Report, 2> both{small_report(), other};
  EXPECT_EQ(mean(both).call_paths.size(), small_report().call_paths.size());
  EXPECT_GT(merge(both).call_paths.size(), small_report().call_paths.size());
}

TEST(Merge, TakesAllValuesOfAMetricFromThePreferredReport) {
  Report a = random_report(1, 0.5);
  Report b = a;
  b.metrics.push_back({"only_b", "", "", "", "", {}, ValueType::Double});
  b.add(MetricId(b.metrics.size() - 1), CallPathId(0), LocationId(0), 7);
  const MetricId metric(0);
  for (std::size_t path = 0; path < b.call_paths.size(); ++path)
    b.set_row(metric, CallPathId(path), {});
  b.add(metric, CallPathId(0), LocationId(0), 1e6);
  const std::array<Report, 2> both{a, b};
  const Report first = merge(both, Preference::First);
  const Report last = merge(both, Preference::Last);
  EXPECT_EQ(first.total(metric), a.total(metric));
  EXPECT_EQ(last.total(metric), 1e6);
  for (const Report* const merged : {&first, &last})
    EXPECT_EQ(merged->total(merged->find_metric("only_b").value()), 7);
}

TEST_P(RandomAlgebra, MergesDisjointMetricsInAnyGrouping) {
  const Report report = random_report(GetParam(), 0.4);
  const std::array<Report, 3> parts{third_of_metrics(report, 0), third_of_metrics(report, 1),
                                    third_of_metrics(report, 2)};
  const std::array<Report, 2> left{merge(std::span(parts).first(2)), parts[2]};
  const std::array<Report, 2> right{parts[0], merge(std::span(parts).last(2))};
  const Report all = merge(left);
  expect_equal(all, merge(right));
  EXPECT_EQ(all.metrics.size(), report.metrics.size());
  EXPECT_EQ(count_values(all), count_values(report));
}

TEST_P(RandomAlgebra, CutsWithoutLosingAnything) {
  const Report report = random_report(GetParam(), 0.4);
  CallPathSet pruned(report.call_paths.size());
  for (std::size_t i = 0; i < pruned.size(); ++i)
    pruned[i] = i % 3 == 1 && report.call_paths[i].parent.defined();
  const Report less = cut(report, {}, pruned);
  for (std::size_t i = 0; i < report.metrics.size(); ++i) {
    const double wanted = report.total(MetricId(i));
    EXPECT_NEAR(less.total(MetricId(i)), wanted, 1e-9 * std::abs(wanted));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomAlgebra, testing::Range(1u, 13u));

TEST(Difference, DropsRoundingErrors) {
  Report a = small_report();
  Report b = small_report();
  a.set_row(MetricId(0), CallPathId(0), {{LocationId(0), 0.1 + 0.2}, {LocationId(1), 1.000001}});
  b.set_row(MetricId(0), CallPathId(0), {{LocationId(0), 0.3}, {LocationId(1), 1}});
  const Report change = difference(a, b);
  ASSERT_NE(0.1 + 0.2, 0.3);
  EXPECT_EQ(change.value(MetricId(0), CallPathId(0), LocationId(0)), 0);
  EXPECT_NEAR(change.value(MetricId(0), CallPathId(0), LocationId(1)), 1e-6, 1e-12);
}

TEST(Algebra, MergesReportsOfOtherMachinesAndCallPaths) {
  const Report before = small_report();
  Report after = small_report();
  after.system_nodes.front().name = "another machine";
  std::ranges::reverse(after.notes);
  const CallPathId added(after.call_paths.size());
  after.call_paths.push_back({RegionId(0), CallPathId(0), {{"case", "2"}}});
  const MetricId time = *after.find_metric("time");
  after.add(time, added, LocationId(1), 5);
  const Report more = difference(after, before);
  EXPECT_EQ(more.locations.size(), before.locations.size());
  EXPECT_EQ(count_values(more), 1u);
  EXPECT_EQ(more.value(time, added, LocationId(1)), 5);
  const Report less = difference(before, after);
  EXPECT_EQ(less.total(*less.find_metric("time")), -5);
  EXPECT_EQ(less.system_nodes, before.system_nodes);
}

TEST(Algebra, MergesCallPathsByDisplayedNames) {
  const Report here = small_report();
  Report there = small_report();
  there.regions.front().mangled_name = "/home/somebody/main";
  const Report zero = difference(here, there);
  EXPECT_EQ(zero.call_paths.size(), here.call_paths.size());
  EXPECT_EQ(count_values(zero), 0u);
}

TEST(Algebra, MergesMachinesDeeperThanTheStack) {
  const Report plain = small_report();
  Report deep = small_report();
  constexpr std::size_t kDepth = 300'000;
  for (std::size_t i = 0; i < kDepth; ++i)
    deep.system_nodes.push_back({"node", "node", SystemNodeId(deep.system_nodes.size() - 1)});
  deep.processes.push_back({"far away", 77, "process", SystemNodeId(deep.system_nodes.size() - 1)});
  EXPECT_GT(difference(plain, deep).system_nodes.size(), kDepth);
}

TEST(Algebra, ComputesMeansOfCountsWithFractions) {
  const Report one = small_report();
  Report other = small_report();
  const MetricId visits = *other.find_metric("visits");
  other.add(visits, CallPathId(0), LocationId(0), 2);  // 3 in place of 1
  other.add(visits, CallPathId(0), LocationId(1), 1);  // 2 in place of 1
  const std::array<Report, 2> both{one, other};
  const Report result = mean(both);
  EXPECT_EQ(result.value(visits, CallPathId(0), LocationId(0)), 2);
  EXPECT_EQ(result.value(visits, CallPathId(0), LocationId(1)), 1.5);
  EXPECT_EQ(result.metrics[visits.index()].type, ValueType::Double);
}

TEST(Algebra, RefusesMeaninglessOperations) {
  Report other = small_report();
  other.metrics.front().unit = "bytes";
  EXPECT_THROW(static_cast<void>(difference(small_report(), other)), Error);
  const Report report = small_report();
  CallPathSet root(report.call_paths.size());
  root[0] = true;
  EXPECT_THROW(static_cast<void>(cut(report, {}, root)), Error);
}

TEST(Algebra, CutsToASubtree) {
  const Report report = small_report();
  const Report solve = cut(report, select_call_paths(report, "main/solve"), {});
  const MetricId time = *report.find_metric("time");
  EXPECT_EQ(solve.call_paths.size(), 2u);
  EXPECT_EQ(solve.path_name(CallPathId(0)), "solve (level=2)");
  EXPECT_EQ(solve.total(time), 12);
  const Report flat = cut(report, {}, select_call_paths(report, "MPI_Recv"));
  EXPECT_EQ(flat.total(time), report.total(time));
  EXPECT_EQ(flat.value(time, CallPathId(1), LocationId(2)), 4);  // solve, with its MPI_Recv
}

TEST(Algebra, ObeysItsLawsOnRealReports) {
  const std::filesystem::path shared = support::shared_directory() / "reports";
  if (!std::filesystem::is_directory(shared)) GTEST_SKIP() << shared << " is not there";
  std::size_t reports = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shared)) {
    if (entry.path().extension() != ".cubex") continue;
    SCOPED_TRACE(entry.path());
    expect_laws(read_cubex(entry.path()));
    ++reports;
  }
  EXPECT_GT(reports, 0u);
}

}  // namespace
}  // namespace lull::report
