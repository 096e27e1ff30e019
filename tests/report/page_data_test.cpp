// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The data of the page, decoded according to docs/page-data.md.
#include "lull/report/page/page_data.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "lull/base/error.hpp"
#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/instances.hpp"
#include "lull/report/run/iterations.hpp"
#include "read_page.hpp"
#include "sample_report.hpp"

namespace lull::report {
namespace {

PageContent content() {
  PageContent result;
  result.title = "run.cubex";
  result.program = "a test";
  return result;
}

TEST(PageData, ContainsEveryValueOfTheReport) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Report report = random_report(seed, seed % 3 == 0 ? 1.0 : 0.3);
    const PageData data = page_data(report, content());
    EXPECT_EQ(data.rounding, Rounding::None);
    const ReadPage page(data.text);
    std::size_t row = 0;
    for (std::size_t m = 0; m < report.metrics.size(); ++m)
      for (std::size_t p = 0; p < report.call_paths.size(); ++p) {
        if (report.row(MetricId(m), CallPathId(p)).empty()) continue;
        ASSERT_LT(row, page.values.size());
        EXPECT_EQ(page.metric[row], m);
        EXPECT_EQ(page.path[row], p);
        EXPECT_EQ(page.values[row], report.row(MetricId(m), CallPathId(p)));
        EXPECT_EQ(page.total[row], report.exclusive(MetricId(m), CallPathId(p)));
        ++row;
      }
    EXPECT_EQ(row, page.values.size());
    EXPECT_EQ(page.head["metrics"].size(), report.metrics.size());
    EXPECT_EQ(page.head["callPaths"]["parent"].size(), report.call_paths.size());
    EXPECT_EQ(page.head["locations"]["name"].size(), report.locations.size());
  }
}

// Returns one metric with `locations` distinct values.
Report large_report(std::size_t locations) {
  Report report;
  report.metrics.push_back({"time", "Time", "sec", "", "", {}, ValueType::Double});
  report.regions.push_back({"main", "", "user", "function", ""});
  report.call_paths.push_back({RegionId(0), {}, {}});
  report.system_nodes.push_back({"machine", "machine", {}});
  report.processes.push_back({"Process 0", 0, "process", SystemNodeId(0)});
  std::mt19937_64 random(1);
  Row row;
  for (std::size_t i = 0; i < locations; ++i) {
    report.locations.push_back({"t", 0, "thread", ProcessId(0)});
    row.emplace_back(LocationId(i), std::uniform_real_distribution(-1.0, 3.0)(random));
  }
  report.set_row(MetricId(0), CallPathId(0), std::move(row));
  return report;
}

TEST(PageData, RoundsSingleValuesOfLargeReportsButNotTheirSum) {
  constexpr std::size_t kLocations = 100000;
  const Report report = large_report(kLocations);
  const Row& exact = report.row(MetricId(0), CallPathId(0));
  for (const auto& [limit, bits] :
       {std::pair{400000, 16}, std::pair{200000, 8}, std::pair{120000, 6}, std::pair{10, 4}}) {
    PageContent wanted = content();
    wanted.limit = static_cast<std::size_t>(limit);
    const PageData data = page_data(report, wanted);
    EXPECT_EQ(static_cast<int>(data.rounding), bits);
    const ReadPage page(data.text);
    EXPECT_EQ(page.head["rounding"], bits);
    EXPECT_EQ(page.total.at(0), report.total(MetricId(0)));
    ASSERT_EQ(page.values.at(0).size(), kLocations);
    const double step = 4.0 / (std::pow(2, bits) - 1) + (bits < 8 ? 4.0 / 255 : 0);
    for (std::size_t i = 0; i < kLocations; ++i)
      ASSERT_NEAR(page.values[0][i].second, exact[i].second, step * 0.51);
  }
}

