// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/detection/detection.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lull/structure/grammar/expansion.hpp"
#include "support/broken_nesting.hpp"
#include "support/random/random_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::structure {
namespace {

void expect_that_it_expands_to_its_events(const TraceSource& trace) {
  for (std::size_t i = 0; i < trace.definitions().locations.size(); ++i) {
    LocationStructure structure = detect(trace, LocationId(i));
    Grammar& grammar = structure.grammar;
    std::vector<SymbolId> expected;
    const auto cursor = trace.open(LocationId(i), select_all_events());
    for (auto events = cursor->next(); !events.empty(); events = cursor->next())
      for (const Event& event : events)
        if (!is_sample(event.body)) expected.push_back(grammar.event(event.body));
    std::vector<SymbolId> found;
    expand(grammar, grammar.whole(), [&](SymbolId event) { found.push_back(event); });
    EXPECT_EQ(found, expected);
    EXPECT_EQ(structure.events, expected.size());
    EXPECT_EQ(grammar.events_of(grammar.whole()), expected.size());
  }
}

// The program of the paper's table I.
std::string ping_pong(int iterations) {
  std::string first = "0: 0 enter main\n";
  std::string second = "1: 0 enter main\n";
  for (int i = 0; i < iterations; ++i) {
    first += "+1..+2 MPI_Send send 1\n+1..+2 MPI_Recv recv 1\n";
    second += "+1..+2 MPI_Recv recv 0\n+1..+2 MPI_Send send 0\n";
  }
  return "processes 2\n" + first + "+1 leave\n" + second + "+1 leave\n";
}

TEST(Detection, OfAPingPongIsOneLoopOverSixEvents) {
  for (const int iterations : {2, 3, 1000}) {
    const auto text = support::parse_text_trace(ping_pong(iterations));
    for (const std::size_t location : {0, 1}) {
      const LocationStructure found = detect(*text.trace, LocationId(location));
      const Grammar& grammar = found.grammar;
      ASSERT_EQ(grammar.whole().size(), 1u);
      const auto main = grammar.items(grammar.whole()[0].symbol);
      ASSERT_EQ(main.size(), 1u);
      EXPECT_EQ(main[0].count, static_cast<std::uint32_t>(iterations));
      EXPECT_EQ(grammar[main[0].symbol].events, 6u);
      EXPECT_EQ(grammar.items(main[0].symbol).size(), 2u);
    }
    expect_that_it_expands_to_its_events(*text.trace);
  }
}

TEST(Detection, IgnoresSizesOfCollectivesAndRequests) {
  const auto text = support::parse_text_trace(R"(
    processes 1
    0: 0 enter main
       1..2 MPI_Isend isend 0 req=7
       3..4 MPI_Wait isend_complete req=7
       5..6 MPI_Alltoallv coll_begin, coll_end comm=self sent=1 recv=2
       11..12 MPI_Isend isend 0 req=8
       13..14 MPI_Wait isend_complete req=8
       15..16 MPI_Alltoallv coll_begin, coll_end comm=self sent=3 recv=4
       20 leave)");
  const LocationStructure found = detect(*text.trace, LocationId(0));
  const auto main = found.grammar.items(found.grammar.whole()[0].symbol);
  ASSERT_EQ(main.size(), 1u);
  EXPECT_EQ(main[0].count, 2u);
}

TEST(Detection, DistinguishesMessagesByPartnerTagAndLength) {
  for (const char* other : {"send 1 tag=1", "send 1 bytes=9", "send 2", "send 1 comm=half"}) {
    const auto text = support::parse_text_trace(fmt::format(R"(
      processes 3
      comm half 0 1 2
      0: 0 enter main; 1..2 MPI_Send send 1; 3..4 MPI_Send {}; 5 leave)",
                                                            other));
    const LocationStructure found = detect(*text.trace, LocationId(0));
    EXPECT_EQ(found.grammar.items(found.grammar.whole()[0].symbol).size(), 2u) << other;
  }
}

TEST(Detection, ExcludesSamples) {
  const auto text = support::parse_text_trace(R"(
    processes 1
    metric load
    0: 0 enter main; 1..2 f; 2 metric load 1; 3..4 f; 5..6 f; 6 metric load 2; 7 leave)");
  const LocationStructure found = detect(*text.trace, LocationId(0));
  EXPECT_EQ(found.samples, 2u);
  EXPECT_EQ(found.events, 8u);
  EXPECT_EQ(found.grammar.items(found.grammar.whole()[0].symbol)[0].count, 3u);
}

TEST(Detection, RandomTracesExpandToTheirEvents) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    support::RandomTraceOptions options;
    options.threads = 1 + seed % 3;
    options.one_sided = seed % 4 == 0;
    options.tasks = seed % 5 == 0;
    options.lost_messages = options.open_ends = seed % 2 == 0;
    options.stray_leaves = options.skipped_leaves = options.late_starts = seed % 3 == 0;
    options.interruptions = seed % 6 == 0;
    expect_that_it_expands_to_its_events(*support::random_trace(seed, options));
  }
}

TEST(Detection, TracesWhoseRegionsDoNotNestExpandToTheirEvents) {
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    expect_that_it_expands_to_its_events(*support::broken_trace(seed));
}

}  // namespace
}  // namespace lull::structure
