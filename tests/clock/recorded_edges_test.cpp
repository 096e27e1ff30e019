// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/recorded_edges.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lull {
namespace {

constexpr std::uint32_t kProcesses = 5;

using Visit = RecordedEdges::Visit;

// Processes with two threads each.
Definitions some_processes() {
  Definitions definitions;
  definitions.processes.resize(kProcesses);
  definitions.locations.resize(kProcesses * std::size_t{2});
  for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
    definitions.locations[i].process = ProcessId{i / 2};
    definitions.processes[i / 2].locations.push_back(LocationId{i});
  }
  return definitions;
}

// Clocks that differ by `apart` more ticks from process to process, and drift.
ClockCorrection correction_of(std::int64_t apart) {
  ClockCorrection correction{.source = ClockSource::Messages};
  for (std::int64_t i = 0; i < kProcesses * std::int64_t{2}; ++i)
    correction.offsets.push_back({{Timestamp{1'000}, i / 2 * apart},
                                  {Timestamp{100'000}, i / 2 * apart + (i / 2 - 2) * 300}});
  return correction;
}

// Adds random messages, meetings and rows to both.
template <class First, class Second>
void add_random(std::uint64_t seed, First&& messages, Second&& gatherings) {
  std::mt19937_64 random(seed);
  const auto anyone = [&](std::uint64_t time) {
    return Visit{LocationId{static_cast<std::uint32_t>(random() % (kProcesses * 2))},
                 Timestamp{time + random() % 400}};
  };
  for (std::uint64_t time = 2'000; time < 90'000; time += 50) {
    messages(anyone(time), anyone(time + 1'000));
    if (random() % 5 > 0) continue;
    std::vector<Visit> comes;
    std::vector<Visit> leaves;
    for (std::uint32_t p = 0; p < kProcesses; ++p) {
      comes.push_back({LocationId{2 * p}, Timestamp{time + random() % 100}});
      leaves.push_back({LocationId{2 * p}, Timestamp{time + 100 + random() % 100}});
    }
    gatherings(comes, leaves, random() % 2 == 0);
  }
}

void record(std::uint64_t seed, RecordedEdges& edges) {
  add_random(
      seed, [&](Visit sent, Visit arrived) { edges.add(sent, arrived); },
      [&](const std::vector<Visit>& comes, const std::vector<Visit>& leaves, bool is_row) {
        if (!is_row) return edges.add_meeting(comes, leaves);
        std::vector<RecordedEdges::Place> row;
        for (std::size_t i = 0; i < comes.size(); ++i) row.push_back({comes[i], leaves[i]});
        row[1].comes = {};
        edges.add_row(row);
      });
}

ClockEdges edges_by_hand(std::uint64_t seed, const ClockMaps& maps) {
  ClockEdges edges;
  const auto on = [&](Visit visit) {
    return ClockEdges::Visit{ProcessId{visit.location.value / 2}, maps(visit.location, visit.time)};
  };
  add_random(
      seed,
      [&](Visit sent, Visit arrived) {
        edges.add(on(sent).process, on(sent).time, on(arrived).process, on(arrived).time);
      },
      [&](const std::vector<Visit>& comes, const std::vector<Visit>& leaves, bool is_row) {
        std::vector<ClockEdges::Visit> all_come;
        std::vector<ClockEdges::Visit> all_leave;
        for (const Visit& visit : comes) all_come.push_back(on(visit));
        for (const Visit& visit : leaves) all_leave.push_back(on(visit));
        if (!is_row) return edges.add_meeting(all_come, all_leave);
        std::vector<ClockEdges::Place> row;
        for (std::size_t i = 0; i < comes.size(); ++i) row.push_back({all_come[i], all_leave[i]});
        row[1].comes = {};
        edges.add_row(row);
      });
  return edges;
}

auto key_of(const ClockEdge& edge) {
  return std::tuple(edge.from, edge.to,
                    edge.from == ClockEdge::kMeeting ? std::uint64_t{0} : edge.sent,
                    edge.to == ClockEdge::kMeeting ? std::uint64_t{0} : edge.arrived, edge.slack);
}

using Key = decltype(key_of(ClockEdge{}));

std::vector<Key> sorted(const ClockEdges& edges) {
  std::vector<Key> keys;
  for (const ClockEdge& edge : edges.edges()) keys.push_back(key_of(edge));
  std::ranges::sort(keys);
  return keys;
}

TEST(RecordedEdges, EqualTheEdgesOfCorrectedTimes) {
  const Definitions definitions = some_processes();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const ClockMaps read_with(correction_of(100), definitions);
    EdgeBudget budget;
    RecordedEdges recorded(definitions, read_with, budget);
    record(seed, recorded);
    for (const std::int64_t apart : {0, 50, -500}) {
      const ClockMaps maps(correction_of(apart), definitions);
      ClockEdges edges(recorded.most_edges());
      recorded.add_to(edges, maps);
      EXPECT_LE(edges.edges().size(), recorded.most_edges());
      EXPECT_EQ(sorted(edges), sorted(edges_by_hand(seed, maps)));
    }
  }
}

TEST(RecordedEdges, WithLargeSlackAreDropped) {
  const Definitions definitions = some_processes();
  const ClockMaps maps(correction_of(10), definitions);
  EdgeBudget unlimited;
  RecordedEdges all(definitions, maps, unlimited);
  EdgeBudget little;
  little.most = 100;
  little.share = 100;
  RecordedEdges few(definitions, maps, little);
  for (std::uint64_t seed = 0; seed < 20; ++seed) record(seed, all), record(seed, few);
  EXPECT_LT(few.most_edges(), all.most_edges() / 2);
  ASSERT_LT(few.reach(), all.reach());
  ASSERT_GE(few.reach(), 0);
  ClockEdges of_few;
  of_few.forget(few.reach());
  few.add_to(of_few, maps);
  ClockEdges of_all;
  of_all.forget(few.reach());
  all.add_to(of_all, maps);
  EXPECT_EQ(sorted(of_few), sorted(of_all));
}

// The cost does not grow with the square of the number of violated edges.
TEST(RecordedEdges, ThatAreViolatedAreKept) {
  const Definitions definitions = some_processes();
  const ClockMaps maps;
  EdgeBudget little;
  little.most = 100;
  little.share = 100;
  RecordedEdges edges(definitions, maps, little);
  for (std::uint64_t i = 0; i < 300'000; ++i)
    edges.add({LocationId{0}, Timestamp{i + 5}}, {LocationId{2}, Timestamp{i}});
  EXPECT_EQ(edges.most_edges(), 300'000u);
}

TEST(RecordedEdges, DistancesDifferByTheDifferenceOfOffsets) {
  const ClockCorrection none{.source = ClockSource::Raw};
  const ClockCorrection some = correction_of(100);
  // From 0 - 600 at the end to 4 * 100 + 600.
  EXPECT_GE(greatest_difference(none.offsets, some.offsets), 1'600);
  EXPECT_LE(greatest_difference(none.offsets, some.offsets), 1'610);
  EXPECT_EQ(greatest_difference(some.offsets, some.offsets), 0);
}

}  // namespace
}  // namespace lull
