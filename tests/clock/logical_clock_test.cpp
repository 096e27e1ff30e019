// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/logical/logical_clock.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "lull/clock/time_map.hpp"

namespace lull {
namespace {

constexpr std::size_t kMany = 1u << 20U;

class Clocks {
 public:
  Clocks(const LogicalClock& clock) {
    for (const auto& pushes : clock.pushes) maps_.emplace_back(pushes);
  }
  Timestamp operator()(std::uint32_t process, std::uint64_t time) {
    return maps_[process](Timestamp{time});
  }

 private:
  std::vector<TimeMap> maps_;
};

// Sender, time, receiver, time.
using Messages =
    std::initializer_list<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t, std::uint64_t>>;

ClockEdges edges_of_messages(Messages messages) {
  ClockEdges edges(kMany);
  for (const auto& [from, sent, to, arrived] : messages)
    edges.add(ProcessId{from}, Timestamp{sent}, ProcessId{to}, Timestamp{arrived});
  return edges;
}

LogicalClock clock_of_messages(Messages messages, std::size_t processes) {
  return logical_clock(edges_of_messages(messages).edges(), processes);
}

struct ExpectedTime {
  std::uint32_t process;
  std::uint64_t own;
  std::uint64_t corrected;
};

void expect_times(const LogicalClock& clock, std::initializer_list<ExpectedTime> times) {
  Clocks at(clock);
  for (const auto& [process, own, corrected] : times)
    EXPECT_EQ(at(process, own).ticks, corrected) << process << " at " << own;
}

ClockEdges::Visit at_time(std::uint32_t process, std::uint64_t time) {
  return {ProcessId{process}, Timestamp{time}};
}

TEST(LogicalClock, SatisfiedEdgesChangeNothing) {
  const LogicalClock clock = clock_of_messages({{0, 100, 1, 200}, {1, 300, 0, 300}}, 2);
  EXPECT_EQ(clock.jumps, 0u);
  for (const auto& pushes : clock.pushes) EXPECT_TRUE(pushes.empty());
}

TEST(LogicalClock, AReceiveIsSetForwardToItsSendWithLaterEvents) {
  const LogicalClock clock =
      clock_of_messages({{0, 1'000'000, 1, 999'000}, {1, 999'500, 0, 2'000'000}}, 2);
  EXPECT_EQ(clock.jumps, 1u);
  EXPECT_EQ(clock.greatest, 1000);
  Clocks at(clock);
  EXPECT_EQ(at(1, 999'000).ticks, 1'000'000u);
  EXPECT_EQ(at(1, 999'500).ticks, 1'000'499u);  // a push fades by a tick in 256
  EXPECT_EQ(at(0, 1'000'000).ticks, 1'000'000u);
  // More than a hundred times as long before it.
  EXPECT_EQ(at(1, 899'000).ticks, 899'000u);
  EXPECT_EQ(at(1, 949'000).ticks, 949'500u);
  // After the last known time, the push remains.
  EXPECT_EQ(at(1, 999'500 + (1u << 20U)).ticks, 1'000'499u + (1u << 20U));
}

// Events before a jump cannot move beyond their own receipt.
TEST(LogicalClock, EventsBeforeAJumpMoveNoFurtherThanTheirReceiver) {
  Clocks at(clock_of_messages({{1, 990'000, 2, 990'010}, {0, 1'000'000, 1, 999'000}}, 3));
  EXPECT_LE(at(1, 990'000).ticks, 990'010u);
  EXPECT_GT(at(1, 990'000).ticks, 990'000u);
  EXPECT_EQ(at(1, 999'000).ticks, 1'000'000u);
  EXPECT_EQ(at(2, 990'010).ticks, 990'010u);
}

TEST(LogicalClock, NobodyLeavesAMeetingBeforeAllHaveCome) {
  ClockEdges edges(kMany);
  using Visit = ClockEdges::Visit;
  const std::vector<Visit> comes{{ProcessId{0}, Timestamp{500}}, {ProcessId{1}, Timestamp{800}}};
  const std::vector<Visit> leaves{{ProcessId{0}, Timestamp{600}}, {ProcessId{1}, Timestamp{850}}};
  edges.add_meeting(comes, leaves);
  expect_times(logical_clock(edges.edges(), 2), {{0, 600, 800}, {1, 850, 850}});
}

TEST(LogicalClock, NobodyLeavesARowBeforeThoseInFrontHaveCome) {
  ClockEdges edges(kMany);
  const std::vector<ClockEdges::Place> row{{at_time(0, 500), at_time(0, 520)},
                                           {{}, at_time(1, 450)},
                                           {at_time(2, 100), at_time(2, 510)}};
  edges.add_row(row);
  expect_times(logical_clock(edges.edges(), 3), {{1, 450, 500}, {2, 510, 510}, {0, 500, 500}});
}

TEST(LogicalClock, PushesPropagateAlongARow) {
  ClockEdges edges(kMany);
  edges.add(ProcessId{3}, Timestamp{700}, ProcessId{0}, Timestamp{490});
  const std::vector<ClockEdges::Place> row{{at_time(0, 500), at_time(0, 520)},
                                           {at_time(1, 450), at_time(1, 530)},
                                           {at_time(2, 100), at_time(2, 540)}};
  edges.add_row(row);
  expect_times(logical_clock(edges.edges(), 4), {{0, 500, 710}, {1, 530, 710}, {2, 540, 710}});
}

// If a reply arrives within the tick and the clocks allow both orders, the events are simultaneous.
TEST(LogicalClock, ACircleWithinATickIsOneMoment) {
  const LogicalClock clock =
      clock_of_messages({{0, 100, 1, 90}, {1, 90, 0, 100}, {2, 150, 0, 100}}, 3);
  EXPECT_EQ(clock.contradictions, 0u);
  expect_times(clock, {{0, 100, 150}, {1, 90, 150}});
}

// An answer received before the question was asked: no clocks satisfy both.
TEST(LogicalClock, ContradictionsAreCountedAndIgnored) {
  const LogicalClock clock =
      clock_of_messages({{0, 100, 1, 200}, {1, 200, 0, 50}, {2, 300, 1, 250}}, 3);
  EXPECT_EQ(clock.contradictions, 1u);
  expect_times(clock, {{1, 250, 300}});
}

struct RandomEdges {
  ClockEdges all{kMany};
  std::vector<std::vector<std::uint64_t>> times;  // indexed by process
};

// Processes that exchange messages, meet, and whose clocks jump to and fro.
RandomEdges random_edges(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  const auto processes = static_cast<std::uint32_t>(2 + below(6));
  std::vector<std::int64_t> errors(processes);
  std::vector<std::uint64_t> now(processes, 1'000'000);
  std::vector<std::uint64_t> last(processes, 0);
  RandomEdges edges;
  edges.times.resize(processes);
  const auto read = [&](std::uint32_t process, std::uint64_t at) {
    const auto shown = static_cast<std::uint64_t>(static_cast<std::int64_t>(at) + errors[process]);
    last[process] = std::max(last[process] + 1, shown);  // since clocks do not go back
    edges.times[process].push_back(last[process]);
    return Timestamp{last[process]};
  };
  for (int i = 0; i < 400; ++i) {
    const auto from = static_cast<std::uint32_t>(below(processes));
    const auto to = static_cast<std::uint32_t>(below(processes));
    if (below(20) == 0) errors[from] = static_cast<std::int64_t>(below(4000)) - 2000;
    now[from] += below(3000);
    if (below(10) == 0) {
      std::vector<ClockEdges::Visit> comes;
      std::vector<ClockEdges::Visit> leaves;
      for (std::uint32_t p = 0; p < processes; ++p)
        comes.push_back({ProcessId{p}, read(p, now[p])});
      const std::uint64_t end = *std::ranges::max_element(now);
      for (std::uint32_t p = 0; p < processes; ++p) {
        now[p] = end + below(50);
        leaves.push_back({ProcessId{p}, read(p, now[p])});
      }
      edges.all.add_meeting(comes, leaves);
    } else if (from != to) {
      const Timestamp sent = read(from, now[from]);
      now[to] = std::max(now[to], now[from] + below(20));
      edges.all.add(ProcessId{from}, sent, ProcessId{to}, read(to, now[to]));
    }
  }
  return edges;
}

ClockEdges corrected(const ClockEdges& edges, Clocks& at) {
  // Computed here: meetings have no times.
  ClockEdges after(kMany);
  std::map<std::uint64_t, std::pair<std::vector<ClockEdges::Visit>, std::vector<ClockEdges::Visit>>>
      meetings;
  for (const ClockEdge& edge : edges.edges()) {
    if (edge.to == ClockEdge::kMeeting)
      meetings[edge.arrived].first.push_back({ProcessId{edge.from}, at(edge.from, edge.sent)});
    else if (edge.from == ClockEdge::kMeeting)
      meetings[edge.sent].second.push_back({ProcessId{edge.to}, at(edge.to, edge.arrived)});
    else
      after.add(ProcessId{edge.from}, at(edge.from, edge.sent), ProcessId{edge.to},
                at(edge.to, edge.arrived));
  }
  for (const auto& [number, visits] : meetings) after.add_meeting(visits.first, visits.second);
  return after;
}

TEST(LogicalClock, RemovesReversalsKeepsOrderAndIsIdempotent) {
  std::uint64_t reversed = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomEdges random = random_edges(seed);
    for (const ClockEdge& edge : random.all.edges()) reversed += edge.slack < 0 ? 1 : 0;
    const LogicalClock clock = logical_clock(random.all.edges(), random.times.size());
    ASSERT_EQ(clock.contradictions, 0u) << seed;
    Clocks at(clock);
    const ClockEdges after = corrected(random.all, at);
    for (const ClockEdge& edge : after.edges()) ASSERT_GE(edge.slack, 0) << seed;
    for (std::uint32_t p = 0; p < random.times.size(); ++p) {
      Timestamp before;
      for (std::uint64_t time = random.times[p].front(); time < random.times[p].back();
           time += 17) {
        ASSERT_LE(before, at(p, time)) << seed << " " << p << " " << time;
        ASSERT_GE(at(p, time).ticks, time) << seed;
        before = at(p, time);
      }
    }
    EXPECT_EQ(logical_clock(after.edges(), random.times.size()).jumps, 0u) << seed;
  }
  EXPECT_GT(reversed, 1000u);
}

void expect_equal(const LogicalClock& one, const LogicalClock& other, std::uint64_t seed) {
  ASSERT_EQ(one.pushes.size(), other.pushes.size());
  for (std::size_t p = 0; p < one.pushes.size(); ++p) {
    ASSERT_EQ(one.pushes[p].size(), other.pushes[p].size()) << seed;
    for (std::size_t i = 0; i < one.pushes[p].size(); ++i) {
      ASSERT_EQ(one.pushes[p][i].time, other.pushes[p][i].time);
      ASSERT_EQ(one.pushes[p][i].offset, other.pushes[p][i].offset);
    }
  }
}

// Edges with more slack than clocks are set forward do not matter.
TEST(LogicalClock, TheLeastClockDoesNotDependOnDroppedEdges) {
  std::uint64_t not_enough = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const RandomEdges random = random_edges(seed);
    const std::size_t processes = random.times.size();
    const LeastClock with_all = least_clock(ClockEdges(random.all), processes);
    ASSERT_TRUE(with_all.clock);
    Clocks at(*with_all.clock);
    const ClockEdges after = corrected(random.all, at);
    for (const ClockEdge& edge : after.edges()) ASSERT_GE(edge.slack, 0) << seed;
    for (std::int64_t slack = 16;; slack *= 2) {
      ClockEdges some = random.all;
      some.forget(slack);
      const LeastClock least = least_clock(std::move(some), processes);
      if (least.clock) {
        EXPECT_GT(slack, with_all.clock->greatest);
        expect_equal(*least.clock, *with_all.clock, seed);
        break;
      }
      EXPECT_GE(least.needed, slack);
      ++not_enough;
    }
  }
  EXPECT_GT(not_enough, 100u);
}

TEST(LogicalClock, ThereIsNoClockWhenAllEdgesWereDropped) {
  ClockEdges none;
  none.forget(-5);
  const LeastClock unknown = least_clock(std::move(none), 2);
  EXPECT_FALSE(unknown.clock);
  EXPECT_GT(unknown.needed, 0);  // otherwise a caller that asks for more would never progress
  // One reversed message, and no satisfied edge.
  ClockEdges reversed = edges_of_messages({{0, 100, 1, 90}, {1, 200, 0, 201}});
  reversed.forget(0);
  const LeastClock too_few = least_clock(std::move(reversed), 2);
  EXPECT_FALSE(too_few.clock);
  EXPECT_GE(too_few.needed, 20);
}

TEST(LogicalClock, TheOrderOfEdgesDoesNotMatter) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const RandomEdges random = random_edges(seed);
    std::vector<ClockEdge> edges(random.all.edges().begin(), random.all.edges().end());
    const LogicalClock one = logical_clock(edges, random.times.size());
    std::shuffle(edges.begin(), edges.end(), std::mt19937_64(seed));
    const LogicalClock other = logical_clock(edges, random.times.size());
    expect_equal(one, other, seed);
  }
}

}  // namespace
}  // namespace lull
