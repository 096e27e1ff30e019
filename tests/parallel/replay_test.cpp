// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Replays of random programs: events from the other side are compared with the links of a
// GlobalTrace of the same program.
#include "lull/parallel/replay.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "lull/base/error.hpp"
#include "lull/parallel/message_numbers.hpp"
#include "lull/trace/global/global_trace.hpp"
#include "parallel/distributed_trace.hpp"
#include "support/random/random_receives.hpp"
#include "support/random/random_trace.hpp"
#include "support/text/text_trace.hpp"

namespace lull::parallel {
namespace {

// An event of the program: location and position.
using Where = std::pair<LocationId, std::uint64_t>;

enum class Kept { This, Call };

std::uint64_t sum_of_all(std::uint64_t mine) {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return mine;
}

// All on the last process.
int on_the_last(ProcessId, const Definitions&) { return size_of(MPI_COMM_WORLD) - 1; }

int in_turn(ProcessId process, const Definitions&) {
  return static_cast<int>(process.index()) % size_of(MPI_COMM_WORLD);
}

support::RandomTraceOptions replay_options_of(std::uint64_t seed) {
  return support::options_of_size(seed, 6, 60);
}

struct Links {
  std::map<Where, Where> other_end;  // of a message, in both directions
  std::uint64_t events = 0;
  std::uint64_t messages = 0;
};

Links links_of(std::uint64_t seed) {
  Links links;
  GlobalTrace trace(support::random_trace(seed, replay_options_of(seed)));
  for (EventIndex i = 0; trace.has(i); ++i, ++links.events) {
    const GlobalEvent receive = trace.event(i);
    if (part_of(receive.event.body) != Part::Receive || receive.match == kNoEvent) continue;
    const GlobalEvent send = trace.event(receive.match);
    links.other_end[{receive.location, receive.position}] = {send.location, send.position};
    links.other_end[{send.location, send.position}] = {receive.location, receive.position};
    ++links.messages;
  }
  return links;
}

class RandomReplay : public testing::TestWithParam<std::uint64_t> {
 protected:
  // Every message end gets the other end with its enclosing call, exactly once.
  void expect_links(bool forward, const Spread& spread) const {
    const auto source = support::random_trace(GetParam(), replay_options_of(GetParam()));
    const DistributedTrace trace(*source, spread);
    const Links links = links_of(GetParam());
    Replay replay(trace.traces, source->definitions(), MPI_COMM_WORLD);
    std::set<Where> taken;
    replay.on_message(
        [](const Replay::Place& place, EventSet& events) {
          events.add(Kept::This, place.trace, place.event);
          auto call = place.event;
          if (call.to_enter()) events.add(Kept::Call, place.trace, call);
        },
        [&](const Replay::Place& place, const RemoteEventSet& events) {
          const Where here{place.trace.location(), place.event.position()};
          EXPECT_TRUE(taken.insert(here).second);
          const auto expected = links.other_end.find(here);
          ASSERT_NE(expected, links.other_end.end());
          const RemoteEvent* const other = events.find(Kept::This);
          ASSERT_NE(other, nullptr);
          EXPECT_EQ((Where{other->location(), other->position()}), expected->second);
          EXPECT_NE(events.at(Kept::Call).get_if<Enter>(), nullptr);
          EXPECT_LE(events.at(Kept::Call).time(), other->time());
        });
    const Replay::Result result = forward ? replay.forward() : replay.backward();
    EXPECT_EQ(sum_of_all(taken.size()), links.messages);
    EXPECT_EQ(sum_of_all(result.messages), links.messages);
    EXPECT_EQ(sum_of_all(result.events), links.events);
    EXPECT_EQ(result.unmatched + result.released + result.incomplete_collectives, 0u);
  }
};

TEST_P(RandomReplay, BringsSendsToReceives) { expect_links(true, in_blocks); }
TEST_P(RandomReplay, BringsReceivesToSendsBackward) { expect_links(false, in_blocks); }
TEST_P(RandomReplay, WorksWithAllTracesOnOneProcess) { expect_links(true, on_the_last); }
TEST_P(RandomReplay, WorksWithRoundRobinTraces) { expect_links(false, in_turn); }

// The times at which each collective operation's first and last calls begin, indexed by
// communicator and number.
using Begins = std::map<std::pair<std::uint32_t, std::size_t>, std::pair<Timestamp, Timestamp>>;

Begins begins_of(const TraceSource& source) {
  Begins begins;
  std::map<std::pair<ProcessId, std::uint32_t>, std::size_t> counts;
  CallTree tree;
  const Definitions& definitions = source.definitions();
  for (std::size_t i = 0; i < definitions.location_count(); ++i) {
    const LocalTrace trace(source, LocationId(i), tree, LocalTrace::Linear{});
    for (auto event = trace.begin(); event != trace.end(); ++event) {
      const auto* const end = std::get_if<MpiCollectiveEnd>(&event->body);
      if (end == nullptr) continue;
      const std::uint32_t communicator = end->communicator.value;
      const std::size_t number = counts[{definitions.locations[i].process, communicator}]++;
      auto call = event;
      call.to_enter();
      const Timestamp time = call->time;
      const auto [known, fresh] = begins.try_emplace({communicator, number}, time, time);
      known->second = {std::min(known->second.first, time), std::max(known->second.second, time)};
    }
  }
  return begins;
}

TEST_P(RandomReplay, GivesEachMemberTheFirstAndLast) {
  support::RandomTraceOptions options = replay_options_of(GetParam());
  options.threads = 1;
  const auto source = support::random_trace(GetParam(), options);
  const Begins begins = begins_of(*source);
  for (const bool forward : {true, false}) {
    const DistributedTrace trace(*source, forward ? in_blocks : in_turn);
    Replay replay(trace.traces, source->definitions(), MPI_COMM_WORLD);
    std::map<std::pair<LocationId, std::uint32_t>, std::vector<std::pair<Timestamp, Timestamp>>>
        seen;
    replay.on_collective(
        [](const Replay::Place& place, EventSet& events) {
          auto call = place.event;
          call.to_enter();
          events.add(Kept::Call, place.trace, call);
        },
        [&](const Replay::Place& place, const RemoteEventSet& first, const RemoteEventSet& last) {
          const auto& end = std::get<MpiCollectiveEnd>(place.event->body);
          seen[{place.trace.location(), end.communicator.value}].emplace_back(
              first.at(Kept::Call).time(), last.at(Kept::Call).time());
        });
    const Replay::Result result = forward ? replay.forward() : replay.backward();
    EXPECT_EQ(result.incomplete_collectives, 0u);
    for (auto& [who, times] : seen) {
      if (!forward) std::ranges::reverse(times);
      const bool alone =
          source->definitions().communicators[who.second].kind == CommunicatorKind::Self;
      for (std::size_t i = 0; i < times.size() && !alone; ++i)
        EXPECT_EQ(times[i], begins.at({who.second, i}));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomReplay, testing::Range<std::uint64_t>(1, 13));

// Several threads receive on one channel, with requests in any order: the rule of GlobalTrace.
TEST(RandomReceives, AreMatchedInPostingOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const auto source = support::random_receives(seed, {.threads = 1 + seed % 3, .operations = 40});
    const auto wanted = support::match_by_posting(*source).send_of;
    const DistributedTrace trace(*source, in_turn);
    Replay replay(trace.traces, source->definitions(), MPI_COMM_WORLD);
    std::uint64_t taken = 0;
    replay.on_message(
        [](const Replay::Place& place, EventSet& events) {
          events.add(Kept::This, place.trace, place.event);
        },
        [&](const Replay::Place& place, const RemoteEventSet& events) {
          const auto expected = wanted.find({place.trace.location(), place.event.position()});
          EXPECT_EQ(events.empty(), expected == wanted.end());
          if (events.empty() || expected == wanted.end()) return;
          const RemoteEvent& send = events.at(Kept::This);
          EXPECT_EQ((Where{send.location(), send.position()}), expected->second);
          ++taken;
        });
    replay.forward();
    EXPECT_EQ(sum_of_all(taken), wanted.size());
  }
}

constexpr const char* kExchange = R"(
processes 3
0: 0 enter main; 5..10 MPI_Send 6 send 1; 20..30 MPI_Recv recv 2; 50 leave
1: 0 enter main; 7..12 MPI_Recv recv 0; 50 leave
2: 0 enter main; 2..4 MPI_Send 3 send 0; 8..9 MPI_Send 8 send 0; 50 leave
)";

TEST(Replay, CountsUnmatchedEnds) {
  const auto text = support::parse_text_trace(kExchange);
  const DistributedTrace trace(*text.trace);
  Replay replay(trace.traces, text.trace->definitions(), MPI_COMM_WORLD);
  std::uint64_t empty = 0;
  replay.on_message([](const Replay::Place&, EventSet&) {},
                    [&](const Replay::Place&, const RemoteEventSet& events) {
                      if (events.empty()) ++empty;
                    });
  const Replay::Result result = replay.forward();
  EXPECT_EQ(sum_of_all(result.messages), 2u);
  EXPECT_EQ(sum_of_all(result.unmatched), 1u);  // the second send of process 2
  EXPECT_EQ(sum_of_all(empty), 2u);             // no events were given
  const Replay::Result back = replay.backward();
  EXPECT_EQ(sum_of_all(back.messages), 2u);
  EXPECT_EQ(sum_of_all(back.unmatched), 1u);
}

TEST(Replay, WorksWithoutTheTracesOfAProcess) {
  const auto text = support::parse_text_trace(kExchange);
  const DistributedTrace trace(*text.trace, [](ProcessId process, const Definitions&) {
    return process.index() == 0 ? -1 : 0;
  });
  Replay replay(trace.traces, text.trace->definitions(), MPI_COMM_WORLD);
  replay.on_message([](const Replay::Place&, EventSet&) {},
                    [](const Replay::Place&, const RemoteEventSet&) {});
  EXPECT_EQ(sum_of_all(replay.forward().unmatched), 3u);
}

TEST(Replay, EndsDeadlocks) {
  // Each process receives before it sends: no such program can have run.
  const auto text = support::parse_text_trace(R"(
processes 2
0: 0 enter main; 5..10 MPI_Recv recv 1; 20..30 MPI_Send 21 send 1; 50 leave
1: 0 enter main; 5..10 MPI_Recv recv 0; 20..30 MPI_Send 21 send 0; 50 leave
)");
  const DistributedTrace trace(*text.trace);
  Replay replay(trace.traces, text.trace->definitions(), MPI_COMM_WORLD);
  replay.on_message([](const Replay::Place&, EventSet&) {},
                    [](const Replay::Place&, const RemoteEventSet&) {});
  EXPECT_EQ(sum_of_all(replay.forward().released), 2u);
}

TEST(Replay, RefusesATraceOnTwoProcesses) {
  if (size_of(MPI_COMM_WORLD) == 1) return;
  const auto text = support::parse_text_trace(kExchange);
  CallTree tree;
  std::vector<LocalTrace> traces;
  traces.emplace_back(*text.trace, LocationId(std::size_t{0}), tree, LocalTrace::Linear{});
  EXPECT_THROW(Replay(traces, text.trace->definitions(), MPI_COMM_WORLD), Error);
}

TEST(Replay, CallsBackForEachKindOfEvent) {
  const auto text = support::parse_text_trace(kExchange);
  const DistributedTrace trace(*text.trace);
  Replay replay(trace.traces, text.trace->definitions(), MPI_COMM_WORLD);
  std::uint64_t enters = 0;
  std::uint64_t sends = 0;
  replay.on<Enter>([&](const Replay::Place&) { ++enters; }).on<MpiSend>([&](const Replay::Place&) {
    ++sends;
  });
  replay.forward();
  EXPECT_EQ(sum_of_all(enters), 8u);
  EXPECT_EQ(sum_of_all(sends), 3u);
}

}  // namespace
}  // namespace lull::parallel
