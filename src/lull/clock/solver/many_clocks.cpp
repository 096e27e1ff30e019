// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/solver/many_clocks.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace lull {
namespace {

constexpr std::size_t kFewClocks = 128;
constexpr std::size_t kPairsOfClock = 4;  // those with the tightest constraints
constexpr int kMostTries = 12;

// A pair of clocks.
struct Pair {
  std::vector<std::size_t> constraints;
  double tie = std::numeric_limits<double>::infinity();  // smallest round-trip time in seconds
  bool chosen = false;
};
using Pairs = std::map<std::pair<std::uint32_t, std::uint32_t>, Pair>;

Pairs pairs_of(std::span<const ClockConstraint> constraints) {
  struct Ways {
    double there = std::numeric_limits<double>::infinity();
    double back = std::numeric_limits<double>::infinity();
  };
  using Era = std::pair<std::uint32_t, std::uint32_t>;
  std::map<std::pair<Era, Era>, Ways> ways;  // by pair of clocks, and number of steps of each
  Pairs pairs;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const ClockConstraint& one = constraints[i];
    const bool ascends = one.from < one.to;
    const Era clocks = ascends ? Era{one.from, one.to} : Era{one.to, one.from};
    const Era steps =
        ascends ? Era{one.steps_from, one.steps_to} : Era{one.steps_to, one.steps_from};
    pairs[clocks].constraints.push_back(i);
    Ways& both = ways[{clocks, steps}];
    double& least = ascends ? both.there : both.back;
    least = std::min(least, one.gap);
  }
  for (const auto& [key, both] : ways)
    pairs[key.first].tie = std::min(pairs[key.first].tie, both.there + both.back);
  return pairs;
}

// Chooses a minimal set of pairs that connects all clocks as far as possible, and the tightest
// pairs of each clock.
void choose(Pairs& pairs, std::size_t clocks) {
  std::vector<std::pair<double, Pairs::iterator>> sorted;
  for (auto pair = pairs.begin(); pair != pairs.end(); ++pair)
    sorted.emplace_back(pair->second.tie, pair);
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second->first) < std::pair(b.first, b.second->first);
  });
  std::vector<std::uint32_t> group(clocks);
  std::iota(group.begin(), group.end(), 0U);
  const auto group_of = [&group](std::uint32_t clock) {
    while (group[clock] != clock) clock = group[clock] = group[group[clock]];
    return clock;
  };
  std::vector<std::size_t> chosen(clocks);
  for (const auto& [tie, pair] : sorted) {
    const auto [one, other] = pair->first;
    const std::uint32_t a = group_of(one);
    const std::uint32_t b = group_of(other);
    if (a == b && chosen[one] >= kPairsOfClock && chosen[other] >= kPairsOfClock) continue;
    group[a] = b;
    ++chosen[one], ++chosen[other];
    pair->second.chosen = true;
  }
}

std::vector<ClockConstraint> chosen_of(std::span<const ClockConstraint> constraints,
                                       const Pairs& pairs) {
  std::vector<ClockConstraint> some;
  for (const auto& [clocks, pair] : pairs)
    if (pair.chosen)
      for (const std::size_t i : pair.constraints) some.push_back(constraints[i]);
  return some;
}

// Chooses the pairs with a constraint whose margin is too small. Returns whether there were any.
bool add_those_with_less(double enough, std::span<const ClockConstraint> constraints,
                         ClockCentre& centre, Pairs& pairs) {
  bool added = false;
  for (auto& [clocks, pair] : pairs) {
    if (pair.chosen) continue;
    for (const std::size_t i : pair.constraints) {
      const double left = left_by(constraints[i], centre);
      centre.least = std::min(centre.least, left);
      if (left < enough) pair.chosen = added = true;
    }
  }
  return added;
}

}  // namespace

ClockCentre centre_of_any(std::span<const ClockConstraint> constraints, std::size_t clocks,
                          std::span<const std::size_t> steps) {
  if (clocks <= kFewClocks) return centre_of(constraints, clocks, steps);
  Pairs pairs = pairs_of(constraints);
  choose(pairs, clocks);
  for (int round = 0;; ++round) {
    ClockCentre centre = centre_of(chosen_of(constraints, pairs), clocks, steps);
    // If the chosen constraints are infeasible, others may be violated about as much.
    constexpr double kWorse = 1.05;
    const double enough = centre.least > 0 ? 0 : centre.least * kWorse;
    if (!add_those_with_less(enough, constraints, centre, pairs) || round == kMostTries)
      return centre;
  }
}

}  // namespace lull
