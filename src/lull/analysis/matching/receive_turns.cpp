// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/receive_turns.hpp"

#include <algorithm>
#include <cassert>

namespace lull::analysis {

ReceiveTurns::Waiting& ReceiveTurns::place_of(const Completion& call) {
  assert(call.number >= next_);
  const std::uint64_t place = call.number - next_;
  if (waiting_.size() <= place) waiting_.resize(place + 1);
  waiting_[place].receives = call.receives;
  return waiting_[place];
}

void ReceiveTurns::wait(const Message& message, ReceiveTurnsMemory& memory, Bus& bus) {
  Waiting& call = place_of(message.receive.completion);
  memory.lists.add(call.messages, message.send, message.receive);
  publish_in_turn(memory, bus);
}

void ReceiveTurns::give_up(const Completion& call, ReceiveTurnsMemory& memory, Bus& bus) {
  ++place_of(call).given_up;
  publish_in_turn(memory, bus);
}

void ReceiveTurns::publish_in_turn(ReceiveTurnsMemory& memory, Bus& bus) {
  while (!waiting_.empty()) {
    Waiting& call = waiting_.front();
    if (call.receives == 0 || call.messages.size + call.given_up < call.receives) return;
    assert(call.messages.size + call.given_up == call.receives);
    if (call.messages.size > 0) publish(call, memory, bus);
    waiting_.pop_front();
    ++next_;
  }
}

// Which message was matched first is a matter of chance.
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
  bus.publish(ReceiveCall{process_, memory.messages.front().receive.completion, memory.messages});
  memory.lists.clear(call.messages);
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
