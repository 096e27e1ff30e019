// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Comparison of reports: its laws on random reports, and differences between small ones.
#include "lull/report/algebra/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "lull/report/cubex/cubex_reader.hpp"
#include "lull/report/model/units.hpp"
#include "lull/report/show/show_comparison.hpp"
#include "report/sample_report.hpp"
#include "support/shared.hpp"

namespace lull::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

CompareOptions within(double relative) {
  CompareOptions options;
  options.tolerance.relative = relative;
  return options;
}

// Returns the same report with call paths and metrics in another order, if parents allow it.
Report with_a_leaf_in_front(const Report& report) {
  Report other = report;
  other.metrics.insert(other.metrics.begin(), {"new", "New", "occ", "", "", {}, ValueType::Double});
  for (Metric& metric : other.metrics)
    if (metric.parent.defined()) metric.parent = MetricId(metric.parent.index() + 1);
  for (std::size_t i = 0; i < other.metrics.size(); ++i) other.forget_values(MetricId(i));
  for (std::size_t i = 0; i < report.metrics.size(); ++i)
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      other.set_row(MetricId(i + 1), CallPathId(path), report.row(MetricId(i), CallPathId(path)));
  return other;
}

class RandomComparison : public testing::TestWithParam<unsigned> {};

TEST_P(RandomComparison, IsEqualToItself) {
  const Report report = random_report(GetParam(), 0.4);
  const Comparison found = compare(report, report, {});
  EXPECT_TRUE(found.equal());
  EXPECT_TRUE(found.only_a.empty() && found.only_b.empty());
}

TEST_P(RandomComparison, IsSymmetric) {
  const Report a = random_report(GetParam(), 0.4);
  const Report b = random_report(GetParam() + 50, 0.4);
  const Comparison one = compare(a, b, within(0.01));
  const Comparison other = compare(b, a, within(0.01));
  EXPECT_EQ(one.equal(), other.equal());
  EXPECT_EQ(one.differences, other.differences);
  EXPECT_EQ(one.compared, other.compared);
  EXPECT_EQ(one.metric_notes.size(), other.metric_notes.size());
  EXPECT_EQ(one.only_a.call_paths.size(), other.only_b.call_paths.size());
  EXPECT_EQ(one.only_b.locations.size(), other.only_a.locations.size());
}

TEST_P(RandomComparison, FindsOnlyDifferencesAboveTheTolerance) {
  std::mt19937 random(GetParam());
  const Report report = random_report(GetParam(), 0.4);
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric)
    for (std::size_t path = 0; path < report.call_paths.size(); ++path) {
      Row row = report.row(MetricId(metric), CallPathId(path));
      if (row.empty()) continue;
      auto& [location, value] = row[random() % row.size()];
      const double before = value;
      Report changed = report;
      value = before * 1.011;
      changed.set_row(MetricId(metric), CallPathId(path), row);
      const Comparison more = compare(report, changed, within(0.01));
      ASSERT_EQ(more.differences, 1u);
      EXPECT_FALSE(more.equal());
      EXPECT_EQ(more.worst.front().metric, MetricId(metric));
      EXPECT_EQ(more.worst.front().path, CallPathId(path));
      EXPECT_EQ(more.worst.front().location, location);
      value = before * 1.009;
      changed.set_row(MetricId(metric), CallPathId(path), row);
      EXPECT_TRUE(compare(report, changed, within(0.01)).equal());
    }
}

TEST_P(RandomComparison, IgnoresMetricsWithoutValuesAndTheOrderOfTables) {
  const Report report = random_report(GetParam(), 0.4);
  EXPECT_TRUE(compare(report, with_a_leaf_in_front(report), {}).equal());
  EXPECT_TRUE(compare(with_a_leaf_in_front(report), report, {}).equal());
}

