// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Distributions over locations: small ones are computed by hand, random ones compared with plain
// sums.
#include "lull/report/model/distribution.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lull/report/show/show_distribution.hpp"
#include "report/sample_report.hpp"

namespace lull::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Distribution, MatchesManualCountsForFewValues) {
  const Distribution found = distribution_of({4, 1, 3, 2, 10});
  EXPECT_EQ(found.locations, 5u);
  EXPECT_EQ(found.total, 20);
  EXPECT_EQ(found.mean, 4);
  EXPECT_EQ(found.minimum, 1);
  EXPECT_EQ(found.lower_quartile, 2);
  EXPECT_EQ(found.median, 3);
  EXPECT_EQ(found.upper_quartile, 4);
  EXPECT_EQ(found.maximum, 10);
  EXPECT_DOUBLE_EQ(found.deviation, std::sqrt(10));
  EXPECT_EQ(found.imbalance, 2.5);
  EXPECT_EQ(found.least, LocationId(1));
  EXPECT_EQ(found.greatest, LocationId(4));
  EXPECT_EQ(distribution_of({1, 2}).lower_quartile, 1.25);
}

TEST(Distribution, IsEmptyWithoutValues) {
  EXPECT_EQ(distribution_of({}).locations, 0u);
  EXPECT_FALSE(distribution_of({}).greatest.defined());
  EXPECT_EQ(distribution_of({0, 0}).imbalance, 0);
  EXPECT_EQ(distribution_of({-1, -2}).imbalance, 0);
}

TEST(Distribution, CountsLocationsWithoutAValue) {
  const Distribution found = distribution_of(small_report(), kLateSender);
  EXPECT_EQ(found.locations, 3u);
  EXPECT_EQ(found.minimum, 0);
  EXPECT_EQ(found.least, LocationId(1));
  EXPECT_EQ(found.greatest, LocationId(2));
}

TEST(Distribution, OmitsKindsOfLocationsWithoutValues) {
  Report report = small_report();
  report.locations.push_back({"GPU 0", 2, "gpu", ProcessId(0)});
  EXPECT_EQ(distribution_of(report, kTime).locations, 3u);
  report.add(kTime, CallPathId(0), LocationId(3), 1);
  EXPECT_EQ(distribution_of(report, kTime).locations, 4u);
}

TEST(Distribution, IgnoresMissingMinima) {
  Report report = small_report();
  report.metrics[kTime.index()].type = ValueType::Minimum;
  report.set_row(kTime, CallPathId(0), {{LocationId(0), 3}});
  for (std::size_t path = 1; path < 4; ++path) report.set_row(kTime, CallPathId(path), {});
  const Distribution found = distribution_of(report, kTime);
  EXPECT_EQ(found.locations, 1u);
  EXPECT_EQ(found.total, 3);
  EXPECT_EQ(found.minimum, 3);
}

TEST(Distribution, ListsTopCallPathsWithTheirShares) {
  const Report report = small_report();
  const auto paths = top_call_paths(report, kTime, 2);
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_EQ(paths[0].path, CallPathId(1));
  EXPECT_EQ(paths[0].value, 7);
  EXPECT_EQ(paths[0].share, 7.0 / 16);
  EXPECT_EQ(paths[1].path, CallPathId(2));
  EXPECT_TRUE(top_call_paths(report, kTime, 0).empty());
  EXPECT_EQ(location_name(report, LocationId(1)), "MPI Rank 0, OMP thread 1");
  EXPECT_EQ(location_name(report, LocationId(2)), "MPI Rank 1");
}

class RandomDistribution : public testing::TestWithParam<unsigned> {};

