// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/hulls/lower_hull.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lull {
namespace {

std::vector<ClockPoint> random_points(std::mt19937_64& random, std::size_t number) {
  std::vector<ClockPoint> points;
  for (std::size_t i = 0; i < number; ++i) {
    const std::uint64_t sent = 1000 + random() % 200;
    points.push_back({Timestamp{sent}, Timestamp{sent + random() % 60}});
  }
  return points;
}

std::vector<ClockPoint> hull_of(const std::vector<ClockPoint>& points) {
  LowerHull hull;
  for (const ClockPoint point : points) hull.add(point);
  return {hull.points().begin(), hull.points().end()};
}

TEST(LowerHull, HasTheLowestPointForEveryLine) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const auto points = random_points(random, 1 + random() % 60);
    const auto hull = hull_of(points);
    for (int line = 0; line < 20; ++line) {
      const auto slope = static_cast<std::int64_t>(random() % 4001) - 2000;
      const auto height = [slope](ClockPoint point) {
        return static_cast<std::int64_t>(point.arrived.ticks) * 1000 -
               slope * static_cast<std::int64_t>(point.sent.ticks);
      };
      const auto least = [&](const auto& all) {
        return height(*std::ranges::min_element(all, {}, height));
      };
      ASSERT_EQ(least(hull), least(points));
    }
  }
}

TEST(LowerHull, IsConvexAndDoesNotDependOnTheOrderOfPoints) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 300; ++round) {
    auto points = random_points(random, 1 + random() % 60);
    const auto hull = hull_of(points);
    for (std::size_t i = 2; i < hull.size(); ++i) {
      const auto slope = [&](std::size_t at) {
        return static_cast<double>((hull[at].arrived - hull[at - 1].arrived).ticks) /
               static_cast<double>((hull[at].sent - hull[at - 1].sent).ticks);
      };
      ASSERT_LT(slope(i - 1), slope(i));
    }
    std::ranges::shuffle(points, random);
    ASSERT_EQ(hull_of(points), hull);
    std::ranges::sort(points, {}, &ClockPoint::sent);
    ASSERT_EQ(hull_of(points), hull);
  }
}

TEST(LowerHull, IsExactForLargeTimes) {
  const Timestamp late{std::uint64_t{1} << 62U};
  const ClockPoint first{late, late};
  const ClockPoint below{late + Duration{1'000'000'000'000}, late + Duration{1'000'000'000'000}};
  const ClockPoint last{late + Duration{2'000'000'000'000}, late + Duration{2'000'000'000'001}};
  EXPECT_EQ(hull_of({first, below, last}), (std::vector<ClockPoint>{first, below, last}));
  const ClockPoint above{below.sent, below.arrived + Duration{1}};
  EXPECT_EQ(hull_of({first, above, last}), (std::vector<ClockPoint>{first, last}));
}

}  // namespace
}  // namespace lull
