// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/solver/many_clocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lull {
namespace {

constexpr std::size_t kClocks = 300;

struct TrueClocks {
  std::vector<double> offsets;
  std::vector<double> drifts;
};

TrueClocks some_clocks(std::mt19937_64& random) {
  std::uniform_real_distribution<double> offset(-0.5, 0.5);
  std::normal_distribution<double> drift(0, 1);
  TrueClocks clocks;
  for (std::size_t i = 0; i < kClocks; ++i) {
    clocks.offsets.push_back(i == 0 ? 0 : offset(random));
    clocks.drifts.push_back(i == 0 ? 0 : drift(random));
  }
  return clocks;
}

// Fast messages between neighbours, and slow ones between any clocks. All are valid for the true
// clocks.
std::vector<ClockConstraint> some_messages(const TrueClocks& clocks, std::mt19937_64& random) {
  std::uniform_real_distribution<double> moment(-1e-3, 1e-3);  // times 100 ppm
  std::uniform_real_distribution<double> travel(1e-6, 1e-4);
  std::vector<ClockConstraint> constraints;
  const auto send = [&](std::size_t from, std::size_t to, double time) {
    const double x = moment(random);
    const double gap = time - (clocks.offsets[to] - clocks.offsets[from]) -
                       (clocks.drifts[to] - clocks.drifts[from]) * x;
    constraints.push_back(
        {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), gap, x, x});
  };
  for (std::size_t i = 0; i < kClocks; ++i)
    for (int times = 0; times < 10; ++times) {
      send(i, (i + 1) % kClocks, travel(random));
      send((i + 1) % kClocks, i, travel(random));
      if (const std::size_t other = random() % kClocks; other != i)
        send(i, other, 50 * travel(random));
    }
  return constraints;
}

double left_by_hand(const ClockConstraint& one, const ClockCentre& centre) {
  return one.gap + centre.offsets[one.to] - centre.offsets[one.from] +
         centre.drifts[one.to] * one.x_to - centre.drifts[one.from] * one.x_from;
}

TEST(ManyClocks, AllConstraintsHold) {
  std::mt19937_64 random(1);
  const TrueClocks clocks = some_clocks(random);
  const auto constraints = some_messages(clocks, random);
  const ClockCentre centre = centre_of_any(constraints, kClocks);
  EXPECT_GT(centre.least, 0);
  for (const ClockConstraint& one : constraints) EXPECT_GT(left_by_hand(one, centre), 0);
  // A ring of 300 neighbours, whose clocks are each known to some microseconds.
  for (std::size_t i = 0; i < kClocks; ++i)
    EXPECT_NEAR(centre.offsets[i], clocks.offsets[i], 2e-3) << i;
}

TEST(ManyClocks, InfeasibleConstraintsHaveMinimalViolation) {
  std::mt19937_64 random(2);
  const TrueClocks clocks = some_clocks(random);
  auto constraints = some_messages(clocks, random);
  for (ClockConstraint& one : constraints)
    if (one.from == 7 && one.to == 8) one.gap -= 0.01;
  const ClockCentre centre = centre_of_any(constraints, kClocks);
  double least = 1;
  for (const ClockConstraint& one : constraints) least = std::min(least, left_by_hand(one, centre));
  EXPECT_LT(centre.least, 0);
  EXPECT_NEAR(centre.least, least, 1e-9);
  // The round trip is 10 ms too short: half of that each way, or less via the others.
  EXPECT_GT(least, -0.005);
}

TEST(ManyClocks, ClocksWithoutMessagesAreUnchanged) {
  std::vector<ClockConstraint> constraints;
  for (std::uint32_t i = 0; i + 2 < kClocks; ++i) {
    constraints.push_back({i, i + 1, 1e-5});
    constraints.push_back({i + 1, i, 1e-5});
  }
  const ClockCentre centre = centre_of_any(constraints, kClocks);
  EXPECT_GT(centre.least, 0);
  EXPECT_EQ(centre.offsets.back(), 0);
}

}  // namespace
}  // namespace lull
