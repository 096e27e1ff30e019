// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which messages receives take, where that is not simply the next one of their channel: receives
// take messages in the order in which they were posted (PostingOrder), but complete in any order,
// and only then tell whose messages they take. A process is read, once, when that first matters.
// Memory: 16 bytes for each receive of channels on which receives overtake one another, or that
// several threads receive on. One thread.
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
  // Nothing is read before it is asked for. `source` must outlive this.
  explicit ReceiveNumbers(const TraceSource& source)
      : source_(source), read_(source.definitions().processes.size()) {}

  void read(ProcessId process);
  // Whether receives on the channel take anything but the next message, as far as its destination
  // has been read.
  [[nodiscard]] bool is_irregular(const MessageChannel& channel) const {
    return !channels_.empty() && channels_.contains(channel);
  }
  // Of an irregular channel: which message (from 0) the receive takes that is at that place among
  // the events of its location; and how many were received before these places.
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
  using Places = std::map<LocationId, std::vector<Receive>>;  // receives by position
  using Channels = std::unordered_map<MessageChannel, Places, MessageChannel::Hash>;

  const TraceSource& source_;
  std::vector<bool> read_;  // by process
  Channels channels_;
};

}  // namespace lull
