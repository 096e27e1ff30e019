// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random traces: the engine equals the reference everywhere, for any number of threads, size of
// slices, and order in which simultaneous events are read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "analysis/random_check.hpp"
#include "support/engine_values.hpp"

namespace lull::analysis {
namespace {

using support::RandomTraceOptions;

class RandomTracesOf : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomTracesOf, GiveTheSameResultByEngineAndReference) {
  for (std::uint64_t seed = GetParam(); seed < GetParam() + seeds(64); ++seed) {
    const RandomTraceOptions options = options_of(seed);
    ASSERT_EQ(failure_of(seed, options), "") << shrunk(seed, options);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomTracesOf, testing::Values(0, 64, 128, 192, 256, 320));

// The same program with its processes in another order has the same sums, although simultaneous
// events are read in another order, and locations have other numbers.
TEST(RandomTraces, SumsDoNotDependOnTheOrderOfProcesses) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomTraceOptions options = options_of(seed * 4 + 4);  // has simultaneous events
    options.threads = 1;
    const auto trace = support::random_trace(seed, options);
    const auto totals = [](const TraceSource& source) {
      std::map<std::string, std::int64_t> sums;
      AnalysisOptions slices;
      slices.slice_events = 50;
      for (const auto& [metric, places] :
           support::values_of(support::analyse_by_engine(source, slices),
                              source.definitions().clock.ticks_per_second))
        for (const auto& [place, value] : places) sums[metric] += value;
      return sums;
    };
    const auto expected = totals(*trace);
    // Reverse processes and locations; ranks stay.
    Definitions& table = trace->definitions_table;
    const std::size_t last = table.locations.size() - 1;
    ASSERT_EQ(table.processes.size(), last + 1);
    const auto turned = [last](auto id) { return decltype(id)(last - id.index()); };
    std::ranges::reverse(trace->events);
    std::ranges::reverse(table.locations);
    std::ranges::reverse(table.processes);
    std::ranges::reverse(table.clock_offsets);
    for (Location& location : table.locations) location.process = turned(location.process);
    for (Process& process : table.processes)
      for (LocationId& id : process.locations) id = turned(id);
    for (Group& group : table.groups)
      for (LocationId& id : group.locations)
        if (id.defined()) id = turned(id);
    EXPECT_EQ(totals(*trace), expected) << "seed " << seed << ", " << text_of(options);
  }
}

}  // namespace
}  // namespace lull::analysis
