// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/exchange.hpp"

#include <gtest/gtest.h>

#include <random>

#include "lull/trace/event/event_fields.hpp"
#include "lull/trace/global/global_definitions.hpp"
#include "parallel/distributed_trace.hpp"
#include "support/random/random_trace.hpp"
#include "trace/every_event.hpp"

namespace lull::parallel {
namespace {

int rank() { return rank_in(MPI_COMM_WORLD); }
int size() { return size_of(MPI_COMM_WORLD); }

template <class Field>
std::string text_of(const Field& field) {
  if constexpr (requires { field.value; })
    return std::to_string(field.value);
  else if constexpr (requires { field.ticks; })
    return std::to_string(field.ticks);
  else if constexpr (std::is_enum_v<Field>)
    return std::to_string(static_cast<std::uint64_t>(field));
  else if constexpr (std::is_arithmetic_v<Field>)
    return std::to_string(field);
  else {  // values of a metric
    std::string text;
    for (const Value& value : field) text += std::to_string(value.as_unsigned) + ",";
    return text;
  }
}

// Prints all contents of an event.
std::string text_of(Timestamp time, const EventBody& body) {
  std::string text = std::to_string(time.ticks) + " " + std::to_string(body.index());
  const auto add = [&text](const char* name, const auto& field) {
    text += std::string(" ") + name + "=" + text_of(field);
  };
  std::visit([&add](const auto& event) { with_fields(event, add); }, body);
  return text;
}

TEST(RemoteEvent, IsTheEventThatWasSent) {
  const auto source = support::trace_of_every_event();
  CallTree tree;
  const LocalTrace trace(*source, LocationId(0), tree, LocalTrace::Linear{});
  const int last = size() - 1;
  if (last == 0) return;  // no receiver
  std::size_t seen = 0;
  for (auto event = trace.begin(); event != trace.end(); ++event, ++seen) {
    if (rank() == 0) send(trace, event, last, 7, MPI_COMM_WORLD);
    if (rank() != last) continue;
    const RemoteEvent remote = receive(0, 7, MPI_COMM_WORLD);
    EXPECT_EQ(text_of(remote.time(), remote.body()), text_of(event->time, event->body));
    EXPECT_EQ(remote.location(), LocationId(0));
    EXPECT_EQ(remote.position(), event.position());
    EXPECT_EQ(remote.node(), event.node());
  }
  EXPECT_GT(seen, 60u);
}

enum class Of { Send, Enter, Leave, Missing };

TEST(EventSet, SendsAnEventWithSeveralRolesOnce) {
  const auto source = support::trace_of_every_event();
  CallTree tree;
  const LocalTrace trace(*source, LocationId(0), tree, LocalTrace::Linear{});
  auto event = trace.begin();
  EventSet set;
  set.add(Of::Enter, trace, event);
  set.add(Of::Send, trace, ++event);
  set.add(Of::Leave, trace, trace.begin());
  EXPECT_EQ(set.events().size(), 2u);
  const RemoteEventSet remote = broadcast(set, size() / 2, MPI_COMM_WORLD);
  EXPECT_EQ(remote.events().size(), 2u);
  EXPECT_EQ(remote.at(Of::Leave).position(), 0u);
  EXPECT_EQ(remote.at(Of::Enter).position(), 0u);
  EXPECT_EQ(remote.at(Of::Send).position(), 1u);
  EXPECT_EQ(remote.find(Of::Missing), nullptr);
  EXPECT_THROW(static_cast<void>(remote.at(Of::Missing)), std::out_of_range);
}

TEST(EventSet, IsSentToTheNextProcess) {
  if (size() == 1) return;
  const auto source = support::random_trace(5);
  CallTree tree;
  const LocalTrace trace(*source, LocationId(std::size_t{0}), tree, LocalTrace::Linear{});
  auto event = trace.begin();
  for (int i = 0; i < rank(); ++i) ++event;
  EventSet mine;
  mine.add(Of::Send, trace, event);
  const int next = (rank() + 1) % size();
  const int before = (rank() + size() - 1) % size();
  if (rank() == 0) mine.send(next, 3, MPI_COMM_WORLD);
  const RemoteEventSet got(before, 3, MPI_COMM_WORLD);
  if (rank() != 0) mine.send(next, 3, MPI_COMM_WORLD);
  EXPECT_EQ(got.at(Of::Send).position(), static_cast<std::uint64_t>(before));
}

// A random draw, the same on all processes: which process has which events in which roles.
TEST(Reduction, FindsTheEarliestAndTheLatest) {
  const auto source = support::random_trace(9);
  const auto count = static_cast<unsigned>(source->definitions().location_count());
  CallTree tree;
  std::vector<LocalTrace> traces;
  for (unsigned i = 0; i < count; ++i)
    traces.emplace_back(*source, LocationId(i), tree, LocalTrace::Linear{});
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    EventSet mine;
    std::map<Role, std::pair<std::uint64_t, std::uint64_t>> expected;  // first and last time
    for (int process = 0; process < size(); ++process)
      for (Role role = 0; role < 3; ++role) {
        const LocalTrace& trace = traces[random() % count];
        auto event = trace.begin();
        for (auto steps = random() % trace.size(); steps > 0; --steps) ++event;
        if (random() % 3 == 0) continue;
        if (process == rank()) mine.add(role, trace, event);
        const std::uint64_t time = event->time.ticks;
        const auto [known, fresh] = expected.try_emplace(role, time, time);
        known->second = {std::min(known->second.first, time), std::max(known->second.second, time)};
      }
    const RemoteEventSet first = earliest(mine, MPI_COMM_WORLD);
    const RemoteEventSet last = latest(mine, MPI_COMM_WORLD);
    ASSERT_EQ(first.roles().size(), expected.size());
    ASSERT_EQ(last.roles().size(), expected.size());
    for (const auto& [role, times] : expected) {
      EXPECT_EQ(first.at(role).time().ticks, times.first);
      EXPECT_EQ(last.at(role).time().ticks, times.second);
    }
  }
}

TEST(CallTreeExchange, EqualsTheTreeOfOneProcess) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto source = support::random_trace(seed, {.processes = 6, .threads = 2});
    GlobalDefinitions alone(*source);
    EXPECT_FALSE(alone.has_own_call_tree());
    alone.rebuild_call_tree();
    const DistributedTrace trace(*source);
    ASSERT_EQ(trace.tree.size(), alone.call_tree().size());
    for (std::size_t i = 0; i < trace.tree.size(); ++i)
      EXPECT_EQ(trace.tree.path(CallNodeId(i)), alone.call_tree().path(CallNodeId(i)));
  }
}

TEST(Exchange, BroadcastsManyBytes) {
  std::vector<Bytes> to;
  for (int other = 0; other < size(); ++other)
    to.emplace_back(static_cast<std::size_t>(1000 * other + rank()),
                    static_cast<std::byte>(10 * rank() + other));
  const std::vector<Bytes> from = exchange_bytes(to, MPI_COMM_WORLD);
  ASSERT_EQ(from.size(), to.size());
  for (int other = 0; other < size(); ++other)
    EXPECT_EQ(from[static_cast<std::size_t>(other)],
              Bytes(static_cast<std::size_t>(1000 * rank() + other),
                    static_cast<std::byte>(10 * other + rank())));
}

}  // namespace
}  // namespace lull::parallel
