// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/hulls/corridor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

namespace lull {
namespace {

TEST(Corridor, IsAsWideAsItsBoundsWithoutMessages) {
  const Corridor corridor(2, 0.5);
  EXPECT_EQ(corridor.at(0), std::pair(-2.0, 2.0));
  EXPECT_EQ(corridor.at(4), std::pair(-4.0, 4.0));
}

TEST(Corridor, MessagesInBothDirectionsNarrowIt) {
  Corridor corridor(100, 0.1);
  corridor.stay_below(0, 3);
  corridor.stay_above(0, 1);
  const auto [least, most] = corridor.at(10);
  EXPECT_DOUBLE_EQ(least, 0);
  EXPECT_DOUBLE_EQ(most, 4);
  corridor.stay_above(10, 5);
  EXPECT_TRUE(corridor.empty());
}

// Every line that satisfies all constraints is inside, and the bounds belong to such a line.
TEST(Corridor, ContainsExactlyTheAllowedLines) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> time(-1, 1);
    std::uniform_real_distribution<double> gap(0, 1);
    const double offset = time(random);
    const double drift = time(random);
    Corridor corridor(10, 2);
    std::vector<std::tuple<double, double, bool>> seen;
    for (int i = 0; i < 12; ++i) {
      const double x = time(random);
      const bool below = random() % 2 == 0;
      const double y = offset + drift * x + (below ? gap(random) : -gap(random));
      seen.emplace_back(x, y, below);
      below ? corridor.stay_below(x, y) : corridor.stay_above(x, y);
    }
    ASSERT_FALSE(corridor.empty());
    for (int i = 0; i < 20; ++i) {
      const double a = 3 * time(random);
      const double b = 2 * time(random);
      const bool allowed = std::ranges::all_of(seen, [&](const auto& one) {
        const auto [x, y, below] = one;
        return below ? a + b * x <= y : a + b * x >= y;
      });
      if (!allowed) continue;
      for (const double x : {-1.0, 0.0, 0.7}) {
        const auto [least, most] = corridor.at(x);
        EXPECT_LE(least, a + b * x + 1e-9) << seed;
        EXPECT_GE(most, a + b * x - 1e-9) << seed;
      }
    }
    const auto [least, most] = corridor.at(0);
    EXPECT_LE(least, offset + 1e-9);
    EXPECT_GE(most, offset - 1e-9);
  }
}

}  // namespace
}  // namespace lull
