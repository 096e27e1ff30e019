// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks that the features requested of random traces occur in them, and only if requested.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/random/random_trace.hpp"
#include "support/trace_survey.hpp"

namespace lull::support {
namespace {

// Counts how many of the first seeds show something with an option, and how many without.
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

TEST(RandomFaults, LosesMessages) {
  expect_shown_by(&RandomTraceOptions::lost_messages, [](const MemoryTrace& trace) {
    bool lost = false;  // requests may lose their end, or their beginning
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

TEST(RandomFaults, LosesMembersOfCollectives) {
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

TEST(RandomFaults, LeavesRegionsThatAreNotOpen) {
  expect_shown_by(&RandomTraceOptions::stray_leaves, [](const MemoryTrace& trace) {
    bool found = false;
    for_each_leave(
        trace, [&found](const auto& stack, RegionId region) { found |= !is_open(stack, region); });
    return found;
  });
}

TEST(RandomFaults, SkipsLeaves) {
  expect_shown_by(&RandomTraceOptions::skipped_leaves, [](const MemoryTrace& trace) {
    bool found = false;
    for_each_leave(trace, [&found](const auto& stack, RegionId region) {
      found |= is_open(stack, region) && stack.back() != region;
    });
    return found;
  });
}

TEST(RandomFaults, StopsAndStartsInTheMiddle) {
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

TEST(RandomFaults, CancelsRequests) {
  expect_shown_by(&RandomTraceOptions::odd_requests, holds<MpiRequestCancelled>);
}

TEST(RandomFaults, FreesRequestsAndReusesTheirIdentifiers) {
  expect_shown_by(&RandomTraceOptions::odd_requests, [](const MemoryTrace& trace) {
    bool reused = false;
    for (const auto& events : trace.events) {
      std::set<std::uint64_t> open;
      for (const Event& event : events) {
        if (const auto* e = std::get_if<MpiIsend>(&event.body))
          reused |= !open.insert(e->request).second;
        if (const auto* e = std::get_if<MpiIrecvRequest>(&event.body))
          reused |= !open.insert(e->request).second;
        if (const auto* e = std::get_if<MpiIsendComplete>(&event.body)) open.erase(e->request);
        if (const auto* e = std::get_if<MpiIrecv>(&event.body)) open.erase(e->request);
        if (const auto* e = std::get_if<MpiRequestCancelled>(&event.body)) open.erase(e->request);
      }
    }
    return reused;
  });
}

TEST(RandomFaults, GoesBackInTime) {
  expect_shown_by(&RandomTraceOptions::stepping_clocks, [](const MemoryTrace& trace) {
    return std::ranges::any_of(trace.events, [](const auto& events) {
      return !std::ranges::is_sorted(events, {}, &Event::time);
    });
  });
}

TEST(RandomFaults, IsInterrupted) {
  expect_shown_by(&RandomTraceOptions::interruptions, holds<BufferFlush>);
  expect_shown_by(&RandomTraceOptions::interruptions, holds<MeasurementOnOff>);
}

TEST(RandomFaults, DefinesUnusedObjects) {
  expect_shown_by(&RandomTraceOptions::empty_definitions, [](const MemoryTrace& trace) {
    return std::ranges::any_of(trace.definitions_table.processes,
                               [](const Process& process) { return process.locations.empty(); });
  });
}

TEST(RandomFaults, ExecutesTasks) {
  expect_shown_by(&RandomTraceOptions::tasks, holds<ThreadTaskSwitch>);
}

// Barriers execute tasks, too.
TEST(RandomFaults, ExecutesTasksInBarriers) {
  expect_shown_by(&RandomTraceOptions::tasks, [](const MemoryTrace& trace) {
    bool found = false;
    for (const auto& events : trace.events) {
      bool in_barrier = false;
      for (const Event& event : events) {
        const auto is_barrier = [&trace](RegionId id) {
          return trace.definitions().regions[id.index()].name.find("barrier") != std::string::npos;
        };
        if (const auto* e = std::get_if<Enter>(&event.body)) in_barrier |= is_barrier(e->region);
        if (const auto* e = std::get_if<Leave>(&event.body)) in_barrier &= !is_barrier(e->region);
        found |= in_barrier && std::holds_alternative<ThreadTaskSwitch>(event.body);
      }
    }
    return found;
  });
}

// A fork and its join, between which the thread begins no team.
TEST(RandomFaults, ForksLeagues) {
  expect_shown_by(&RandomTraceOptions::leagues, [](const MemoryTrace& trace) {
    for (const auto& events : trace.events) {
      const Event* last = nullptr;
      for (const Event& event : events) {
        const bool fork_or_join = std::holds_alternative<ThreadFork>(event.body) ||
                                  std::holds_alternative<ThreadJoin>(event.body);
        if (last != nullptr && fork_or_join && std::holds_alternative<ThreadFork>(last->body))
          return true;
        last = &event;
      }
    }
    return false;
  });
}

TEST(RandomFaults, ForksTeamsOfSomeThreads) {
  expect_shown_by(&RandomTraceOptions::varying_teams, [](const MemoryTrace& trace) {
    std::set<std::uint32_t> sizes;
    for (const Event& event : trace.events.front())
      if (const auto* fork = std::get_if<ThreadFork>(&event.body)) sizes.insert(fork->requested);
    return sizes.size() > 1;
  });
}

TEST(RandomFaults, NestsTeams) {
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

TEST(RandomFaults, SharesChannelsBetweenThreadsAndReceivesEveryMessage) {
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
