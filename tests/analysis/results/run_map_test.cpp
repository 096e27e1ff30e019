// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The map of the run shows when the activities summed up in the report took place.
#include "lull/analysis/run/run_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>

#include "analysis/random_check.hpp"
#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/report/report_builder.hpp"
#include "lull/analysis/results/run/map_report.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "support/random/random_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::analysis {
namespace {

std::uint64_t sum_of(const RunMap::Pieces& pieces) {
  return std::accumulate(pieces.begin(), pieces.end(), std::uint64_t{0});
}

std::string map_text(const TraceSource& trace, const AnalysisOptions& options) {
  Analysis analysis(trace, patterns::make_patterns, options);
  analysis.run();
  const report::Report report = build_report(analysis);
  return map_as_json(map_for(analysis, report), report);
}

TEST(RunMap, ShowsActivitiesOverTime) {
  const auto trace = support::parse_text_trace(R"(
processes 2
0: 0 enter main; 600 enter MPI_Send; 600 send 1; 610 leave; 1000 leave
1: 0 enter main; 100 enter MPI_Recv; 620 recv 0; 630 leave; 1000 leave
)");
  Analysis analysis(*trace.trace, patterns::make_patterns, with_map_and_matrix(1, 1000));
  analysis.run();
  const RunMap& map = *analysis.map();
  ASSERT_EQ(map.rows(), 2u);
  EXPECT_EQ(map.ticks_of_piece(), 1u);
  EXPECT_EQ(map.begin(), Timestamp{0});
  EXPECT_EQ(sum_of(map.life(0)), 1000u);
  EXPECT_EQ(sum_of(map.activity(Activity::Mpi, 0)), 10u);
  const auto& receiving = map.activity(Activity::Mpi, 1);
  EXPECT_EQ(receiving[99], 0u);
  EXPECT_EQ(receiving[100], 1u);
  EXPECT_EQ(receiving[629], 1u);
  EXPECT_EQ(receiving[630], 0u);
  const auto& waiting = map.metric(analysis.catalogue().find("mpi_latesender"), 1);
  EXPECT_EQ(sum_of(waiting), 500u);
  EXPECT_EQ(waiting[599], 1u);
  EXPECT_EQ(waiting[600], 0u);
}

// Exact to the tick, for any trace.
TEST(RunMap, SumsEqualTheCharges) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto trace = support::random_trace(seed, options_of(seed));
    Analysis analysis(*trace, patterns::make_patterns,
                      with_map_and_matrix(1 + seed % 2, 20 + seed));
    analysis.run();
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> sums;
    for (const auto& shard : analysis.shards())
      shard->charges().severities().for_each([&](const Severity& severity) {
        sums[{severity.metric.value, severity.location.value}] += severity.value;
      });
    const std::vector<bool> kinds = kinds_of_waiting(analysis.catalogue());
    for (const auto& [place, sum] : sums) {
      if (!kinds[place.first]) continue;
      ASSERT_EQ(sum_of(analysis.map()->metric(MetricIndex(place.first), place.second)),
                static_cast<std::uint64_t>(sum))
          << seed << " " << analysis.catalogue()[MetricIndex(place.first)].info.id;
      ++checked;
    }
  }
  EXPECT_GT(checked, 500u);
}

TEST(RunMap, DoesNotDependOnThreadsAndSlices) { expect_independence(map_text); }

// Adds spans in any order: pieces become longer and begin earlier.
TEST(RunMap, DoesNotDependOnTheOrderOfSpans) {
  constexpr std::size_t kLocations = 300;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    struct Span {
      LocationId location;
      Timestamp from;
      Timestamp until;
    };
    std::vector<Span> spans;
    std::uint64_t all = 0;
    for (int i = 0; i < 2'000; ++i) {
      const Timestamp from{random() % (1ULL << 41U)};
      const auto time = static_cast<std::int64_t>(1 + random() % (1ULL << (random() % 40)));
      spans.push_back({LocationId{static_cast<std::uint32_t>(random() % kLocations)}, from,
                       from + Duration{time}});
      all += static_cast<std::uint64_t>(time);
    }
    const auto made = [&](std::size_t at_once) {
      RunMap map(kLocations, {});
      MapWindow window(map.places());
      for (std::size_t i = 0; i < spans.size(); ++i) {
        window.add(Activity::Io, spans[i].location, spans[i].from, spans[i].until);
        if (i % at_once > 0 && i + 1 < spans.size()) continue;
        map.take(window);
        if (i % 3 == 0) map.expect(1ULL << 30U);
        map.open(window, spans[(i + 1) % spans.size()].from);
      }
      map.finish();
      return map;
    };
    const RunMap one = made(spans.size());
    std::ranges::shuffle(spans, random);
    const RunMap other = made(7);
    EXPECT_EQ(one.ticks_of_piece(), other.ticks_of_piece());
    EXPECT_EQ(one.begin(), other.begin());
    ASSERT_EQ(one.pieces(), other.pieces());
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < one.rows(); ++row) {
      EXPECT_EQ(one.activity(Activity::Io, row), other.activity(Activity::Io, row));
      sum += sum_of(one.activity(Activity::Io, row));
    }
    EXPECT_EQ(sum, all);
    EXPECT_LE(one.rows(), 256u);
  }
}

// A map takes at most about 2 MB for any trace.
TEST(RunMap, IsSmallInAReport) {
  std::string text = "processes 600\n";
  for (int rank = 0; rank < 600; ++rank)
    for (int i = 0; i < 20; ++i)
      text += std::to_string(rank) + ": " + std::to_string(1'000'003 * i + rank) + ".." +
              std::to_string(1'000'003 * i + 700'000 + 301 * rank) +
              " MPI_Barrier coll_end op=barrier\n";
  const auto trace = support::parse_text_trace(text);
  const std::string map = map_text(*trace.trace, with_map_and_matrix(1, 1U << 16U));
  EXPECT_GT(map.size(), 100'000u);
  EXPECT_LT(map.size(), 2'000'000u);
}

}  // namespace
}  // namespace lull::analysis
