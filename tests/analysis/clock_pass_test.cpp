// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks the clock errors that traces reveal, and the errors that remain after the chosen
// correction.
#include "lull/clock_search/clock_pass.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "analysis/false_clocks.hpp"
#include "analysis/real_traces.hpp"
#include "lull/clock/clock_correction.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "support/random/random_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::analysis {
namespace {

constexpr const char* kReversed = R"(
processes 2
0: 0 enter main; 100 enter MPI_Send; 101 send 1; 110 leave
1: 0 enter main; 50 enter MPI_Recv; 90 recv 0; 95 leave
0: 200..300 MPI_Barrier coll_end op=barrier
1: 170..190 MPI_Barrier coll_end op=barrier
)";

ClockFindings observe(const TraceSource& trace, unsigned threads = 1,
                      std::uint64_t slice_events = 1u << 16U) {
  AnalysisOptions options;
  options.threads = threads;
  options.slice_events = slice_events;
  return observe_clocks(trace, options);
}

ClockCorrection choice_for(const TraceSource& trace) {
  return choose_clocks(observe(trace).observations, trace.definitions());
}

// Remaining violations with these clocks.
std::uint64_t reversed_after(const TraceSource& trace, const ClockCorrection& correction) {
  const bool measured = correction.source == ClockSource::Measured;
  const ClockFindings findings = observe(trace);
  if (measured) return findings.all().measured.count + findings.measured_collectives.count;
  const CorrectedTrace corrected(trace, &correction.offsets);
  const ClockFindings after = observe(corrected);
  return after.all().raw.count + after.raw_collectives.count;
}

TEST(ClockPass, CountsMessagesThatArriveBeforeTheyAreSent) {
  const auto text = support::parse_text_trace(kReversed);
  const ClockFindings findings = observe(*text.trace);
  EXPECT_EQ(findings.all().messages, 1u);
  EXPECT_EQ(findings.all().raw.count, 1u);
  EXPECT_EQ(findings.all().raw.greatest.ticks, 11);
  EXPECT_EQ(findings.collectives, 1u);
  EXPECT_EQ(findings.raw_collectives.count, 1u);
  EXPECT_EQ(findings.raw_collectives.greatest.ticks, 10);
  EXPECT_EQ(choice_for(*text.trace).source, ClockSource::Messages);
}

support::RandomTraceOptions correct_program(std::uint64_t seed) {
  support::RandomTraceOptions options;
  options.processes = 2 + static_cast<std::uint32_t>(seed % 7);
  options.equal_times = false;
  return options;
}

TEST(ClockPass, CorrectTracesStayAsTheyAre) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto trace = support::random_trace(seed, correct_program(seed));
    const ClockFindings findings = observe(*trace);
    ASSERT_EQ(findings.all().raw.count, 0u) << seed;
    ASSERT_EQ(findings.raw_collectives.count, 0u) << seed;
    const ClockCorrection correction = choice_for(*trace);
    ASSERT_EQ(correction.source, ClockSource::Measured) << seed;
  }
}

TEST(ClockPass, NothingIsReversedOnClocksThatMessagesGive) {
  std::uint64_t corrected = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    auto options = correct_program(seed);
    options.interruptions = false;
    const auto trace = support::random_trace(seed, options);
    falsify_clocks(*trace, seed);
    const ClockCorrection correction = choice_for(*trace);
    ASSERT_TRUE(correction.holds_all) << seed;
    ASSERT_EQ(reversed_after(*trace, correction), 0u) << seed;
    corrected += correction.source == ClockSource::Messages ? 1 : 0;
  }
  EXPECT_GT(corrected, 50u);
}

TEST(ClockPass, DoesNotDependOnThreadsAndSlices) {
  const auto trace = support::random_trace(5, correct_program(5));
  falsify_clocks(*trace, 5);
  const auto offsets = [&](unsigned threads, std::uint64_t slice) {
    const auto correction =
        choose_clocks(observe(*trace, threads, slice).observations, trace->definitions());
    std::vector<std::int64_t> all;
    for (const auto& knots : correction.offsets)
      for (const ClockOffset& knot : knots) all.push_back(knot.offset);
    return all;
  };
  const auto expected = offsets(1, 1u << 16U);
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(offsets(2, 1000), expected);
  EXPECT_EQ(offsets(8, 64), expected);
}

class ClocksOf : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(ClocksOf, LeaveNothingReversed) {
  const auto archive = open_archive(GetParam());
  const ClockCorrection correction = choice_for(*archive);
  EXPECT_TRUE(correction.holds_all);
  EXPECT_EQ(reversed_after(*archive, correction), 0u);
}

INSTANTIATE_TEST_SUITE_P(RealTraces, ClocksOf, testing::ValuesIn(support::real_traces()),
                         support::name_of_trace);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ClocksOf);

// With very many operations not all pairs of members are compared, but each operation is known to
// be reversed or not.
TEST(ClockPass, CountsAllOfVeryManyReversedOperations) {
  constexpr std::uint64_t kOperations = 6'000;
  std::string text = "processes 4\n";
  for (std::uint64_t rank = 0; rank < 4; ++rank)
    for (std::uint64_t i = 0; i < kOperations; ++i) {
      // Every tenth time rank 3 seems to arrive after the others have left.
      const std::uint64_t begin = 1'000 * i + (rank == 3 && i % 10 == 0 ? 500 : 0);
      text += fmt::format("{}: {}..{} MPI_Barrier coll_end op=barrier\n", rank, begin, begin + 100);
    }
  const auto trace = support::parse_text_trace(text);
  const ClockFindings findings = observe_clocks(*trace.trace, {});
  EXPECT_EQ(findings.collectives, kOperations);
  EXPECT_EQ(findings.raw_collectives.count, kOperations / 10);
  EXPECT_EQ(findings.raw_collectives.greatest.ticks, 400);
}

}  // namespace
}  // namespace lull::analysis