TEST_P(RandomComparison, KeepsTheWorstDifferences) {
  const Report report = random_report(GetParam(), 0.4);
  Report none = report;
  for (std::size_t i = 0; i < none.metrics.size(); ++i) none.forget_values(MetricId(i));
  CompareOptions all;
  all.most = 1'000'000;
  const Comparison everything = compare(report, none, all);
  EXPECT_EQ(everything.worst.size(), everything.differences);
  EXPECT_EQ(everything.compared, everything.differences);
  CompareOptions few;
  few.most = 3;
  const Comparison worst = compare(report, none, few);
  EXPECT_EQ(worst.differences, everything.differences);
  ASSERT_EQ(worst.worst.size(), std::min<std::size_t>(3, everything.worst.size()));
  for (std::size_t i = 0; i < worst.worst.size(); ++i) {
    EXPECT_EQ(worst.worst[i].share, everything.worst[i].share);
    EXPECT_EQ(worst.worst[i].path, everything.worst[i].path);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomComparison, testing::Range(1u, 15u));

TEST(Comparison, ToleratesSmallDifferencesInOneUnit) {
  Report other = small_report();
  other.add(kTime, CallPathId(0), LocationId(0), 0.25);
  other.add(kVisits, CallPathId(0), LocationId(0), 1);
  CompareOptions options;
  options.tolerance.absolute = {{0.25, "sec"}};
  EXPECT_EQ(compare(small_report(), other, options).differences, 1u);
  options.tolerance.absolute = {{1, ""}};
  EXPECT_TRUE(compare(small_report(), other, options).equal());
  options.tolerance.absolute = {{0.25, "sec"}, {0.5, "occ"}};
  EXPECT_EQ(compare(small_report(), other, options).differences, 1u);
}

TEST(Comparison, ListsRowsOfOneReportOnly) {
  Report other = small_report();
  other.metrics.push_back({"omp", "OpenMP", "sec", "", "", MetricId(0), ValueType::Double});
  other.call_paths.push_back({RegionId(2), CallPathId(0), {{"tag", "1"}}});
  other.locations.push_back({"OMP thread 1", 1, "thread", ProcessId(1)});
  EXPECT_TRUE(compare(small_report(), other, {}).equal());  // no row has a value
  other.add(MetricId(4), CallPathId(4), LocationId(3), 1);
  const Comparison found = compare(small_report(), other, {});
  EXPECT_EQ(found.differences, 1u);
  EXPECT_TRUE(found.only_a.empty());
  EXPECT_THAT(found.only_b.metrics, ElementsAre(MetricId(4)));
  EXPECT_THAT(found.only_b.call_paths, ElementsAre(CallPathId(4)));
  EXPECT_THAT(found.only_b.locations, ElementsAre(LocationId(3)));
  const std::string text = comparison_text(found, {"a", "b"}, {});
  EXPECT_THAT(text, HasSubstr("a and b differ: 1 of 24 values, in 1 metric\n"));
  EXPECT_THAT(text,
              HasSubstr("only in b\n  1 metric: omp\n  1 call path: main/MPI_Recv (tag=1)\n"));
}

TEST(Comparison, ComparesSingleRootsAsOneAndSaysSo) {
  Report other = small_report();
  other.regions[0].name = "app_b";
  const Comparison found = compare(small_report(), other, {});
  EXPECT_TRUE(found.equal());
  EXPECT_EQ(found.root_a + " " + found.root_b, "main app_b");
  EXPECT_THAT(comparison_text(found, {"a", "b"}, {}),
              HasSubstr("\nThe roots main and app_b are compared as one.\n"));
  std::ostringstream out;
  write_comparison_json(found, {"a", "b"}, {}, out);
  EXPECT_EQ(nlohmann::json::parse(out.str())["roots"], (nlohmann::json{"main", "app_b"}));
  EXPECT_EQ(compare(small_report(), small_report(), {}).root_b, "");
}

TEST(Comparison, SeparatesRootsIfThereAreSeveralOrOneIsDeeper) {
  Report several = small_report();
  several.regions[0].name = "app_b";
  several.call_paths.push_back({RegionId(2), CallPathId{}, {}});
  EXPECT_EQ(compare(small_report(), several, {}).root_b, "");
  EXPECT_FALSE(compare(small_report(), several, {}).equal());
  Report deeper = small_report();
  deeper.regions.push_back({"app", "app", "", "", "", -1, -1});
  for (CallPath& path : deeper.call_paths)
    path.parent = path.parent.defined() ? CallPathId(path.parent.index() + 1) : CallPathId(0);
  deeper.call_paths.insert(deeper.call_paths.begin(),
                           {RegionId(deeper.regions.size() - 1), CallPathId{}, {}});
  EXPECT_EQ(compare(small_report(), deeper, {}).root_b, "");
  EXPECT_EQ(compare(deeper, small_report(), {}).root_b, "");
}

TEST(Comparison, DistinguishesUnitsAndPositions) {
  Report other = small_report();
  other.metrics[kLateSender.index()].parent = {};
  other.metrics[kVisits.index()].unit = "calls";
  const Comparison found = compare(small_report(), other, {});
  EXPECT_EQ(found.differences, 0u);
  EXPECT_FALSE(found.equal());
  EXPECT_THAT(
      found.metric_notes,
      ElementsAre("visits is measured in occ in the first report and in calls in the second",
                  "mpi_latesender is part of mpi in the first report and a root in the "
                  "second"));
  CompareOptions values;
  values.positions = false;
  values.metrics = {"mpi_latesender", "time"};
  EXPECT_TRUE(compare(small_report(), other, values).equal());
}

TEST(Comparison, TreatsNoInfiniteValueAsEqual) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  Report a = small_report();
  Report b = small_report();
  a.set_row(kTime, CallPathId(0), {{LocationId(0), kInfinite}, {LocationId(1), std::nan("")}});
  b.set_row(kTime, CallPathId(0), {{LocationId(0), kInfinite}, {LocationId(1), std::nan("")}});
  EXPECT_TRUE(compare(a, b, {}).equal());
  b.set_row(kTime, CallPathId(0), {{LocationId(0), -kInfinite}, {LocationId(1), 1}});
  EXPECT_EQ(compare(a, b, within(1)).differences, 2u);
}

