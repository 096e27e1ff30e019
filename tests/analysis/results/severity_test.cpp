// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/metrics/severity.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

namespace lull::analysis {
namespace {

TEST(SeverityTable, AddsUpLikeAMap) {
  SeverityTable table;
  std::map<std::tuple<MetricIndex, LocationId, LocalPathId>, std::int64_t> expected;
  std::mt19937_64 random(42);
  for (int i = 0; i < 100000; ++i) {
    const MetricIndex metric(random() % 5);
    const LocationId location(random() % 40 * 1000);
    const LocalPathId path(random() % 200);
    const auto value = static_cast<std::int64_t>(random() % 1000) - 100;
    table.add(metric, location, path, value);
    expected[{metric, location, path}] += value;
  }
  EXPECT_EQ(table.size(), expected.size());
  std::size_t seen = 0;
  table.for_each([&](const Severity& severity) {
    const auto found = expected.find({severity.metric, severity.location, severity.path});
    ASSERT_NE(found, expected.end());
    EXPECT_EQ(severity.value, found->second);
    ++seen;
  });
  EXPECT_EQ(seen, expected.size());
}

TEST(SeverityTable, IsEmptyAtFirst) {
  const SeverityTable table;
  EXPECT_EQ(table.size(), 0u);
  table.for_each([](const Severity&) { FAIL() << "there is nothing to see"; });
}

}  // namespace
}  // namespace lull::analysis
