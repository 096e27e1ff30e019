// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The sends on each channel: whether a message can still come. Clocks that are not quite right show
// receives before their sends; such a receive is worth waiting for.
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
  // Nothing is read before it is asked for. `source` must outlive this.
  explicit LastSends(const TraceSource& source) : source_(source) {}

  // Whether a message of the channel, or the one with that number (from 0), will be sent, if the
  // locations go on at these positions. The first call reads the sends of the whole trace.
  [[nodiscard]] bool will_send(const MessageChannel& channel, std::optional<std::uint64_t> number,
                               std::span<const std::uint64_t> positions);

 private:
  struct Last {
    LocationId location;
    std::uint64_t position = 0;
  };
  struct Sends {
    std::uint64_t number = 0;
    std::vector<Last> last;  // by location
  };
  void read();
  void read(LocationId location, Peers& peers);

  const TraceSource& source_;
  bool is_read_ = false;
  std::unordered_map<MessageChannel, Sends, MessageChannel::Hash> sends_;
};

}  // namespace lull
