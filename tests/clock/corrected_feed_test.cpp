// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Fed event by event, a location on the common clock has the same events as in batches.
#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "lull/clock/corrected_trace.hpp"
#include "lull/trace/event/event_sink.hpp"
#include "lull/trace/event/kept_events.hpp"
#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "support/random/random_trace.hpp"
#include "support/temporary_directory.hpp"
#include "support/text/text_trace.hpp"

namespace lull {
namespace {

using Seen = std::vector<std::pair<std::uint64_t, std::size_t>>;  // time, kind

class SeeingSink final : public EventSink {
 public:
  void on(Timestamp time, const Enter&) override { add<Enter>(time); }
  void on(Timestamp time, const Leave&) override { add<Leave>(time); }
  void on(Timestamp time, const MpiSend&) override { add<MpiSend>(time); }
  void on(Timestamp time, const MpiRecv&) override { add<MpiRecv>(time); }
  void on(const Event& event) override { seen.emplace_back(event.time.ticks, event.body.index()); }

  Seen seen;

 private:
  template <class Body>
  void add(Timestamp time) {
    seen.emplace_back(time.ticks, kEventKind<Body>);
  }
};

// Offsets of clocks that gain and lose, some of them so much that they run backwards.
CorrectedTrace::Offsets random_offsets(std::size_t locations, std::mt19937& random, bool odd) {
  CorrectedTrace::Offsets offsets(locations);
  for (auto& of : offsets) {
    std::uint64_t time = 0;
    for (std::size_t i = random() % 5; i > 0; --i) {
      time += (odd ? 1 : 100) + random() % 400;
      const std::int64_t most = odd ? 2000 : 20;
      of.push_back(
          {Timestamp{time}, 5000 + static_cast<std::int64_t>(random() % (2 * most)) - most, 0});
    }
  }
  return offsets;
}

void expect_the_same(const TraceSource& trace, LocationId location, std::mt19937& random,
                     bool odd) {
  Seen wanted;
  const auto reader = trace.open(location, select_all_events());
  for (auto events = reader->next(); !events.empty(); events = reader->next())
    for (const Event& event : events) wanted.emplace_back(event.time.ticks, event.body.index());
  const auto cursor = trace.open(location, select_all_events());
  ASSERT_TRUE(cursor->feeds());
  SeeingSink found;
  for (auto end = EventCursor::FeedEnd::Block; end != EventCursor::FeedEnd::End;) {
    const std::uint64_t next = cursor->next_time().ticks;
    const Timestamp until =
        next < kEndOfTime.ticks - 1000 ? Timestamp{next + 1 + random() % 300} : kEndOfTime;
    const std::size_t before = found.seen.size();
    while ((cursor->next_time() < until || until == kEndOfTime) && end != EventCursor::FeedEnd::End)
      end = cursor->feed(random() % 20 == 0 ? kEndOfTime : until, found);
    if (odd || end != EventCursor::FeedEnd::Limit) continue;
    for (std::size_t i = before + 1; i < found.seen.size(); ++i)
      ASSERT_LE(found.seen[i - 1].first, found.seen[i].first);
  }
  ASSERT_EQ(found.seen, wanted);

  Seen kept;
  KeptEvents events;
  const auto keeper = trace.open(location, select_all_events());
  while (keeper->next_kept(events))
    for (const Event& event : events.events)
      kept.emplace_back(event.time.ticks, event.body.index());
  ASSERT_EQ(kept, wanted);
}

TEST(CorrectedFeed, HasTheEventsOfTheBatches) {
  std::mt19937 random(1);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    support::RandomTraceOptions options;
    options.interruptions = seed % 2 == 1;
    const support::TemporaryDirectory directory;
    write_archive(*support::random_trace(seed, options), directory / "archive");
    const auto archive = open_archive(directory / "archive", Decoding::Own);
    for (std::size_t round = 0; round < 20; ++round) {
      const bool odd = round % 4 == 0;
      const auto offsets = random_offsets(archive->definitions().locations.size(), random, odd);
      const CorrectedTrace trace(*archive, &offsets);
      for (std::size_t i = 0; i < offsets.size(); ++i)
        expect_the_same(trace, LocationId(i), random, odd);
    }
  }
}

// After correction, the last time of all may be earlier than others.
TEST(CorrectedFeed, EndsWithAnEventAtTheEndOfTime) {
  std::mt19937 random(1);
  const support::TemporaryDirectory directory;
  auto trace = support::parse_text_trace(
      "processes 1\n0: 952 enter main; 1002 enter f; 1003 leave; 18446744073709551615 leave\n");
  write_archive(*trace.trace, directory / "archive");
  const auto archive = open_archive(directory / "archive", Decoding::Own);
  for (const std::int64_t offset : {std::int64_t{8}, std::int64_t{-8}, std::int64_t{1} << 40U}) {
    const CorrectedTrace::Offsets offsets{{{Timestamp{1000}, offset, 0}}};
    const CorrectedTrace corrected(*archive, &offsets);
    expect_the_same(corrected, LocationId(0), random, true);
  }
}

}  // namespace
}  // namespace lull
