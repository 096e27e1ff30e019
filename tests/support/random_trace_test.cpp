// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/random_trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
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

// How many of the first seeds show something with an option, and how many without.
template <class Shows>
void expect_shown_by(bool RandomTraceOptions::*option, Shows shows, std::uint32_t threads = 3) {
  std::size_t with = 0;
  std::size_t without = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    RandomTraceOptions options;
    options.threads = threads;
    without += shows(*random_trace(seed, options)) ? 1 : 0;
    options.*option = true;
    with += shows(*random_trace(seed, options)) ? 1 : 0;
  }
  EXPECT_GT(with, 5u);
  EXPECT_EQ(without, 0u);
}

// Calls seen(stack, region) for each leave.
template <class Seen>
void for_each_leave(const MemoryTrace& trace, Seen seen) {
  for (const auto& events : trace.events) {
    std::vector<RegionId> stack;
    for (const Event& event : events) {
      if (const auto* e = std::get_if<Enter>(&event.body)) stack.push_back(e->region);
      const auto* const leave = std::get_if<Leave>(&event.body);
      if (leave == nullptr) continue;
      seen(stack, leave->region);
      const auto open = std::ranges::find(stack.rbegin(), stack.rend(), leave->region);
      if (open != stack.rend()) stack.erase(open.base() - 1, stack.end());
    }
  }
}

bool is_open(const std::vector<RegionId>& stack, RegionId region) {
  return std::ranges::find(stack, region) != stack.end();
}

template <class Body>
bool holds(const MemoryTrace& trace) {
  return survey_of(trace).counts[kEventKind<Body>] > 0;
}

TEST(RandomTrace, LosesMessages) {
  expect_shown_by(&RandomTraceOptions::lost_messages, [](const MemoryTrace& trace) {
    bool lost = false;  // requests may miss their end, or their begin
    for (const auto& events : trace.events) {
      std::set<std::uint64_t> open;
      for (const Event& event : events) {
        if (const auto* e = std::get_if<MpiIrecvRequest>(&event.body)) open.insert(e->request);
        if (const auto* e = std::get_if<MpiIrecv>(&event.body)) lost |= open.erase(e->request) == 0;
      }
    }
    return lost;
  });
}

TEST(RandomTrace, LosesMembersOfCollectives) {
  expect_shown_by(&RandomTraceOptions::lost_members, [](const MemoryTrace& trace) {
    const Survey survey = survey_of(trace);
    return std::ranges::any_of(survey.collectives, [&trace](const auto& communicator) {
      const auto& members = communicator.second;
      return members.size() != trace.definitions().size_of(communicator.first) ||
             std::ranges::any_of(members, [&members](const auto& member) {
               return member.second != members.begin()->second;
             });
    });
  });
}

TEST(RandomTrace, LeavesRegionsThatAreNotOpen) {
  expect_shown_by(&RandomTraceOptions::stray_leaves, [](const MemoryTrace& trace) {
    bool found = false;
    for_each_leave(
        trace, [&found](const auto& stack, RegionId region) { found |= !is_open(stack, region); });
    return found;
  });
}

TEST(RandomTrace, SkipsLeaves) {
  expect_shown_by(&RandomTraceOptions::skipped_leaves, [](const MemoryTrace& trace) {
    bool found = false;
    for_each_leave(trace, [&found](const auto& stack, RegionId region) {
      found |= is_open(stack, region) && stack.back() != region;
    });
    return found;
  });
}

TEST(RandomTrace, StopsInTheMiddleAndStartsThere) {
  const auto differs = [](bool at_the_end) {
    return [at_the_end](const MemoryTrace& trace) {
      return std::ranges::any_of(trace.events, [at_the_end](const auto& events) {
        if (events.empty()) return true;
        const EventBody& body = at_the_end ? events.back().body : events.front().body;
        const bool of_master =
            std::holds_alternative<ProgramBegin>(body) || std::holds_alternative<ProgramEnd>(body);
        return !of_master && !std::holds_alternative<ThreadTeamBegin>(body) &&
               !std::holds_alternative<ThreadTeamEnd>(body);
      });
    };
  };
  expect_shown_by(&RandomTraceOptions::open_ends, differs(true));
  expect_shown_by(&RandomTraceOptions::late_starts, differs(false));
}

TEST(RandomTrace, CancelsRequests) {
  expect_shown_by(&RandomTraceOptions::odd_requests, holds<MpiRequestCancelled>);
}

TEST(RandomTrace, GoesBackInTime) {
  expect_shown_by(&RandomTraceOptions::stepping_clocks, [](const MemoryTrace& trace) {
    return std::ranges::any_of(trace.events, [](const auto& events) {
      return !std::ranges::is_sorted(events, {}, &Event::time);
    });
  });
}

TEST(RandomTrace, IsInterrupted) {
  expect_shown_by(&RandomTraceOptions::interruptions, holds<BufferFlush>);
  expect_shown_by(&RandomTraceOptions::interruptions, holds<MeasurementOnOff>);
}

TEST(RandomTrace, DefinesWhatNothingHappensIn) {
  expect_shown_by(&RandomTraceOptions::empty_definitions, [](const MemoryTrace& trace) {
    return std::ranges::any_of(trace.definitions_table.processes,
                               [](const Process& process) { return process.locations.empty(); });
  });
}

TEST(RandomTrace, ExecutesTasks) {
  expect_shown_by(&RandomTraceOptions::tasks, holds<ThreadTaskSwitch>);
}

TEST(RandomTrace, ForksTeamsOfSomeThreads) {
  expect_shown_by(&RandomTraceOptions::varying_teams, [](const MemoryTrace& trace) {
    std::set<std::uint32_t> sizes;
    for (const Event& event : trace.events.front())
      if (const auto* fork = std::get_if<ThreadFork>(&event.body)) sizes.insert(fork->requested);
    return sizes.size() > 1;
  });
}

TEST(RandomTrace, NestsTeams) {
  expect_shown_by(
      &RandomTraceOptions::nested_teams,
      [](const MemoryTrace& trace) {
        bool nested = false;
        for (const auto& events : trace.events) {
          int open = 0;
          for (const Event& event : events) {
            if (std::holds_alternative<ThreadFork>(event.body)) nested |= open++ > 0;
            if (std::holds_alternative<ThreadJoin>(event.body)) --open;
          }
        }
        return nested;
      },
      5);
}

TEST(RandomTrace, SharesChannelsBetweenThreadsAndReceivesEveryMessageStill) {
  const auto by_workers = [](const MemoryTrace& trace) {
    for (const Process& process : trace.definitions_table.processes)
      for (std::size_t i = 1; i < process.locations.size(); ++i)
        for (const Event& event : trace.events[process.locations[i].index()])
          if (std::holds_alternative<MpiRecv>(event.body) ||
              std::holds_alternative<MpiSend>(event.body))
            return true;
    return false;
  };
  expect_shown_by(&RandomTraceOptions::shared_channels, by_workers);
}

}  // namespace
}  // namespace lull::support
