// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which message of its channel each send and each receive of a process is, and which operation of
// its communicator each collective: known before a replay begins, so that its two ends can name it
// from either direction. Messages match by the rule of PostingOrder.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lull/parallel/process_walk.hpp"
#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/rules/message_channel.hpp"
#include "lull/trace/rules/posting_order.hpp"

namespace lull::parallel {

struct MessageName {
  MessageChannel channel;
  std::uint64_t number = 0;  // of the channel's messages, from 0
  friend bool operator==(const MessageName&, const MessageName&) = default;
};

struct CollectiveName {
  CommunicatorId communicator;
  std::uint64_t number = 0;  // of the communicator's operations, from 0
  friend bool operator==(const CollectiveName&, const CollectiveName&) = default;
};

enum class Part { None, Send, Receive, Collective };

// What the event is one end of.
[[nodiscard]] Part part_of(const EventBody& body);

class MessageNumbers {
 public:
  using Counts = std::unordered_map<MessageChannel, std::uint64_t, MessageChannel::Hash>;

  MessageNumbers(const Definitions& definitions, ProcessId process,
                 const std::vector<const LocalTrace*>& threads);

  // The n-th send or receive, or the n-th collective operation, of a thread. None for a cancelled
  // send, and for one whose partner is no process of the trace; an undefined communicator for an
  // operation of one that the process does not belong to.
  [[nodiscard]] const std::optional<MessageName>& message(std::size_t thread, std::size_t n) const {
    return messages_[thread][n];
  }
  [[nodiscard]] const CollectiveName& collective(std::size_t thread, std::size_t n) const {
    return collectives_[thread][n];
  }
  [[nodiscard]] std::size_t messages_of(std::size_t thread) const {
    return messages_[thread].size();
  }
  [[nodiscard]] std::size_t collectives_of(std::size_t thread) const {
    return collectives_[thread].size();
  }

  [[nodiscard]] const Counts& sent() const { return sent_; }
  [[nodiscard]] const Counts& received() const { return received_; }
  // By communicator.
  [[nodiscard]] std::uint64_t collectives_on(CommunicatorId communicator) const;

 private:
  void give_numbers(const std::vector<PostingOrder::Operation>& operations, Counts& counts);

  std::vector<std::vector<std::optional<MessageName>>> messages_;
  std::vector<std::vector<CollectiveName>> collectives_;
  Counts sent_;
  Counts received_;
  std::unordered_map<CommunicatorId, std::uint64_t> collective_counts_;
};

}  // namespace lull::parallel
