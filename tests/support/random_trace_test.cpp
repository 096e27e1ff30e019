// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/random_trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "lull/trace/otf2/archive_writer.hpp"
#include "support/otf2_print.hpp"
#include "support/temporary_directory.hpp"

namespace lull::support {
namespace {

using Channel = std::tuple<LocationId, LocationId, CommunicatorId, std::uint32_t>;

struct Half {
  Timestamp time;
  std::uint64_t bytes = 0;
};

// What the checks gather from a trace.
struct Survey {
  std::map<Channel, std::vector<Half>> sends;     // in the order of posting
  std::map<Channel, std::vector<Half>> receives;  // in the order of posting, time of completion
  std::map<CommunicatorId, std::map<LocationId, std::vector<CollectiveOperation>>> collectives;
  std::size_t open_requests = 0;
  std::array<std::size_t, std::variant_size_v<EventBody>> counts{};
};

// Gathers one location's events.
class Surveyor {
 public:
  Surveyor(const MemoryTrace& trace, LocationId self, Survey& survey)
      : definitions_(trace.definitions()), self_(self), survey_(survey) {
    for (const Event& event : trace.events[self.index()]) {
      ++survey.counts[event.body.index()];
      time_ = event.time;
      std::visit(*this, event.body);
    }
    for (const auto& [channel, half] : receives_) survey.receives[channel].push_back(half);
  }

  void operator()(const MpiSend& e) { sent(e); }
  void operator()(const MpiIsend& e) {
    ++survey_.open_requests;
    sent(e);
  }
  void operator()(const MpiRecv& e) { receives_.push_back(received(e)); }
  void operator()(const MpiIrecvRequest& e) {
    ++survey_.open_requests;
    posted_[e.request] = receives_.size();
    receives_.emplace_back();
  }
  void operator()(const MpiIrecv& e) {
    --survey_.open_requests;
    receives_.at(posted_.at(e.request)) = received(e);
  }
  void operator()(const MpiIsendComplete&) { --survey_.open_requests; }
  void operator()(const NonBlockingCollectiveRequest&) { ++survey_.open_requests; }
  void operator()(const NonBlockingCollectiveComplete&) { --survey_.open_requests; }
  void operator()(const MpiCollectiveEnd& e) {
    survey_.collectives[e.communicator][self_].push_back(e.operation);
  }
  void operator()(const auto&) {}

 private:
  void sent(const auto& e) {
    const LocationId to = definitions_.location_of(e.communicator, e.receiver, self_);
    survey_.sends[{self_, to, e.communicator, e.tag}].push_back({time_, e.length});
  }
  std::pair<Channel, Half> received(const auto& e) const {
    const LocationId from = definitions_.location_of(e.communicator, e.sender, self_);
    return {{from, self_, e.communicator, e.tag}, {time_, e.length}};
  }

  const Definitions& definitions_;
  LocationId self_;
  Survey& survey_;
  Timestamp time_;
  std::map<std::uint64_t, std::size_t> posted_;  // request → its place among the receives
  std::vector<std::pair<Channel, Half>> receives_;
};

Survey survey_of(const MemoryTrace& trace) {
  Survey survey;
  for (std::size_t i = 0; i < trace.events.size(); ++i) Surveyor(trace, LocationId(i), survey);
  return survey;
}

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

TEST(RandomTrace, HoldsEveryKindOfEventThatItCanMake) {
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

TEST(RandomTrace, CompletesReceivesOfOneChannelInAnotherOrderThanPosted) {
  bool found = false;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed)
    for (const auto& [channel, receives] : survey_of(*random_trace(seed)).receives)
      found |= !std::ranges::is_sorted(receives, {}, &Half::time);
  EXPECT_TRUE(found);
}

TEST(RandomTrace, FollowsFromItsSeed) {
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

TEST(RandomTrace, LeavesOutWhatIsSwitchedOff) {
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