TEST(Comparison, ListsDifferencesInSharedRowsFirst) {
  Report other = small_report();
  other.call_paths.push_back({RegionId(2), CallPathId(0), {{"tag", "1"}}});
  other.add(kTime, CallPathId(4), LocationId(0), 100);
  other.add(kMpi, CallPathId(2), LocationId(0), 0.5);
  const Comparison found = compare(small_report(), other, {});
  ASSERT_EQ(found.worst.size(), 2u);
  EXPECT_EQ(found.worst.front().metric, kMpi);
}

TEST(Comparison, IsTextAndJson) {
  Report other = small_report();
  other.add(kLateSender, CallPathId(2), LocationId(2), 0.5);
  const Comparison found = compare(small_report(), other, {});
  EXPECT_EQ(comparison_text(found, {"a.cubex", "b.cubex"}, {}),
            R"(a.cubex and b.cubex differ: 1 of 23 values, in 1 metric

metric          location         a       b             b - a     %  Call path
mpi_latesender  MPI Rank 1  2.5000  3.0000  sec  +0.5000 sec  16.7  main/solve (level=2)/MPI_Recv
)");
  std::ostringstream out;
  write_comparison_json(found, {"a.cubex", "b.cubex"}, {}, out);
  const auto json = nlohmann::json::parse(out.str());
  EXPECT_EQ(json["equal"], false);
  EXPECT_EQ(json["worst"][0]["call_path"], "main/solve (level=2)/MPI_Recv");
  EXPECT_EQ(json["worst"][0]["b"], 3);
  EXPECT_EQ(comparison_text(compare(other, other, {}), {"a", "b"}, {}),
            "a and b are equal: 23 values compared\n");
}

TEST(Comparison, FindsRealReportsEqualOnlyToThemselves) {
  const std::filesystem::path shared = support::shared_directory() / "reports";
  if (!std::filesystem::is_directory(shared)) GTEST_SKIP() << shared << " is not there";
  Report before;
  for (const auto& entry : std::filesystem::directory_iterator(shared)) {
    if (entry.path().extension() != ".cubex") continue;
    SCOPED_TRACE(entry.path());
    Report report = read_cubex(entry.path());
    const Comparison itself = compare(report, report, {});
    EXPECT_TRUE(itself.equal());
    EXPECT_GT(itself.compared, 0u);
    EXPECT_FALSE(compare(before, report, within(0.1)).equal());
    before = std::move(report);
  }
}

TEST(Units, AreThoseOfTimesAndSizes) {
  EXPECT_EQ(find_unit("ms")->measure, "sec");
  EXPECT_EQ(find_unit("ms")->scale, 1e-3);
  EXPECT_EQ(find_unit("MiB")->scale, 1048576);
  EXPECT_EQ(find_unit("parsec"), nullptr);
  EXPECT_EQ(find_unit(""), nullptr);
}

}  // namespace
}  // namespace lull::report
