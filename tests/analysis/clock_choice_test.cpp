// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// With the chosen clocks, no event precedes one that it depends on.
#include "lull/clock_search/clock_choice.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "analysis/false_clocks.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/clock_search/clock_pass.hpp"
#include "lull/clock_search/edge_pass.hpp"
#include "support/random/random_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::analysis {
namespace {

AnalysisOptions with(unsigned threads, std::uint64_t slice_events = 1u << 16U) {
  AnalysisOptions options;
  options.threads = threads;
  options.slice_events = slice_events;
  return options;
}

std::ptrdiff_t reversed_in(const TraceSource& trace) {
  const ClockCorrection as_it_is{.source = ClockSource::Raw};
  const ClockEdges edges = TraceEdges(trace, as_it_is, with(1)).on(as_it_is);
  return std::ranges::count_if(edges.edges(), [](const ClockEdge& edge) { return edge.slack < 0; });
}

// Rank 1's clock was set while the program ran.
TEST(ClockChoice, ClocksThatWereSetAreSetForward) {
  std::string text = "processes 2\n";
  for (std::uint64_t i = 1; i < 40; ++i) {
    const std::uint64_t now = i * 1000;
    const std::uint64_t own = now + (i < 20 ? 0 : 700);
    text += fmt::format("0: {}..{} MPI_Send send 1\n", now, now + 5);
    text += fmt::format("1: {}..{} MPI_Recv recv 0\n", own, own + 10);
    text += fmt::format("1: {}..{} MPI_Send send 0\n", own + 20, own + 25);
    text += fmt::format("0: {}..{} MPI_Recv recv 1\n", now + 15, now + 40);
  }
  const auto trace = support::parse_text_trace(text);
  EXPECT_GT(reversed_in(*trace.trace), 0);
  const ClockCorrection correction = correct_clocks(ClockWish::Auto, *trace.trace, with(1));
  EXPECT_FALSE(correction.holds_all);
  EXPECT_GT(correction.jumps, 0u);
  EXPECT_EQ(correction.contradictions, 0u);
  EXPECT_EQ(reversed_in(CorrectedTrace(*trace.trace, correction)), 0);
}

// Two threads of rank 0 send at the same time to two threads of rank 1. The second thread of rank 1
// receives before the second thread of rank 0 sends.
support::TextTrace crossing_messages(int tag_of_second_threads) {
  std::string text = "processes 2\nthreads 2\n";
  for (std::uint64_t i = 1; i < 40; ++i) {
    const std::uint64_t now = i * 1000;
    text += fmt::format("0.0: {}..{} MPI_Send send 1 tag=7\n", now, now + 90);
    text += fmt::format("0.1: {}..{} MPI_Send send 1 tag={}\n", now + 50, now + 70,
                        tag_of_second_threads);
    text += fmt::format("1.0: {}..{} MPI_Recv recv 0 tag=7\n", now + 10, now + 80);
    text += fmt::format("1.1: {}..{} MPI_Recv recv 0 tag={}\n", now + 20, now + 30,
                        tag_of_second_threads);
  }
  return support::parse_text_trace(text);
}

TEST(ClockChoice, MessagesOfThreadsThatShareAChannelProveNothing) {
  const auto trace = crossing_messages(7);
  const ClockCorrection correction = consistent_clocks(*trace.trace, with(1));
  EXPECT_NE(correction.source, ClockSource::Messages);
  EXPECT_EQ(correction.jumps, 0u);
  EXPECT_EQ(reversed_in(*trace.trace), 0);
}

TEST(ClockChoice, MessagesOfThreadsWithTheirOwnTagsProveReversal) {
  const auto trace = crossing_messages(8);
  EXPECT_GT(reversed_in(*trace.trace), 0);
  EXPECT_EQ(consistent_clocks(*trace.trace, with(1)).source, ClockSource::Messages);
}

support::RandomTraceOptions program_with_false_clocks(std::uint64_t seed) {
  support::RandomTraceOptions options;
  options.processes = 2 + static_cast<std::uint32_t>(seed % 7);
  options.equal_times = false;
  options.interruptions = false;
  return options;
}

void expect_order_kept(const TraceSource& before, const TraceSource& after) {
  for (std::uint32_t i = 0; i < before.definitions().locations.size(); ++i) {
    const auto cursor = after.open(LocationId{i}, select_all_events());
    Timestamp last;
    for (auto events = cursor->next(); !events.empty(); events = cursor->next())
      for (const Event& event : events) {
        ASSERT_LE(last, event.time);
        last = event.time;
      }
  }
}

TEST(ClockChoice, NothingIsReversedWhateverHappenedToClocks) {
  std::uint64_t set_forward = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    const auto trace = support::random_trace(seed, program_with_false_clocks(seed));
    ASSERT_EQ(reversed_in(*trace), 0) << seed;
    falsify_clocks(*trace, seed, 1 + seed % 3);
    const ClockCorrection correction = correct_clocks(ClockWish::Auto, *trace, with(1));
    const CorrectedTrace corrected(*trace, correction);
    ASSERT_EQ(correction.contradictions, 0u) << seed;
    ASSERT_EQ(reversed_in(corrected), 0) << seed;
    expect_order_kept(*trace, corrected);
    set_forward += correction.jumps > 0 ? 1 : 0;
  }
  EXPECT_GT(set_forward, 40u);
}

