// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/filter/iteration_cuts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lull/trace/event/event.hpp"
#include "structure/filtered_trace.hpp"
#include "support/random/random_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::structure {
namespace {

using Positions = std::vector<std::uint64_t>;
using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

Iterations with_borders(std::vector<Positions> positions, std::size_t number) {
  Iterations iterations;
  iterations.number = number;
  iterations.borders.resize(positions.size());
  iterations.positions = std::move(positions);
  return iterations;
}

Ranges ranges(const std::vector<Cut>& cuts) {
  Ranges result;
  for (const Cut& cut : cuts) result.emplace_back(cut.first, cut.last);
  return result;
}

TEST(IterationCuts, MergeNeighboursAndKeepTheRest) {
  const auto text = support::parse_text_trace(R"(
    processes 2
    0: 0 enter main; +1 enter f; +1 leave; +1 enter f; +1 leave; +1 enter f; +1 leave; +1 leave
    1: 0 enter main; +1 leave
  )");
  const Iterations iterations = with_borders({{1, 3, 5, 7}, {}}, 3);
  const auto cuts = [&](std::vector<bool> kept) {
    const IterationCuts found = cuts_between(*text.trace, iterations, kept, 1);
    EXPECT_TRUE(found.uncut.empty());
    EXPECT_TRUE(found.cuts[1].empty());
    return ranges(found.cuts[0]);
  };
  EXPECT_EQ(cuts({true, false, false}), (Ranges{{3, 7}}));
  EXPECT_EQ(cuts({false, true, false}), (Ranges{{1, 3}, {5, 7}}));
  EXPECT_EQ(cuts({false, false, false}), (Ranges{{1, 7}}));
  EXPECT_EQ(cuts({true, true, true}), Ranges{});
}

TEST(IterationCuts, DoNotSplitCalls) {
  const auto text = support::parse_text_trace(R"(
    processes 3
    0: 0 enter main; +1 enter f; +1 leave; +1 enter f; +1 leave; +1 leave
    1: 0 enter main; +1 enter f; +1 leave; +1 enter f; +1 leave; +1 leave
    2: 0 enter main; +1 leave
  )");
  // On process 0, the iterations extend from one call into another; process 2 ends earlier.
  const IterationCuts found = cuts_between(
      *text.trace, with_borders({{2, 4, 5}, {1, 3, 5}, {1, 2, 9}}, 2), {false, true}, 2);
  EXPECT_EQ(found.uncut, (std::vector{LocationId(0), LocationId(2)}));
  EXPECT_TRUE(found.cuts[0].empty());
  EXPECT_EQ(ranges(found.cuts[1]), (Ranges{{1, 3}}));
}

TEST(IterationCuts, IncludeTheForkOfARegion) {
  const std::string region =
      "+1 fork 2; +1 team_begin; +1 enter work; +1 leave; +1 team_end; +1 join;";
  const auto text = support::parse_text_trace("processes 1\nthreads 2\n0.0: 0 enter main; " +
                                              region + region + region + " +1 leave");
  // Iterations detected as beginning with the region.
  const IterationCuts found =
      cuts_between(*text.trace, with_borders({{3, 9, 15, 19}, {}}, 3), {true, false, true}, 1);
  EXPECT_TRUE(found.uncut.empty());
  EXPECT_EQ(ranges(found.cuts[0]), (Ranges{{7, 13}}));
}

// Uses random borders, which do not belong to a loop.
void expect_that_calls_stay_whole(std::uint64_t seed) {
  support::RandomTraceOptions options;
  options.threads = 3;
  options.varying_teams = options.nested_teams = true;
  const auto trace = support::random_trace(seed, options);
  std::mt19937_64 random(seed);
  constexpr std::size_t kNumber = 6;
  std::vector<Positions> positions(trace->events.size());
  const std::vector<bool> decides = deciding_locations(trace->definitions());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (!decides[i] || trace->events[i].empty()) continue;
    for (std::size_t border = 0; border <= kNumber; ++border)
      positions[i].push_back(random() % trace->events[i].size());
    std::ranges::sort(positions[i]);
  }
  std::vector<bool> kept(kNumber);
  for (std::size_t i = 0; i < kNumber; ++i) kept[i] = random() % 2 == 0;
  Selection selection;
  selection.cuts = cuts_between(*trace, with_borders(positions, kNumber), kept, 2).cuts;
  const auto result = filtered(*trace, selection);
  for (std::size_t i = 0; i < trace->events.size(); ++i)
    EXPECT_EQ(Faults(*result->trace, i), Faults(*trace, i)) << "seed " << seed << " location " << i;
}

TEST(IterationCuts, KeepCallsWholeForAnyBorders) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) expect_that_calls_stay_whole(seed);
}

TEST(IterationGroups, AreFewForNarrowWindows) {
  constexpr std::size_t kNumber = 5000;
  const auto text = support::parse_text_trace("processes 1\n0: 0 enter main; +1 leave");
  Iterations iterations = with_borders({{}}, kNumber);
  std::mt19937_64 random(7);
  Timestamp now;
  for (std::size_t i = 0; i <= kNumber; ++i) {
    iterations.borders[0].push_back(now);
    now = now + Duration{static_cast<std::int64_t>(1 + random() % 1'000'000)};
  }
  EXPECT_EQ(most_groups_of(kNumber), 100u);
  EXPECT_EQ(most_groups_of(4), 3u);
  EXPECT_EQ(most_groups_of(60), 6u);
  for (const double window : {0.0, 1e-300, 1e-7, 0.1, 1.0}) {
    const IterationGroups groups =
        group_iterations(iterations, text.trace->definitions(), window, most_groups_of(kNumber));
    EXPECT_LE(groups.groups.size(), 100u);
    EXPECT_GE(groups.window, window);
    std::size_t in_groups = 0;
    for (const IterationGroup& group : groups.groups) in_groups += group.iterations.size();
    EXPECT_EQ(in_groups, kNumber);
    EXPECT_EQ(std::ranges::count(representatives(groups), true),
              static_cast<std::ptrdiff_t>(groups.groups.size()));
  }
}

}  // namespace
}  // namespace lull::structure
