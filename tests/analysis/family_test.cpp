// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A family of patterns with its own follower, operation, matcher and compound event.
#include <gtest/gtest.h>

#include <memory>
#include <variant>
#include <vector>

#include "../examples/cpp/window_collectives.hpp"
#include "lull/analysis/results/report/report_builder.hpp"
#include "support/engine_values.hpp"
#include "support/text/text_trace.hpp"

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
  ASSERT_EQ(notes.remarks.size(), 2u);  // the second fence, from this and from Lull's own matcher
  for (const auto& [remark, count] : notes.remarks) EXPECT_EQ(count, 1u);
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

// Counts events, and checks that each lies in a call of its own location.
class CountingFollower final : public Follower {
 public:
  CountingFollower(LocationId location, std::vector<std::uint64_t>& seen)
      : location_(location), seen_(seen) {}
  [[nodiscard]] EventSelection selection() const override { return EventSelection().set(); }
  void on(const Event& event, const OpenCall& call, Outbox&) override {
    EXPECT_EQ(call.location, location_);
    ++seen_[event.body.index()];
  }

 private:
  LocationId location_;
  std::vector<std::uint64_t>& seen_;
};

TEST(Family, ItsFollowersReceiveAllSelectedEvents) {
  const auto text = support::parse_text_trace(R"(
processes 2
0: 0 enter main; 10..20 MPI_Send send 1; 30..40 MPI_Barrier collective
   42..44 MPI_Bcast coll_begin, coll_end root=0; 50 leave
1: 0 enter main; 5..25 MPI_Recv recv 0; 30..40 MPI_Barrier collective
   41..44 MPI_Bcast coll_begin, coll_end root=0; 46 flush 48; 50 leave
)");
  std::vector<std::uint64_t> seen(std::variant_size_v<EventBody>);
  std::vector<std::uint64_t> expected(seen.size());
  for (const auto& events : text.trace->events)
    for (const Event& event : events) ++expected[event.body.index()];
  AnalysisOptions options;
  options.threads = 1;
  const report::Report alone = support::analyse_by_engine(*text.trace, options);
  options.followers = [&seen](const FollowerPlace& place) {
    FollowerList list = make_followers(place);
    list.push_back(std::make_unique<CountingFollower>(place.location, seen));
    return list;
  };
  const report::Report followed = support::analyse_by_engine(*text.trace, options);
  EXPECT_EQ(seen, expected);
  EXPECT_EQ(support::values_of(followed, 1), support::values_of(alone, 1));
}

TEST(Family, ItsEventsAreKnownByTheirNames) {
  const MetricCatalogue catalogue;
  ChargeSink charges(catalogue);
  Bus bus(charges);
  bus.announce(*event_type<example::WindowCollective>());
  ASSERT_EQ(bus.types().size(), 1u);
  EXPECT_EQ(bus.types().front()->name, "WindowCollective");
}

TEST(Family, OperationsWithoutAMatcherAreAnError) {
  const auto text = support::parse_text_trace(kTrace);
  AnalysisOptions options = example::with_windows();
  options.matchers = make_matchers;
  Analysis analysis(*text.trace, patterns::make_patterns, options);
  EXPECT_THROW(analysis.run(), std::logic_error);
}

}  // namespace
}  // namespace lull::analysis
