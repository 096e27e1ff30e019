// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The part of a trace in memory does not depend on the trace's own statements.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "lull/analysis/analysis.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "support/text/text_trace.hpp"

namespace lull::analysis {
namespace {

TEST(Slices, AreNoLargerIfTheTraceDeclaresMoreEvents) {
  std::string text = "processes 2\n";
  for (int rank = 0; rank < 2; ++rank)
    for (int i = 0; i < 20'000; ++i)
      text += fmt::format("{}: {}..{} work\n", rank, 100 * i, 100 * i + 50);
  const auto trace = support::parse_text_trace(text);
  for (const std::uint64_t length : {std::uint64_t{1}, std::uint64_t{1} << 62U}) {
    trace.trace->definitions_table.clock.trace_length = length;
    AnalysisOptions options;
    options.slice_events = 1'000;
    std::uint64_t last = 0;
    std::uint64_t most = 0;
    options.progress = [&](std::uint64_t events) {
      most = std::max(most, events - last);
      last = events;
    };
    Analysis analysis(*trace.trace, patterns::make_patterns, options);
    analysis.run();
    EXPECT_EQ(analysis.events(), 80'000u);
    EXPECT_LT(most, 8'000u) << length;
  }
}

}  // namespace
}  // namespace lull::analysis
