// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/corrected_trace.hpp"

#include <gtest/gtest.h>

#include "lull/trace/global/global_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull {
namespace {

constexpr const char* kTrace = R"(
processes 2
offset 0 100 1000
offset 0 200 1100
0: 100 enter main; 110 flush 120; 200 leave
1: 100 enter main; 200 leave
)";

std::unique_ptr<EventCursor> open(const TraceSource& trace, std::size_t location,
                                  const EventSelection& selection) {
  return trace.open(LocationId(location), selection);
}

std::vector<std::uint64_t> times_of(EventCursor& cursor) {
  std::vector<std::uint64_t> times;
  for (auto events = cursor.next(); !events.empty(); events = cursor.next())
    for (const Event& event : events) times.push_back(event.time.ticks);
  return times;
}

TEST(CorrectedTrace, MapsTheTimesOfEvents) {
  const auto text = support::parse_text_trace(kTrace);
  const CorrectedTrace trace(*text.trace);
  const auto cursor = open(trace, 0, select_all_events());
  EXPECT_EQ(times_of(*cursor), (std::vector<std::uint64_t>{1100, 1120, 1300}));
}

TEST(CorrectedTrace, MayOwnItsSource) {
  GlobalTrace trace(on_one_clock(support::parse_text_trace(kTrace).trace));
  EXPECT_EQ(trace.event(0).time().ticks, 100u);  // process 1's clock is not corrected
  EXPECT_EQ(trace.event(trace.size() - 1).time().ticks, 1300u);
}

TEST(CorrectedTrace, MapsTimesInsideEvents) {
  const auto text = support::parse_text_trace(kTrace);
  const CorrectedTrace trace(*text.trace);
  const auto cursor = open(trace, 0, select_events<BufferFlush>());
  const auto events = cursor->next();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(std::get<BufferFlush>(events[0].body).stop.ticks, 1140u);
}

TEST(CorrectedTrace, DoesNotChangeLocationsWithoutOffsets) {
  const auto text = support::parse_text_trace(kTrace);
  const CorrectedTrace trace(*text.trace);
  const auto cursor = open(trace, 1, select_all_events());
  EXPECT_EQ(times_of(*cursor), (std::vector<std::uint64_t>{100, 200}));
}

TEST(CorrectedTrace, DoesNotChangeItsSource) {
  const auto text = support::parse_text_trace(kTrace);
  const CorrectedTrace trace(*text.trace);
  static_cast<void>(times_of(*open(trace, 0, select_all_events())));
  EXPECT_EQ(text.trace->events[0][0].time.ticks, 100u);
  EXPECT_EQ(&trace.definitions(), &text.trace->definitions());
}

TEST(CorrectedTrace, DeliversUnreadEventsOnceMoreAfterRelease) {
  const auto text = support::parse_text_trace(kTrace);
  const CorrectedTrace trace(*text.trace);
  const auto cursor = open(trace, 0, select_all_events());
  ASSERT_EQ(cursor->next().size(), 3u);
  cursor->release(2);
  EXPECT_EQ(times_of(*cursor), (std::vector<std::uint64_t>{1120, 1300}));
}

TEST(CorrectedTrace, ConvertsTimesToTheLocationsClock) {
  const auto text = support::parse_text_trace(kTrace);
  ClockCorrection correction{.source = ClockSource::Messages};
  correction.offsets = {{{Timestamp{100}, 1000}, {Timestamp{200}, 1100}}, {}};
  correction.pushes = {{{Timestamp{0}, 0}, {Timestamp{1250}, 0}, {Timestamp{1260}, 5000}}, {}};
  const CorrectedTrace trace(*text.trace, correction);
  TimeMap map(correction.offsets[0]);
  TimeMap push(correction.pushes[0]);
  for (std::uint64_t time = 0; time < 20'000; time += 7) {
    const Timestamp own = trace.own_time(LocationId{0}, Timestamp{time});
    EXPECT_GE(push(map(own)).ticks, time);
    if (own.ticks > 0) {
      EXPECT_LT(push(map(Timestamp{own.ticks - 1})).ticks, time);
    }
    EXPECT_EQ(trace.own_time(LocationId{1}, Timestamp{time}).ticks, time);
  }
  EXPECT_GT(trace.own_time(LocationId{0}, kEndOfTime).ticks, 20'000u);
}

TEST(CorrectedTrace, BeginsWithItsFirstEvent) {
  const auto text = support::parse_text_trace(kTrace);
  ClockCorrection correction{.source = ClockSource::Messages};
  correction.begin = Timestamp{77};
  EXPECT_EQ(CorrectedTrace(*text.trace, correction).definitions().clock.global_offset.ticks, 77u);
}

}  // namespace
}  // namespace lull
