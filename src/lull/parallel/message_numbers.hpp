// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers each send and receive within its channel, and each collective within its communicator.
// Numbers are assigned before a replay begins, so that both ends of a message can name it in either
// direction. Messages match by the rule of PostingOrder.
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
  std::uint64_t number = 0;  // index in the channel, from 0
  friend bool operator==(const MessageName&, const MessageName&) = default;
};

struct CollectiveName {
  CommunicatorId communicator;
  std::uint64_t number = 0;  // index in the communicator, from 0
  friend bool operator==(const CollectiveName&, const CollectiveName&) = default;
};

enum class Part { None, Send, Receive, Collective };

// Returns the event's part in communication.
[[nodiscard]] Part part_of(const EventBody& body);

class MessageNumbers {
 public:
  using Counts = std::unordered_map<MessageChannel, std::uint64_t, MessageChannel::Hash>;

  MessageNumbers(const Definitions& definitions, ProcessId process,
                 const std::vector<const LocalTrace*>& threads);

  // Return the names of the n-th send or receive, and of the n-th collective operation, of a
  // thread. message() is empty for a cancelled send, and if the partner is not a process of the
  // trace; the communicator is undefined if the process is not a member.
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
  // Returns the number of collective operations on a communicator.
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
