// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compares the message table with the messages that a GlobalTrace finds one by one.
#include "lull/trace/messages/message_table.hpp"

#include <gtest/gtest.h>

#include "lull/trace/global/global_trace.hpp"
#include "lull/trace/source/memory_trace.hpp"
#include "support/random/random_receives.hpp"
#include "support/random/random_trace.hpp"

namespace lull {
namespace {

struct Message {
  LocationId sender;
  LocationId receiver;
  Timestamp sent;
  Timestamp received;
  std::uint64_t length = 0;
  Timestamp send_enter;  // the enclosing calls'; 0: none
  Timestamp receive_enter;
  friend bool operator==(const Message&, const Message&) = default;
};

Timestamp enter_of(const LocationMessages& location, std::uint32_t call) {
  return call == LocationMessages::kNoCall ? Timestamp{} : location.enters[call];
}

std::vector<Message> messages_of(const MessageTable& table) {
  std::vector<Message> messages(table.size());
  table.for_each([&](std::size_t first, std::span<const MessageTable::Row> rows) {
    for (const auto& row : rows) {
      const LocationMessages& sender = table.at(row.sender);
      const LocationMessages& receiver = table.at(row.receiver);
      const auto& send = sender.sends[row.send];
      const auto& receive = receiver.receives[row.receive];
      messages[first++] = {row.sender,
                           row.receiver,
                           send.time,
                           receive.time,
                           receive.length,
                           enter_of(sender, send.call),
                           enter_of(receiver, receive.call)};
    }
  });
  return messages;
}

std::vector<Message> messages_of(GlobalTrace& trace) {
  std::vector<Message> messages;
  const auto enter = [&](EventIndex call) {
    return call == kNoEvent ? Timestamp{} : trace.event(call).time();
  };
  for (EventIndex i = 0; trace.has(i); ++i) {
    const GlobalEvent receive = trace.event(i);
    std::visit(
        [&]<class Body>(const Body& body) {
          if constexpr (requires {
                          body.sender;
                          body.length;
                        }) {
            if (receive.match == kNoEvent) return;
            const GlobalEvent send = trace.event(receive.match);
            messages.push_back({send.location, receive.location, send.time(), receive.time(),
                                body.length, enter(send.enter), enter(receive.enter)});
          }
        },
        receive.event.body);
  }
  return messages;
}

std::unique_ptr<MemoryTrace> random_trace_of(std::uint64_t seed) {
  support::RandomTraceOptions random = support::options_of_size(seed, 4, 80);
  random.non_blocking_messages = seed % 4 == 1;
  random.equal_times = seed % 5 == 0;
  return support::random_trace(seed, random);
}

// Few of them have a table: requests complete in any order.
std::unique_ptr<MemoryTrace> random_receives_of(std::uint64_t seed) {
  return support::random_receives(seed, {.threads = 1 + seed / 4 % 3,
                                         .operations = 4 + seed % 7,
                                         .cancel = seed % 4 == 3,
                                         .sends_first = seed % 2 == 0});
}

// Returns whether there is a table; if so, checks that it equals the global trace's messages.
bool has_the_same(const TraceSource& source, std::unique_ptr<TraceSource> again) {
  GlobalTrace global(std::move(again));
  const auto expected = messages_of(global);
  bool found = false;
  for (const std::size_t threads : {1, 3})
    if (const auto table = MessageTable::read(source, threads)) {
      found = true;
      EXPECT_EQ(messages_of(*table), expected);
    }
  return found;
}

// Returns how many of the traces made from seeds 1 to `seeds` have a table, which is checked.
template <class Make>
int tables_of(const Make& make, std::uint64_t seeds) {
  int tables = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    SCOPED_TRACE(seed);
    tables += has_the_same(*make(seed), make(seed)) ? 1 : 0;
  }
  return tables;
}

TEST(MessageTable, HasTheMessagesOfAGlobalTraceInTheirOrder) {
  EXPECT_GT(tables_of(random_trace_of, 100), 0);
}

TEST(MessageTable, IsMissingWhereReceivesOvertakeOthers) {
  const int tables = tables_of(random_receives_of, 150);
  EXPECT_GT(tables, 0);
  EXPECT_LT(tables, 150);
}

// There are enough messages for several slices. If two have the same time, the lower location's
// comes first.
TEST(MessageTable, KeepsTheOrderOfManyMessages) {
  const auto trace = random_trace_of(2);
  const auto communicator = [&] {
    for (const auto& events : trace->events)
      for (const Event& event : events)
        if (const auto* send = std::get_if<MpiSend>(&event.body)) return *send;
    return MpiSend{};
  }();
  ASSERT_TRUE(communicator.communicator.defined());
  for (auto& events : trace->events) events.clear();
  const Definitions& definitions = trace->definitions();
  const auto at = [&](std::uint32_t rank) {
    return definitions.location_of(communicator.communicator, rank, LocationId(0)).index();
  };
  for (std::uint64_t i = 0; i < 50000; ++i) {
    for (std::uint32_t from = 0; from < 2; ++from)
      for (std::uint64_t length = 0; length < 2; ++length)
        trace->events[at(from)].push_back(
            {Timestamp{2 * i}, MpiSend{1 - from, communicator.communicator, 7, i + length}});
    for (std::uint32_t from = 0; from < 2; ++from)
      for (std::uint64_t length = 0; length < 2; ++length)
        trace->events[at(1 - from)].push_back(
            {Timestamp{2 * i + 1}, MpiRecv{from, communicator.communicator, 7, i + length}});
  }
  auto again = std::make_unique<MemoryTrace>();
  again->definitions_table = trace->definitions_table;
  again->events = trace->events;
  EXPECT_TRUE(has_the_same(*trace, std::move(again)));
}

}  // namespace
}  // namespace lull
