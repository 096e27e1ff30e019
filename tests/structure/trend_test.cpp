// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/durations/trend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace lull::structure {
namespace {

std::vector<double> durations(int number, double (*of)(int)) {
  std::vector<double> result;
  for (int i = 0; i < number; ++i) result.push_back(of(i));
  return result;
}

TEST(Trend, DetectsGrowthAndShrinking) {
  auto growing = durations(200, [](int i) { return 1 + 0.1 * i; });
  EXPECT_EQ(trend_of(growing), Trend::Growing);
  growing[10] = 1000;
  growing.back() = 0.1;
  EXPECT_EQ(trend_of(growing), Trend::Growing) << "single ones do not matter";
  EXPECT_EQ(trend_of(durations(100, [](int i) { return 20 - 0.1 * i; })), Trend::Shrinking);
}

TEST(Trend, IsNoneForConstantOrFewDurations) {
  EXPECT_EQ(trend_of({}), Trend::None);
  EXPECT_EQ(trend_of(durations(7, [](int i) { return 1.0 + i; })), Trend::None);
  EXPECT_EQ(trend_of(durations(50, [](int) { return 3.0; })), Trend::None);
  EXPECT_EQ(trend_of(durations(50, [](int i) { return 3.0 + 1e-6 * i; })), Trend::None);
  EXPECT_EQ(trend_of(durations(60, [](int i) { return i % 2 == 0 ? 1.0 : 5.0; })), Trend::None);
  EXPECT_EQ(trend_of(durations(60, [](int i) { return i == 37 ? 90.0 : 1.0; })), Trend::None);
  EXPECT_EQ(trend_of(durations(40, [](int i) { return i < 20 ? 1.0 : 2.0; })), Trend::None)
      << "one step";
  EXPECT_EQ(trend_of(durations(60, [](int i) { return std::abs(30.0 - i); })), Trend::None);
}

}  // namespace
}  // namespace lull::structure