TEST(PageData, ContainsInstancesTextsAndTotalsOfASecondReport) {
  Report report = small_report();
  Instances instances;
  instances.statistics.push_back({MetricId(0), 3, 6, 1, 1.5, 2, 2.5, 3});
  SevereInstance worst;
  worst.metric = MetricId(0);
  worst.path = CallPathId(1);
  worst.location = LocationId(2);
  worst.severity = 2.5;
  worst.lanes.push_back({LocationId(2), {{0.5, 1, RegionId(0), 1}}});
  worst.messages.push_back({LocationId(0), 0.25, LocationId(2), 0.75});
  instances.worst.push_back(worst);
  report.members[kInstancesMember] = instances_as_json(instances);
  const Report reference = small_report();
  PageContent wanted = content();
  wanted.reference = &reference;
  wanted.texts.push_back({"a sum", "run less", "--[###]--"});
  const ReadPage page(page_data(report, wanted).text);
  EXPECT_EQ(page.head["statistics"][0]["mean"], 2);
  EXPECT_EQ(page.head["instances"][0]["lanes"][0]["spans"][0][1], 1);
  EXPECT_EQ(page.head["instances"][0]["messages"][0][3], 0.75);
  EXPECT_EQ(page.head["metrics"][0]["advice"], "run less");
  EXPECT_EQ(page.head["metrics"][0]["picture"], "--[###]--");
  EXPECT_EQ(page.head["reference"]["totals"][0], reference.total(MetricId(0)));
}

// For any two reports, the first report's tables keep their rows, and each value keeps its names.
TEST(PageData, ContainsTheSecondReport) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Report report = random_report(seed, 0.3);
    Report other = random_report(seed % 3 == 0 ? seed : seed + 100, 0.3);
    for (Metric& metric : other.metrics)
      if (const auto same = report.find_metric(metric.unique_name)) {
        metric.unit = report.metrics[same->index()].unit;
        metric.type = report.metrics[same->index()].type;
      }
    PageContent wanted = content();
    wanted.reference = &other;
    const ReadPage page(page_data(report, wanted).text);
    const std::size_t metrics = page.head["metrics"].size();
    double sums[2] = {0, 0};
    std::size_t rows = 0;
    for (std::size_t row = 0; row < page.values.size(); ++row) {
      const bool second = page.metric[row] >= metrics;
      sums[second ? 1 : 0] += page.total[row];
      if (second) continue;
      ++rows;
      EXPECT_EQ(page.values[row],
                report.row(MetricId(page.metric[row]), CallPathId(page.path[row])));
    }
    std::size_t own = 0;
    for (std::size_t m = 0; m < report.metrics.size(); ++m)
      for (std::size_t p = 0; p < report.call_paths.size(); ++p)
        if (!report.row(MetricId(m), CallPathId(p)).empty()) ++own;
    EXPECT_EQ(rows, own);
    const auto wholes = sum_by_metric(other);
    double all = 0;
    for (std::size_t m = 0; m < other.metrics.size(); ++m) {
      const auto place = std::ranges::find_if(page.head["metrics"], [&](const auto& metric) {
        return metric["name"] == other.metrics[m].unique_name;
      });
      ASSERT_NE(place, page.head["metrics"].end());
      const auto at = static_cast<std::size_t>(place - page.head["metrics"].begin());
      EXPECT_EQ(page.head["reference"]["totals"][at], wholes[m]);
      for (std::size_t p = 0; p < other.call_paths.size(); ++p)
        all += other.exclusive(MetricId(m), CallPathId(p));
    }
    EXPECT_NEAR(sums[1], all, 1e-9 * std::abs(all));
  }
}

Report report_with_iterations(std::size_t iterations) {
  Report report = small_report();
  std::mt19937 random(1);
  std::uniform_real_distribution<> dice(0, 1);
  Iterations found;
  found.iterations = iterations;
  for (std::size_t location = 0; location < 3; ++location) {
    Iterations::Borders& borders = found.borders.emplace_back();
    borders.location = LocationId(location);
    for (std::size_t i = 0; i <= iterations; ++i)
      borders.times.push_back(static_cast<double>(i) + 0.25 * static_cast<double>(location));
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      for (const MetricId metric : {MetricId(0), MetricId(1), MetricId(2)}) {
        found.series.push_back({metric, CallPathId(path), LocationId(location), {}});
        for (std::size_t i = 0; i < iterations; ++i)
          found.series.back().values.push_back(metric == MetricId(0) ? dice(random) + 10
                                                                     : dice(random));
      }
  }
  report.members[kIterationsMember] = iterations_as_json(found);
  return report;
}

