// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The sends on each channel, to find out whether another message will come. With imprecise clocks,
// receives can appear before their sends; such a receive waits for its send.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "lull/trace/definitions/peers.hpp"
#include "lull/trace/rules/message_channel.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull {

class LastSends {
 public:
  // Reads nothing before the first query. `source` must outlive this.
  explicit LastSends(const TraceSource& source) : source_(source) {}

  // Returns whether a message on the channel, or the one with this number (from 0), will be sent by
  // locations that have reached these positions. The first call reads the sends of the whole trace.
  [[nodiscard]] bool will_send(const MessageChannel& channel, std::optional<std::uint64_t> number,
                               std::span<const std::uint64_t> positions);

 private:
  struct Last {
    LocationId location;
    std::uint64_t position = 0;
  };
  struct Sends {
    std::uint64_t number = 0;
    std::vector<Last> last;  // indexed by location
  };
  void read();
  void read(LocationId location, Peers& peers);

  const TraceSource& source_;
  bool is_read_ = false;
  std::unordered_map<MessageChannel, Sends, MessageChannel::Hash> sends_;
};

}  // namespace lull
