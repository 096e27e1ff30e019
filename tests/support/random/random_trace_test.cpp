// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/random/random_trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "lull/trace/otf2/archive_writer.hpp"
#include "support/otf2_print.hpp"
#include "support/temporary_directory.hpp"
#include "support/trace_survey.hpp"

namespace lull::support {
namespace {

constexpr std::uint64_t kSeeds = 60;

RandomTraceOptions hybrid() {
  RandomTraceOptions options;
  options.threads = 3;
  return options;
}

TEST(RandomTrace, NestsItsRegionsAndNeverGoesBackInTime) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto trace = random_trace(seed, hybrid());
    for (const auto& events : trace->events) {
      std::vector<RegionId> stack;
      Timestamp last;
      for (const Event& event : events) {
        ASSERT_GE(event.time, last) << seed;
        last = event.time;
        if (const auto* e = std::get_if<Enter>(&event.body)) stack.push_back(e->region);
        if (const auto* e = std::get_if<Leave>(&event.body)) {
          ASSERT_EQ(stack.back(), e->region) << seed;
          stack.pop_back();
        }
      }
      ASSERT_TRUE(stack.empty()) << seed;
    }
  }
}

TEST(RandomTrace, ReceivesEveryMessageOnceAfterItWasSent) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Survey survey = survey_of(*random_trace(seed));
    ASSERT_EQ(survey.open_requests, 0u) << seed;
    ASSERT_EQ(survey.sends.size(), survey.receives.size()) << seed;
    for (const auto& [channel, sends] : survey.sends) {
      const auto& receives = survey.receives.at(channel);
      ASSERT_EQ(sends.size(), receives.size()) << seed;
      for (std::size_t i = 0; i < sends.size(); ++i) {
        ASSERT_LE(sends[i].time, receives[i].time) << seed;
        ASSERT_EQ(sends[i].bytes, receives[i].bytes) << seed;
      }
    }
  }
}

TEST(RandomTrace, LetsAllMembersCallTheSameCollectives) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto trace = random_trace(seed);
    for (const auto& [comm, members] : survey_of(*trace).collectives) {
      ASSERT_EQ(members.size(), trace->definitions().size_of(comm)) << seed;
      for (const auto& [location, operations] : members)
        ASSERT_EQ(operations, members.begin()->second) << seed;
    }
  }
}

TEST(RandomTrace, ContainsEveryKindOfEventItCanMake) {
  std::array<std::size_t, std::variant_size_v<EventBody>> sums{};
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Survey survey = survey_of(*random_trace(seed, hybrid()));
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += survey.counts[i];
  }
  const EventSelection made =
      select_events<Enter, Leave, MpiSend, MpiRecv, MpiIsend, MpiIsendComplete, MpiIrecvRequest,
                    MpiIrecv, MpiCollectiveBegin, MpiCollectiveEnd, NonBlockingCollectiveRequest,
                    NonBlockingCollectiveComplete, ProgramBegin, ProgramEnd, ThreadFork, ThreadJoin,
                    ThreadTeamBegin, ThreadTeamEnd, ThreadAcquireLock, ThreadReleaseLock>();
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i] > 0, made.test(i)) << i;
}

TEST(RandomTrace, CompletesReceivesOfOneChannelOutOfOrder) {
  bool found = false;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
    for (const auto& [channel, receives] : survey_of(*random_trace(seed)).receives)
      found |= !std::ranges::is_sorted(receives, {}, &Half::time);
  EXPECT_TRUE(found);
}

TEST(RandomTrace, DependsOnlyOnItsSeed) {
  const auto one = random_trace(7, hybrid());
  const auto same = random_trace(7, hybrid());
  const auto other = random_trace(8, hybrid());
  ASSERT_EQ(one->events.size(), same->events.size());
  for (std::size_t i = 0; i < one->events.size(); ++i) {
    ASSERT_EQ(one->events[i].size(), same->events[i].size());
    for (std::size_t j = 0; j < one->events[i].size(); ++j) {
      ASSERT_EQ(one->events[i][j].time, same->events[i][j].time);
      ASSERT_EQ(one->events[i][j].body.index(), same->events[i][j].body.index());
    }
  }
  EXPECT_NE(one->events[0].size(), other->events[0].size());
}

TEST(RandomTrace, OmitsWhatIsSwitchedOff) {
  RandomTraceOptions options;
  options.non_blocking_messages = false;
  options.collectives = false;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Survey survey = survey_of(*random_trace(seed, options));
    EXPECT_EQ(survey.counts[kEventKind<MpiIsend>], 0u);
    EXPECT_EQ(survey.counts[kEventKind<MpiCollectiveEnd>], 8u);  // MPI_Init and MPI_Finalize
  }
}

TEST(RandomTrace, IsAnArchiveThatOtf2PrintReads) {
  if (!have_otf2_print()) GTEST_SKIP() << "otf2-print is not installed";
  const TemporaryDirectory directory;
  const auto trace = random_trace(3, hybrid());
  write_archive(*trace, directory / "archive");
  std::size_t events = 0;
  for (const auto& location : trace->events) events += location.size();
  EXPECT_EQ(event_heads(print_events(directory / "archive/traces.otf2")).size(), events);
}

}  // namespace
}  // namespace lull::support
