// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace lull {
namespace {

constexpr std::uint64_t kTicksPerSecond = 1'000'000'000;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The behaviour of a clock: own = true time + offset + drift * true time.
struct Skew {
  double offset = 0;
  double drift = 0;
  [[nodiscard]] Timestamp own(double time) const {
    return Timestamp{static_cast<std::uint64_t>(std::llround(1e9 + time + offset + drift * time))};
  }
};

// Messages at random times of a run, with travel times from 1 us.
ClockHulls traffic(const std::vector<Skew>& clocks, const std::vector<ClockPair>& pairs,
                   double nanoseconds, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> when(0, nanoseconds);
  std::exponential_distribution<double> extra(1e-4);
  ClockHulls hulls;
  for (int i = 0; i < 300; ++i)
    for (const ClockPair& pair : pairs) {
      const double sent = when(random);
      hulls[pair].add(
          {clocks[pair.first].own(sent), clocks[pair.second].own(sent + 1000 + extra(random))});
    }
  return hulls;
}

// Returns the largest difference between two corrected clocks at the same true time.
double error(const ClockEstimate& estimate, const std::vector<Skew>& clocks, double time) {
  double least = kInfinite;
  double most = -kInfinite;
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    const Timestamp own = clocks[i].own(time);
    const double common =
        static_cast<double>(own.ticks) + estimate.lines[i].offset +
        estimate.lines[i].drift * static_cast<double>((own - estimate.middle).ticks);
    least = std::min(least, common);
    most = std::max(most, common);
  }
  return most - least;
}

bool none_is_reversed(const ClockEstimate& estimate, const ClockHulls& hulls) {
  for (const auto& [pair, hull] : hulls)
    for (const ClockPoint point : hull.points())
      if (estimate.travel_time(pair, point) < 0) return false;
  return true;
}

const std::vector<ClockPair> kRing{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 0}, {2, 1}, {3, 2}};

TEST(ClockEstimate, FindsOffsets) {
  const std::vector<Skew> clocks{{0, 0}, {5e6, 0}, {-3e6, 0}, {1e5, 0}};
  const ClockHulls hulls = traffic(clocks, kRing, 1e9);
  const ClockEstimate estimate = estimate_clocks(hulls, 4, kTicksPerSecond);
  EXPECT_TRUE(estimate.holds_all);
  EXPECT_TRUE(none_is_reversed(estimate, hulls));
  for (const ClockTies ties : estimate.ties) EXPECT_EQ(ties, ClockTies::BothWays);
  for (const double time : {0.0, 0.5e9, 1e9}) EXPECT_LT(error(estimate, clocks, time), 5000);
}

TEST(ClockEstimate, FindsDriftOfLongRuns) {
  const std::vector<Skew> clocks{{0, 0}, {5e6, 80e-6}, {-3e6, -50e-6}, {1e5, 20e-6}};
  const ClockHulls hulls = traffic(clocks, kRing, 100e9);
  const ClockEstimate estimate = estimate_clocks(hulls, 4, kTicksPerSecond);
  EXPECT_TRUE(estimate.holds_all);
  EXPECT_TRUE(none_is_reversed(estimate, hulls));
  for (const double time : {0.0, 50e9, 100e9}) EXPECT_LT(error(estimate, clocks, time), 8000);
}

TEST(ClockEstimate, SatisfiesRandomClocks) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> offset(-1e7, 1e7);
  std::uniform_real_distribution<double> drift(-100e-6, 100e-6);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::vector<Skew> clocks(2 + random() % 12);
    for (Skew& skew : clocks) skew = {offset(random), drift(random)};
    std::vector<ClockPair> pairs;
    for (std::uint32_t i = 1; i < clocks.size(); ++i) {
      const auto other = static_cast<std::uint32_t>(random() % i);
      pairs.push_back({i, other});
      pairs.push_back({other, i});
    }
    const ClockHulls hulls = traffic(clocks, pairs, seed % 2 == 0 ? 1e9 : 60e9, seed);
    const ClockEstimate estimate = estimate_clocks(hulls, clocks.size(), kTicksPerSecond);
    ASSERT_TRUE(estimate.holds_all) << seed;
    ASSERT_TRUE(none_is_reversed(estimate, hulls)) << seed;
    // Repeated calls give the same result.
    const ClockEstimate again = estimate_clocks(hulls, clocks.size(), kTicksPerSecond);
    for (std::size_t i = 0; i < clocks.size(); ++i) {
      ASSERT_EQ(estimate.lines[i].offset, again.lines[i].offset);
      ASSERT_EQ(estimate.lines[i].drift, again.lines[i].drift);
    }
  }
}

TEST(ClockEstimate, TrafficInOneDirectionBoundsFromOneSide) {
  const std::vector<Skew> clocks{{0, 0}, {-4e6, 0}, {0, 0}};
  const ClockHulls hulls = traffic(clocks, {{0, 1}}, 1e9);
  const ClockEstimate estimate = estimate_clocks(hulls, 3, kTicksPerSecond);
  EXPECT_EQ(estimate.ties, (std::vector{ClockTies::OneWay, ClockTies::OneWay, ClockTies::None}));
  EXPECT_EQ(estimate.lines[2].offset, 0);
  double fastest = kInfinite;
  for (const ClockPoint point : hulls.at({0, 1}).points())
    fastest = std::min(fastest, estimate.travel_time({0, 1}, point));
  EXPECT_NEAR(fastest, 0, 1);
}

// A clock that was set by 5 ms in the middle.
TEST(ClockEstimate, ReportsWhenNoLinesSatisfyAllMessages) {
  ClockHulls hulls;
  for (std::uint64_t i = 1; i < 1000; ++i) {
    const Timestamp time{i * 1'000'000};
    const Duration step{i < 500 ? 0 : 5'000'000};
    hulls[{0, 1}].add({time, time + step + Duration{2000}});
    hulls[{1, 0}].add({time + step, time + Duration{2000}});
  }
  const ClockEstimate estimate = estimate_clocks(hulls, 2, kTicksPerSecond);
  EXPECT_FALSE(estimate.holds_all);
  EXPECT_FALSE(none_is_reversed(estimate, hulls));
  for (const ClockLine& line : estimate.lines) EXPECT_TRUE(std::isfinite(line.offset));
}

TEST(ClockEstimate, NothingIsKnownWithoutMessages) {
  const ClockEstimate estimate = estimate_clocks({}, 2, kTicksPerSecond);
  EXPECT_EQ(estimate.ties, (std::vector{ClockTies::None, ClockTies::None}));
  EXPECT_EQ(estimate.lines[1].offset, 0);
}

}  // namespace
}  // namespace lull
