// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares a GlobalTrace of random programs with the plain list of their events.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "lull/trace/global/global_trace.hpp"
#include "support/random/random_trace.hpp"

namespace lull {
namespace {

// There is almost no memory, so that everything is read repeatedly.
constexpr GlobalTrace::Options kTight{
    .history = 4, .bookmark_distance = 7, .bookmark_memory = 1 << 14, .event_memory = 1};

class RandomGlobalTrace : public testing::TestWithParam<std::uint64_t> {
 protected:
  [[nodiscard]] GlobalTrace open(const GlobalTrace::Options& options = {}) const {
    support::RandomTraceOptions random;
    random.processes = 2 + GetParam() % 4;
    random.threads = 1 + GetParam() % 3;
    random.steps = 60;
    return GlobalTrace(support::random_trace(GetParam(), random), options);
  }
  static std::vector<GlobalEvent> all_of(GlobalTrace& trace) {
    std::vector<GlobalEvent> events;
    for (EventIndex i = 0; trace.has(i); ++i) events.push_back(trace.event(i));
    return events;
  }
};

TEST_P(RandomGlobalTrace, HasEveryEventOnceInOrder) {
  GlobalTrace trace = open();
  const auto events = all_of(trace);
  std::vector<std::uint64_t> positions(trace.definitions().location_count());
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].position, positions[events[i].location.index()]++);
    if (i > 0) {
      EXPECT_LE(events[i - 1].time(), events[i].time());
    }
  }
  support::RandomTraceOptions random;
  random.processes = 2 + GetParam() % 4;
  random.threads = 1 + GetParam() % 3;
  random.steps = 60;
  const auto source = support::random_trace(GetParam(), random);
  for (std::size_t i = 0; i < positions.size(); ++i)
    EXPECT_EQ(positions[i], source->events[i].size());
}

// (source, destination, communicator, tag)
using Channel = std::tuple<ProcessId, ProcessId, CommunicatorId, std::uint32_t>;

TEST_P(RandomGlobalTrace, MatchesMessagesAsTheyWerePosted) {
  GlobalTrace trace = open();
  const auto events = all_of(trace);
  const Definitions& definitions = trace.definitions();
  const auto process = [&](LocationId location) {
    return definitions.locations[location.index()].process;
  };
  const auto peer = [&](CommunicatorId communicator, std::uint32_t rank, LocationId location) {
    return process(definitions.location_of(communicator, rank, location));
  };
  std::map<Channel, std::vector<EventIndex>> sends;
  std::map<Channel, std::vector<std::pair<EventIndex, EventIndex>>> receives;  // posted, completed
  for (const GlobalEvent& event : events) {
    const ProcessId here = process(event.location);
    std::visit(
        [&]<class Body>(const Body& body) {
          if constexpr (requires { body.receiver; })
            sends[{here, peer(body.communicator, body.receiver, event.location), body.communicator,
                   body.tag}]
                .push_back(event.index);
          if constexpr (requires { body.sender; })
            receives[{peer(body.communicator, body.sender, event.location), here, body.communicator,
                      body.tag}]
                .emplace_back(event.request == kNoEvent ? event.index : event.request, event.index);
        },
        event.event.body);
  }
  std::size_t messages = 0;
  for (auto& [channel, pairs] : receives) {
    std::ranges::sort(pairs);
    ASSERT_EQ(pairs.size(), sends[channel].size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
      EXPECT_EQ(events[pairs[i].second].match, sends[channel][i]);
    messages += pairs.size();
  }
  EXPECT_GT(messages, 0u);
}

TEST_P(RandomGlobalTrace, HasTheStacksAndQueuesAtEachEvent) {
  GlobalTrace trace = open();
  const auto events = all_of(trace);
  std::vector<std::vector<EventIndex>> stacks(trace.definitions().location_count());
  std::map<ProcessId, std::vector<EventIndex>> queues;
  for (const GlobalEvent& event : events) {
    auto& stack = stacks[event.location.index()];
    if (event.get_if<Enter>() != nullptr) {
      EXPECT_EQ(event.enter, stack.empty() ? kNoEvent : stack.back());
      stack.push_back(event.index);
    } else {
      EXPECT_EQ(event.enter, stack.empty() ? kNoEvent : stack.back());
    }
    if (event.get_if<Leave>() != nullptr) stack.pop_back();
    const TraceState& state = trace.state(event.index);
    const auto found = state.stack(event.location);
    ASSERT_TRUE(std::ranges::equal(found, stack, {}, &Frame::enter));
    for (std::size_t i = 0; i < trace.definitions().location_count(); ++i) {
      const auto on_their_way = state.messages_to(LocationId(i));
      for (const QueuedMessage& message : on_their_way) EXPECT_LE(message.send, event.index);
      EXPECT_EQ(std::ranges::distance(on_their_way.begin(), on_their_way.end()),
                static_cast<std::ptrdiff_t>(on_their_way.size()));
    }
    const ProcessId here = trace.definitions().locations[event.location.index()].process;
    auto& queue = queues[here];
    if (event.get_if<MpiRecv>() != nullptr || event.get_if<MpiIrecv>() != nullptr)
      std::erase(queue, event.match);
    std::visit(
        [&]<class Body>(const Body& body) {
          if constexpr (requires { body.receiver; }) {
            const LocationId receiver =
                trace.definitions().location_of(body.communicator, body.receiver, event.location);
            queues[trace.definitions().locations[receiver.index()].process].push_back(event.index);
          }
        },
        event.event.body);
    EXPECT_TRUE(
        std::ranges::equal(state.messages_to(event.location), queue, {}, &QueuedMessage::send));
  }
}

TEST_P(RandomGlobalTrace, IsTheSameWithRandomAccess) {
  GlobalTrace whole = open();
  const auto events = all_of(whole);
  GlobalTrace tight = open(kTight);
  std::mt19937_64 random(GetParam());
  for (int i = 0; i < 300; ++i) {
    const EventIndex index = random() % events.size();
    const GlobalEvent& wanted = events[index];
    const GlobalEvent found = tight.event(index);
    EXPECT_EQ(found.location, wanted.location);
    EXPECT_EQ(found.position, wanted.position);
    EXPECT_EQ(found.event.body.index(), wanted.event.body.index());
    EXPECT_EQ(found.time(), wanted.time());
    EXPECT_EQ(found.enter, wanted.enter);
    EXPECT_EQ(found.match, wanted.match);
    EXPECT_EQ(found.request, wanted.request);
    EXPECT_EQ(whole.call_tree().path(wanted.node), tight.call_tree().path(found.node));
    const EventIndex other = random() % events.size();
    const TraceState& a = whole.state(other);
    const TraceState& b = tight.state(other);
    for (std::size_t k = 0; k < whole.definitions().location_count(); ++k) {
      const LocationId location(k);
      EXPECT_TRUE(std::ranges::equal(a.stack(location), b.stack(location), {}, &Frame::enter,
                                     &Frame::enter));
      EXPECT_TRUE(std::ranges::equal(a.messages_to(location), b.messages_to(location), {},
                                     &QueuedMessage::send, &QueuedMessage::send));
    }
    EXPECT_EQ(a.teams().size(), b.teams().size());
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGlobalTrace, testing::Range<std::uint64_t>(1, 16));

}  // namespace
}  // namespace lull
