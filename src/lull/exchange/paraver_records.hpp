// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records that become lines of a Paraver trace, sorted by time, and at equal times in insertion
// order.
#pragma once

#include <concepts>
#include <cstdint>
#include <tuple>

#include "lull/trace/rules/message_channel.hpp"

namespace lull::exchange {

struct PrvEvent {
  std::uint64_t time = 0;
  std::uint64_t value = 0;
  std::uint32_t type = 0;
  std::uint32_t location = 0;
};

struct PrvState {
  std::uint64_t time = 0;
  std::uint64_t end = 0;
  std::uint32_t state = 0;
  std::uint32_t location = 0;
};

struct PrvMessage {
  std::uint64_t time = 0;  // logical send
  std::uint64_t sent = 0;
  std::uint64_t receive = 0;  // logical receive
  std::uint64_t received = 0;
  std::uint64_t size = 0;
  std::uint32_t location = 0;
  std::uint32_t other = 0;
  std::uint32_t tag = 0;
};

template <class Record>
concept TimedRecord = requires(const Record& record) {
  { record.time } -> std::convertible_to<std::uint64_t>;
};

[[nodiscard]] bool operator<(const TimedRecord auto& one, const TimedRecord auto& other) {
  return one.time < other.time;
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