TEST(PageData, ContainsIterations) {
  EXPECT_FALSE(ReadPage(page_data(small_report(), content()).text).head.contains("iterations"));
  const Report report = report_with_iterations(9);
  const Iterations found = iterations_of(report);
  const ReadPage page(page_data(report, content()).text);
  ASSERT_EQ(page.iterations.size(), found.series.size());
  EXPECT_EQ(page.head["iterations"]["bits"], 32);
  for (std::size_t i = 0; i < found.series.size(); ++i) {
    EXPECT_EQ(page.head["iterations"]["series"]["path"][i], found.series[i].path.value);
    for (std::size_t k = 0; k < 9; ++k)
      EXPECT_NEAR(page.iterations[i][k], found.series[i].values[k], 1e-6);
  }
  for (std::size_t i = 0; i < found.borders.size(); ++i)
    for (std::size_t k = 0; k < 10; ++k)
      EXPECT_NEAR(page.borders[i][k], found.borders[i].times[k], 1e-8);
}

TEST(PageData, ReducesIterationsThatAreTooLarge) {
  const Report report = report_with_iterations(2000);  // 4 paths, 3 metrics, 3 locations
  const auto with_limit = [&](std::size_t limit) {
    PageContent wanted = content();
    wanted.limit = limit;
    ReadPage page(page_data(report, wanted).text);
    EXPECT_LE(page_data(report, wanted).text.size(), limit);
    return page;
  };
  EXPECT_EQ(with_limit(1'000'000).head["iterations"]["bits"], 16);
  const ReadPage bytes = with_limit(500'000);
  EXPECT_EQ(bytes.head["iterations"]["bits"], 8);
  EXPECT_EQ(bytes.iterations.size(), 36u);
  EXPECT_NEAR(bytes.iterations[1][7], iterations_of(report).series[1].values[7], 1. / 500);
  const ReadPage together = with_limit(180'000);
  EXPECT_EQ(together.iterations.size(), 9u);
  EXPECT_EQ(together.head["iterations"]["series"]["path"][0], -1);
  EXPECT_EQ(together.head["iterations"]["remarks"].size(), 1u);
  const ReadPage one = with_limit(150'000);
  EXPECT_EQ(one.head["iterations"]["series"]["metric"], (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(one.head["iterations"]["remarks"][1], "this page omits 2 of 3 metrics");
}

TEST(Instances, SurviveARoundTrip) {
  Report report = small_report();
  EXPECT_TRUE(instances_of(report).empty());
  Instances instances;
  instances.statistics.push_back({MetricId(1), 3, 6, 1, 1.5, 2, 2.5, 3});
  instances.worst.push_back({.metric = MetricId(1),
                             .path = CallPathId(1),
                             .location = LocationId(0),
                             .severity = 3,
                             .begin = 1,
                             .end = 2,
                             .window_end = 4});
  report.members[kInstancesMember] = instances_as_json(instances);
  EXPECT_EQ(instances_as_json(instances_of(report)), report.members[kInstancesMember]);
}

TEST(Instances, AreRefusedInHostileReportsWithOneSentence) {
  for (const char* text :
       {"", "{", "[]", "{\"statistics\": 3, \"instances\": []}",
        R"({"statistics": [{"metric": 99}], "instances": []})",
        R"({"statistics": [], "instances": [{"metric": 0, "path": -1}]})",
        R"({"statistics": [], "instances": [{"metric": 0, "path": 0, "location": 4000000000}]})"}) {
    Report report = small_report();
    report.members[kInstancesMember] = text;
    EXPECT_THROW(static_cast<void>(instances_of(report)), Error) << text;
  }
}

TEST(Base64, FollowsTheStandard) {  // RFC 4648, section 10
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace lull::report