TEST_P(RandomDistribution, AgreesWithPlainSums) {
  const Report report = random_report(GetParam(), 0.4);
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric) {
    if (!additive(report.metrics[metric])) continue;
    std::vector<double> sums(report.locations.size());
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      for (std::size_t at = 0; at < sums.size(); ++at)
        sums[at] += report.value(MetricId(metric), CallPathId(path), LocationId(at));
    const Distribution found = distribution_of(report, MetricId(metric));
    EXPECT_EQ(found.locations, sums.size());
    EXPECT_EQ(found.minimum, *std::ranges::min_element(sums));
    EXPECT_EQ(found.maximum, *std::ranges::max_element(sums));
    EXPECT_EQ(sums[found.greatest.index()], found.maximum);
    EXPECT_EQ(sums[found.least.index()], found.minimum);
    EXPECT_LE(found.minimum, found.lower_quartile);
    EXPECT_LE(found.lower_quartile, found.median);
    EXPECT_LE(found.median, found.upper_quartile);
    EXPECT_LE(found.upper_quartile, found.maximum);
    const auto above = std::ranges::count_if(sums, [&](double sum) { return sum > found.median; });
    EXPECT_LE(static_cast<std::size_t>(above), sums.size() / 2);
    EXPECT_NEAR(found.total, report.total(MetricId(metric)), 1e-9 * std::abs(found.maximum) + 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDistribution, testing::Range(1u, 20u));

TEST(ShowDistribution, HasALineForEachMetricWithValues) {
  Report report = small_report();
  report.metrics.push_back({"idle", "Idle", "sec", "", "", MetricId(0), ValueType::Double});
  const std::string text = distribution_table(report, {});
  EXPECT_THAT(text, HasSubstr("16.000 sec"));
  EXPECT_THAT(text, HasSubstr("MPI Rank 0, Master thread  Time  time\n"));
  EXPECT_THAT(text, HasSubstr("  └ Late Sender\n"));
  EXPECT_THAT(text, HasSubstr("54 occ"));
  EXPECT_THAT(text, Not(HasSubstr("Idle")));
  DistributionOptions wide;
  wide.style.width = 200;
  EXPECT_THAT(text, Not(HasSubstr("lower q.")));
  EXPECT_THAT(distribution_table(report, wide), HasSubstr("lower q."));
  EXPECT_EQ(distribution_table(Report(), {}), "No metric has a value.\n");
}

TEST(ShowDistribution, ShowsOneMetricInDetail) {
  DistributionOptions options;
  options.metrics = {kVisits};
  options.top = 2;
  EXPECT_EQ(distribution_details(small_report(), options),
            R"(Visits (visits): 54 occ on 3 locations
  mean       18.000 occ, standard deviation 4.967 occ
  minimum    11 occ  MPI Rank 0, OMP thread 1
  quartiles  16.000 occ, 21.000 occ, 21.500 occ
  maximum    22 occ  MPI Rank 1
  imbalance  1.22 (maximum / mean)

exclusive          %  Call path
       30  occ  55.6  main/solve (level=2)
       20  occ  37.0  main/solve (level=2)/MPI_Recv
… and 2 more with exclusive values
)");
}

TEST(ShowDistribution, WritesJsonAndCsv) {
  std::ostringstream json;
  write_distribution_json(small_report(), {}, json);
  const auto all = nlohmann::json::parse(json.str());
  EXPECT_EQ(all["format"], "lull-statistics");
  ASSERT_EQ(all["metrics"].size(), 4u);
  EXPECT_EQ(all["metrics"][0]["total"], 16);
  EXPECT_EQ(all["metrics"][0]["greatest"]["location"], 0);
  EXPECT_EQ(all["metrics"][0]["call_paths"][0]["name"], "main/solve (level=2)");
  std::ostringstream csv;
  write_distribution_csv(small_report(), {}, csv);
  EXPECT_THAT(csv.str(), HasSubstr("\r\nmpi_latesender,sec,3,4,"));
  EXPECT_THAT(csv.str(), HasSubstr(",1,\"MPI Rank 0, OMP thread 1\",2,MPI Rank 1\r\n"));
}

}  // namespace
}  // namespace lull::report
