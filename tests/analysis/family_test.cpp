// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A family of patterns that brings its own follower, operation, matcher and compound event.
#include <gtest/gtest.h>

#include "../examples/cpp/window_collectives.hpp"
#include "lull/analysis/results/report_builder.hpp"
#include "support/engine_values.hpp"
#include "support/text_trace.hpp"

namespace lull::analysis {
namespace {

constexpr const char* kTrace = R"(
processes 3
window win
0: 0 enter main; 10 enter MPI_Win_fence; 11 rma_coll_begin; 40 rma_coll_end win=win; 41 leave; 60 enter MPI_Win_fence; 61 rma_coll_begin; 62 rma_coll_end win=win; 63 leave; 90 leave
1: 0 enter main; 20 enter MPI_Win_fence; 21 rma_coll_begin; 40 rma_coll_end win=win; 41 leave; 90 leave
2: 0 enter main; 35 enter MPI_Win_fence; 36 rma_coll_begin; 40 rma_coll_end win=win; 41 leave; 90 leave
)";

support::Values values_of(const TraceSource& trace, AnalysisOptions options,
                          MatchingNotes* notes = nullptr) {
  Analysis analysis(trace, example::patterns_with_windows,
                    example::with_windows(std::move(options)));
  analysis.run();
  if (notes != nullptr) *notes = analysis.notes();
  const report::Report report = build_report(analysis);
  support::expect_fitting_metrics(report);
  return support::values_of(report, trace.definitions().clock.ticks_per_second);
}

TEST(Family, BringsWhatItNeedsFromFollowerToPattern) {
  const auto text = support::parse_text_trace(kTrace);
  MatchingNotes notes;
  const auto values = values_of(*text.trace, {}, &notes);
  const auto& waits = values.at("example_window_wait");
  ASSERT_EQ(waits.size(), 2u);
  EXPECT_EQ(waits.at({"main/MPI_Win_fence", LocationId(std::size_t{0})}), 25);
  EXPECT_EQ(waits.at({"main/MPI_Win_fence", LocationId(std::size_t{1})}), 15);
  ASSERT_EQ(notes.remarks.size(), 1u);  // the second fence of process 0
  EXPECT_EQ(notes.remarks.begin()->second, 1u);
}

TEST(Family, GivesTheSameForAnySlicesThreadsAndCheckpoints) {
  const auto text = support::parse_text_trace(kTrace);
  const auto expected = values_of(*text.trace, {});
  for (const unsigned threads : {1u, 3u})
    for (const std::uint64_t slice : {1u, 5u}) {
      AnalysisOptions options;
      options.threads = threads;
      options.slice_events = slice;
      options.checkpoint_events = 20;
      EXPECT_EQ(values_of(*text.trace, options), expected);
    }
}

TEST(Family, ItsEventsAreKnownByTheirNames) {
  const MetricCatalogue catalogue;
  Bus bus(catalogue);
  bus.announce(*event_type<example::WindowCollective>());
  ASSERT_EQ(bus.types().size(), 1u);
  EXPECT_EQ(bus.types().front()->name, "WindowCollective");
}

TEST(Family, WithoutAMatcherItsOperationsAreNoticed) {
  const auto text = support::parse_text_trace(kTrace);
  AnalysisOptions options = example::with_windows();
  options.matchers = make_matchers;
  Analysis analysis(*text.trace, patterns::make_patterns, options);
  EXPECT_THROW(analysis.run(), std::logic_error);
}

}  // namespace
}  // namespace lull::analysis
