// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the message that a receive takes if it is not simply the next one on its channel: receives
// match messages in posting order (PostingOrder), but complete in any order, and only their
// completion names the channel. Each process is read once, when first needed. Memory: 16 bytes for
// each receive on channels where receives overtake one another, or several threads receive.
// Single-threaded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "lull/trace/rules/message_channel.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class ReceiveNumbers {
 public:
  // Reads nothing before the first query. `source` must outlive this.
  explicit ReceiveNumbers(const TraceSource& source)
      : source_(source), read_(source.definitions().processes.size()) {}

  void read(ProcessId process);
  // Returns whether receives on the channel ever take a message other than the next, judging by
  // what has been read of its destination.
  [[nodiscard]] bool is_irregular(const MessageChannel& channel) const {
    return !channels_.empty() && channels_.contains(channel);
  }
  // For an irregular channel: number() returns which message (from 0) the receive at this position
  // of its location takes; received_before() returns how many were received before these positions.
  [[nodiscard]] std::optional<std::uint64_t> number(const MessageChannel& channel,
                                                    LocationId location,
                                                    std::uint64_t position) const;
  [[nodiscard]] std::uint64_t received_before(const MessageChannel& channel,
                                              std::span<const std::uint64_t> positions) const;

 private:
  struct Receive {
    std::uint64_t position = 0;
    std::uint64_t number = 0;
  };
  using Places = std::map<LocationId, std::vector<Receive>>;  // receives, ordered by position
  using Channels = std::unordered_map<MessageChannel, Places, MessageChannel::Hash>;

  const TraceSource& source_;
  std::vector<bool> read_;  // indexed by process
  Channels channels_;
};

}  // namespace lull
