// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Publishes one process's calls that completed receives, or several operations, in the order in
// which it made them, each when all its operations are matched or given up.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/matching/messages/message_lists.hpp"
#include "lull/base/memory/fifo.hpp"

namespace lull::analysis {

// State shared by the turns of all processes of a shard.
struct ReceiveTurnsMemory {
  MessageLists lists;
  std::vector<const StoredMessage*> sorted;  // those of the call being published
  std::vector<Message> messages;             // those of the call being published
  // Collectives of waiting calls, by process and number.
  std::map<std::pair<ProcessId, std::uint64_t>, std::vector<CompletedCollective>> collectives;
};

class ReceiveTurns {
 public:
  ReceiveTurns() = default;
  explicit ReceiveTurns(ProcessId process) : process_(process) {}

  void take(const Message& message, ReceiveTurnsMemory& memory, Bus& bus) {
    const Completion& call = message.receive.completion;
    if (call.number != next_ || call.parts() != 1) return wait(message, memory, bus);
    bus.publish(ReceiveCall{process_, call, {&message, 1}});
    ++next_;
    if (waiting_.empty()) return;
    waiting_.pop_front();
    publish_in_turn(memory, bus);
  }
  void take(const CompletedCollective& collective, ReceiveTurnsMemory& memory, Bus& bus);
  // Reports a receive whose message will not be known.
  void give_up(const Completion& call, ReceiveTurnsMemory& memory, Bus& bus);

  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  // Returns the send time of the oldest waiting message; kEndOfTime if there is none.
  [[nodiscard]] Timestamp oldest(const ReceiveTurnsMemory& memory) const;

 private:
  struct Waiting {
    MessageLists::List messages;
    std::uint32_t others = 0;  // receives given up, and collective operations
    std::uint32_t parts = 0;   // 0: nothing has arrived yet
  };

  Waiting& place_of(const Completion& call);
  void wait(const Message& message, ReceiveTurnsMemory& memory, Bus& bus);
  void publish_in_turn(ReceiveTurnsMemory& memory, Bus& bus);
  void publish(Waiting& call, ReceiveTurnsMemory& memory, Bus& bus) const;
  void publish_collectives(ReceiveTurnsMemory& memory, Bus& bus) const;

  ProcessId process_;
  std::uint64_t next_ = 0;       // number of the call whose turn it is
  lull::Fifo<Waiting> waiting_;  // starting with that call
};

}  // namespace lull::analysis
