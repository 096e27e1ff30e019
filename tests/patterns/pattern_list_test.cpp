// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/patterns/pattern_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "lull/analysis/replay/profile/profile_metrics.hpp"

namespace lull::patterns {
namespace {

TEST(PatternList, FitsTheProfileMetrics) {
  analysis::MetricCatalogue catalogue;
  catalogue.add(analysis::profile_metrics(), true);
  for (const auto& pattern : make_patterns())
    EXPECT_NO_THROW(catalogue.add(pattern->metrics(), false));
  EXPECT_EQ(catalogue[catalogue[catalogue.find("mpi_lswo_same")].parent].info.id,
            "mpi_latesender_wo");
}

TEST(PatternList, ExplainsEveryMetric) {
  for (const auto& pattern : make_patterns()) {
    ASSERT_FALSE(pattern->metrics().empty());
    for (const analysis::MetricInfo& info : pattern->metrics()) {
      EXPECT_NE(info.name, "") << info.id;
      EXPECT_TRUE(info.summary.ends_with('.')) << info.id;
      EXPECT_NE(info.formula, "") << info.id;
      EXPECT_FALSE(info.formula.ends_with('.')) << info.id;
    }
  }
}

// A few lines that fit a terminal, with the time of the metric marked.
TEST(PatternList, DrawsEveryWait) {
  constexpr std::size_t kWidth = 60;
  for (const auto& pattern : make_patterns())
    for (const analysis::MetricInfo& info : pattern->metrics()) {
      if (info.unit != analysis::Unit::Seconds) continue;
      EXPECT_NE(info.picture.find('#'), info.picture.npos) << info.id;
      std::istringstream lines{std::string(info.picture)};
      int count = 0;
      for (std::string line; std::getline(lines, line); ++count)
        EXPECT_LE(line.size(), kWidth) << info.id;
      EXPECT_TRUE(count == 2 || count == 3) << info.id;
      EXPECT_EQ(std::ranges::count(info.picture, '['), std::ranges::count(info.picture, ']'))
          << info.id;
    }
}

TEST(PatternList, MakesNewPatternsEachTime) {
  const auto first = make_patterns();
  const auto second = make_patterns();
  ASSERT_EQ(first.size(), second.size());
  EXPECT_GE(first.size(), 15u);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_NE(first[i].get(), second[i].get());
    EXPECT_EQ(first[i]->metrics().front().id, second[i]->metrics().front().id);
  }
}

}  // namespace
}  // namespace lull::patterns