TEST(ClockChoice, PushesDoNotDependOnThreadsAndSlices) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto trace = support::random_trace(seed, program_with_false_clocks(seed));
    falsify_clocks(*trace, seed, 2);
    const auto pushes = [&](unsigned threads, std::uint64_t slice) {
      std::vector<std::pair<std::uint64_t, std::int64_t>> all;
      for (const auto& knots :
           correct_clocks(ClockWish::Messages, *trace, with(threads, slice)).pushes)
        for (const ClockOffset& knot : knots) all.emplace_back(knot.time.ticks, knot.offset);
      return all;
    };
    const auto expected = pushes(1, 1u << 16U);
    EXPECT_EQ(pushes(2, 1000), expected);
    EXPECT_EQ(pushes(8, 64), expected);
  }
}

// A corrected trace is not corrected again.
TEST(ClockChoice, CorrectsOnlyOnce) {
  const auto trace = support::random_trace(3, program_with_false_clocks(3));
  falsify_clocks(*trace, 3, 2);
  const ClockCorrection correction = correct_clocks(ClockWish::Auto, *trace, with(1));
  const CorrectedTrace corrected(*trace, correction);
  const ClockCorrection again = correct_clocks(ClockWish::Auto, corrected, with(1));
  EXPECT_EQ(again.source, ClockSource::Measured);
  EXPECT_EQ(again.jumps, 0u);
}

// Clocks of nodes that started days apart.
TEST(ClockChoice, ClocksMayBeDaysApart) {
  const auto trace = support::parse_text_trace(R"(
processes 2
0: 1000..1005 MPI_Send send 1
1: 900000000001100..900000000001110 MPI_Recv recv 0
1: 900000000001120..900000000001125 MPI_Send send 0
0: 1115..1140 MPI_Recv recv 1
)");
  Definitions& definitions = trace.trace->definitions_table;
  definitions.system_nodes.push_back({"other", "node", SystemNodeId(0), {}});
  definitions.processes[1].node = SystemNodeId(2);
  const ClockCorrection correction = correct_clocks(ClockWish::Auto, *trace.trace, with(1));
  EXPECT_EQ(correction.source, ClockSource::Messages);
  EXPECT_TRUE(correction.holds_all);
  EXPECT_EQ(reversed_in(CorrectedTrace(*trace.trace, correction)), 0);
}

