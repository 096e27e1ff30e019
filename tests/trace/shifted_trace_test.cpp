// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/source/shifted_trace.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lull/trace/otf2/archive_reader.hpp"
#include "lull/trace/otf2/archive_writer.hpp"
#include "lull/trace/source/memory_trace.hpp"
#include "support/otf2_print.hpp"
#include "support/temporary_directory.hpp"
#include "support/text/text_trace.hpp"

namespace lull {
namespace {

constexpr const char* kTrace = R"(
processes 2
0: 100 enter main; 110 flush 120; 130..140 MPI_Send send 1; 200 leave
1: 105 enter main; 120..150 MPI_Recv recv 0; 200 leave
offset 1 90 -50
)";

// The same trace shifted by this many ticks.
std::unique_ptr<MemoryTrace> later(std::uint64_t ticks) {
  auto trace = support::parse_text_trace(kTrace).trace;
  Definitions& definitions = trace->definitions_table;
  definitions.clock.global_offset.ticks = 100 + ticks;
  definitions.clock.trace_length = 100;
  for (auto& offsets : definitions.clock_offsets)
    for (ClockOffset& offset : offsets) offset.time.ticks += ticks;
  for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
    definitions.locations[i].events = trace->events[i].size();
    for (Event& event : trace->events[i]) {
      event.time.ticks += ticks;
      if (auto* const flush = std::get_if<BufferFlush>(&event.body)) flush->stop.ticks += ticks;
    }
  }
  return trace;
}

std::vector<std::uint64_t> times_of(const TraceSource& source) {
  std::vector<std::uint64_t> times;
  for (std::uint32_t i = 0; i < source.definitions().locations.size(); ++i) {
    const auto cursor = source.open(LocationId(i), select_all_events());
    for (auto events = cursor->next(); !events.empty(); events = cursor->next())
      for (const Event& event : events) {
        times.push_back(event.time.ticks);
        if (const auto* const flush = std::get_if<BufferFlush>(&event.body))
          times.push_back(flush->stop.ticks);
      }
  }
  return times;
}

constexpr std::uint64_t kRoom = std::uint64_t{1} << 50;

TEST(ShiftedTrace, BeginsEarlyHoweverLateTheTraceIs) {
  std::vector<std::uint64_t> expected = times_of(*later(0));
  for (std::uint64_t& time : expected) time += kRoom - 90;  // the first time is an offset's
  for (const std::uint64_t ticks : {std::uint64_t{1} << 61, std::uint64_t{1} << 62,
                                    std::uint64_t{1} << 63, ~std::uint64_t{0} - 200}) {
    const auto trace = with_ordinary_times(later(ticks));
    EXPECT_EQ(times_of(*trace), expected);
    const Definitions& definitions = trace->definitions();
    EXPECT_EQ(definitions.clock.global_offset.ticks, kRoom + 10);
    EXPECT_EQ(definitions.clock.origin + kRoom, ticks + 90);
    EXPECT_EQ(definitions.clock_offsets[1][0].time.ticks, kRoom);
  }
}

TEST(ShiftedTrace, DoesNotNeedACorrectBegin) {
  auto wrong = later(std::uint64_t{1} << 63);
  wrong->definitions_table.clock.global_offset.ticks = 0;
  EXPECT_EQ(times_of(*with_ordinary_times(std::move(wrong))).front(), kRoom + 10);
}

TEST(ShiftedTrace, LeavesOrdinaryTimesAlone) {
  for (const std::uint64_t ticks : {std::uint64_t{0}, std::uint64_t{1'800'000'000'000'000'000}}) {
    auto trace = later(ticks);
    const TraceSource* const source = trace.get();
    EXPECT_EQ(with_ordinary_times(std::move(trace)).get(), source);
  }
}

TEST(ShiftedTrace, IsWrittenWithItsOwnTimes) {
  if (!support::have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const support::TemporaryDirectory directory;
  const auto trace = later(~std::uint64_t{0} - 250);
  write_archive(*trace, directory / "first");
  write_archive(*open_archive(directory / "first"), directory / "second");
  EXPECT_EQ(support::print_events(directory / "second/traces.otf2"),
            support::print_events(directory / "first/traces.otf2"));
  EXPECT_EQ(open_archive(directory / "second")->definitions().clock.origin,
            open_archive(directory / "first")->definitions().clock.origin);
}

}  // namespace
}  // namespace lull
