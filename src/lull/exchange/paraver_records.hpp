// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What becomes lines of a Paraver trace, in the order of time.
#pragma once

#include <compare>
#include <cstdint>
#include <tuple>

#include "lull/trace/message_channel.hpp"

namespace lull::exchange {

// An event. They are told in order, as good as.
// When something is written, and in which order at the same time.
struct PrvPlace {
  std::uint64_t time = 0;
  std::uint64_t number = 0;  // in the order of telling

  friend auto operator<=>(const PrvPlace&, const PrvPlace&) = default;
};

struct PrvEvent {
  PrvPlace place;
  std::uint64_t value = 0;
  std::uint32_t type = 0;
  std::uint32_t location = 0;
};

struct PrvState {
  PrvPlace place;
  std::uint64_t end = 0;
  std::uint32_t state = 0;
  std::uint32_t location = 0;
};

struct PrvMessage {
  PrvPlace place;  // when its send begins logically
  std::uint64_t sent = 0;
  std::uint64_t receive = 0;  // logically
  std::uint64_t received = 0;
  std::uint64_t size = 0;
  std::uint32_t location = 0;
  std::uint32_t other = 0;
  std::uint32_t tag = 0;
};

template <class Record>
concept PlacedRecord = requires(const Record& record) {
  record.place.number;
};

[[nodiscard]] bool operator<(const PlacedRecord auto& one, const PlacedRecord auto& other) {
  return one.place < other.place;
}

struct PrvEnd {
  MessageChannel channel;
  std::uint64_t number = 0;
  std::uint32_t receives = 0;
  std::uint32_t location = 0;
  std::uint64_t logical = 0;
  std::uint64_t physical = 0;
  std::uint64_t size = 0;

  [[nodiscard]] bool same_message(const PrvEnd& other) const {
    return channel == other.channel && number == other.number;
  }
  friend bool operator<(const PrvEnd& one, const PrvEnd& other) {
    return std::tie(one.channel, one.number, one.receives) <
           std::tie(other.channel, other.number, other.receives);
  }
};

}  // namespace lull::exchange