// Counts how often each location is read.
class CountedTrace final : public TraceSource {
 public:
  explicit CountedTrace(const TraceSource& source) : source_(source) {}
  [[nodiscard]] const Definitions& definitions() const override { return source_.definitions(); }
  [[nodiscard]] std::unique_ptr<EventCursor> open(LocationId location,
                                                  const EventSelection& selection,
                                                  Attributes attributes) const override {
    ++opened[location.index()];
    return source_.open(location, selection, attributes);
  }
  mutable std::map<std::size_t, int> opened;

 private:
  const TraceSource& source_;
};

// Measured offsets would reverse messages within one node: nothing is changed or read twice.
TEST(ClockChoice, ProcessesOfOneNodeShareOneClockAndAreReadOnce) {
  const auto trace = support::parse_text_trace(R"(
processes 2
offset 0 0 0
offset 1 0 -40
0: 1000..1005 MPI_Send send 1
1: 900..1010 MPI_Recv recv 0
1: 1020..1025 MPI_Send send 0
0: 1010..1040 MPI_Recv recv 1
)");
  const CountedTrace counted(*trace.trace);
  const ClockCorrection correction = consistent_clocks(counted, with(2));
  EXPECT_EQ(correction.source, ClockSource::Raw);
  EXPECT_TRUE(correction.by_node);
  EXPECT_EQ(counted.opened[0], 1);
  EXPECT_EQ(counted.opened[1], 1);
  const ClockCorrection chosen = correct_clocks(ClockWish::Auto, *trace.trace, with(1));
  EXPECT_TRUE(same_as_recorded(correction, chosen));
  EXPECT_FALSE(correct_clocks(ClockWish::Measured, *trace.trace, with(1)).by_node);
}

// Recorded times contradict messages, but offsets of processes may not.
TEST(ClockChoice, UsesMeasuredOffsetsIfProcessesOfANodeDisagree) {
  const auto trace = support::parse_text_trace(R"(
processes 2
offset 0 0 0
offset 1 0 500
0: 1000..1005 MPI_Send send 1
1: 400..510 MPI_Recv recv 0
1: 520..525 MPI_Send send 0
0: 1010..1040 MPI_Recv recv 1
)");
  for (const ClockCorrection& correction :
       {consistent_clocks(*trace.trace, with(1)),
        correct_clocks(ClockWish::Auto, *trace.trace, with(1))}) {
    EXPECT_EQ(correction.source, ClockSource::Measured);
    EXPECT_FALSE(correction.by_node);
  }
}

// Process 1 was killed in MPI_Init long before process 0 called it.
TEST(ClockChoice, UnfinishedOperationsProveNothing) {
  const auto trace = support::parse_text_trace(R"(
processes 2
0: 900..1000 MPI_Init
   1010..1020 f
1: 10 enter MPI_Init
   15..20 f
)");
  EXPECT_EQ(reversed_in(*trace.trace), 0);
  const ClockCorrection correction = consistent_clocks(*trace.trace, with(1));
  EXPECT_EQ(correction.source, ClockSource::Measured);
  const ClockFindings findings = observe_clocks(*trace.trace, with(1));
  EXPECT_EQ(findings.collectives, 0u);
  EXPECT_EQ(findings.raw_collectives.count, 0u);
  EXPECT_TRUE(hold(findings.observations.hulls(), nullptr, trace.trace->definitions()));
}

// A process cannot receive a message from itself before sending it: no clocks satisfy such a trace.
TEST(ClockChoice, CountsUnsatisfiableMessages) {
  const auto trace = support::parse_text_trace(R"(
processes 2
0: 0 enter main
   10..20 MPI_Recv recv 0 tag=5
   30..40 MPI_Send send 0 tag=5
   50..60 MPI_Send send 1 tag=1
   90 leave
1: 0 enter main
   50..70 MPI_Recv recv 0 tag=1
   90 leave
)");
  const ClockCorrection correction = correct_clocks(ClockWish::Auto, *trace.trace, with(1));
  EXPECT_EQ(correction.contradictions, 1u);
}

}  // namespace
}  // namespace lull::analysis
