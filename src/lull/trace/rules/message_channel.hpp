// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The key that determines which messages belong together: messages of one channel are received in
// the order in which they were sent.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include "lull/trace/event/ids.hpp"

namespace lull {

struct MessageChannel {
  ProcessId source;
  ProcessId destination;
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  friend auto operator<=>(const MessageChannel&, const MessageChannel&) = default;

  struct Hash {
    std::size_t operator()(const MessageChannel& channel) const noexcept {
      const std::uint64_t pair =
          std::uint64_t{channel.source.value} << 32 | channel.destination.value;
      const std::uint64_t mixed = (pair ^ std::uint64_t{channel.communicator.value} << 48 ^
                                   std::uint64_t{channel.tag} << 16) *
                                  0x9E3779B97F4A7C15ull;
      return mixed ^ mixed >> 32;
    }
  };
};

}  // namespace lull
