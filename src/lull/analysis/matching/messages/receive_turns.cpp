// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/messages/receive_turns.hpp"

#include <algorithm>
#include <cassert>

namespace lull::analysis {

ReceiveTurns::Waiting& ReceiveTurns::place_of(const Completion& call) {
  assert(call.number >= next_);
  const std::uint64_t place = call.number - next_;
  while (waiting_.size() <= place) waiting_.emplace_back();
  waiting_[place].parts = call.parts();
  return waiting_[place];
}

void ReceiveTurns::wait(const Message& message, ReceiveTurnsMemory& memory, Bus& bus) {
  Waiting& call = place_of(message.receive.completion);
  memory.lists.add(call.messages, message.send, message.receive);
  publish_in_turn(memory, bus);
}

void ReceiveTurns::give_up(const Completion& call, ReceiveTurnsMemory& memory, Bus& bus) {
  ++place_of(call).others;
  publish_in_turn(memory, bus);
}

void ReceiveTurns::take(const CompletedCollective& collective, ReceiveTurnsMemory& memory,
                        Bus& bus) {
  const Completion& call = collective.completion;
  memory.collectives[{process_, call.number}].push_back(collective);
  ++place_of(call).others;
  publish_in_turn(memory, bus);
}

void ReceiveTurns::publish_in_turn(ReceiveTurnsMemory& memory, Bus& bus) {
  while (!waiting_.empty()) {
    Waiting& call = waiting_.front();
    if (call.parts == 0 || call.messages.size + call.others < call.parts) return;
    assert(call.messages.size + call.others == call.parts);
    if (call.messages.size > 0 || call.others > 0) publish(call, memory, bus);
    waiting_.pop_front();
    ++next_;
  }
}

// Sorts the messages, which were matched in arbitrary order.
void ReceiveTurns::publish(Waiting& call, ReceiveTurnsMemory& memory, Bus& bus) const {
  memory.sorted.clear();
  memory.lists.for_each(call.messages, [&memory](const StoredMessage& message) {
    memory.sorted.push_back(&message);
  });
  if (call.messages.size > 1)
    std::ranges::sort(memory.sorted, {},
                      [](const StoredMessage* m) { return m->receive.completion.place; });
  memory.messages.clear();
  for (const StoredMessage* const message : memory.sorted)
    memory.messages.push_back({message->send, message->receive});
  if (call.others > 0 && !memory.collectives.empty())
    publish_collectives(memory, bus);
  else if (!memory.messages.empty())
    bus.publish(ReceiveCall{process_, memory.messages.front().receive.completion, memory.messages});
  memory.lists.clear(call.messages);
}

void ReceiveTurns::publish_collectives(ReceiveTurnsMemory& memory, Bus& bus) const {
  const auto found = memory.collectives.find({process_, next_});
  std::vector<CompletedCollective> all;
  if (found != memory.collectives.end()) {
    all = std::move(found->second);
    memory.collectives.erase(found);
  }
  std::ranges::sort(all, {}, [](const CompletedCollective& one) { return one.completion.place; });
  if (!memory.messages.empty())
    bus.publish(
        ReceiveCall{process_, memory.messages.front().receive.completion, memory.messages, all});
  if (!all.empty())
    bus.publish(CollectiveCall{process_, all.front().completion, all, memory.messages});
}

Timestamp ReceiveTurns::oldest(const ReceiveTurnsMemory& memory) const {
  Timestamp oldest = kEndOfTime;
  for (const Waiting& call : waiting_)
    memory.lists.for_each(call.messages, [&oldest](const StoredMessage& message) {
      oldest = std::min(oldest, message.send.time);
    });
  return oldest;
}

}  // namespace lull::analysis
