// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What becomes lines of a Paraver trace, in the order of time.
#pragma once

#include <cstdint>
#include <tuple>

#include "lull/trace/message_channel.hpp"

namespace lull::exchange {

// An event. They are told in order, as good as.
struct PrvEvent {
  std::uint64_t time = 0;
  std::uint64_t number = 0;
  std::uint64_t type = 0;
  std::uint64_t value = 0;
  std::uint32_t location = 0;

  friend bool operator<(const PrvEvent& one, const PrvEvent& other) {
    return std::tie(one.time, one.number) < std::tie(other.time, other.number);
  }
};

// Any other line of the trace.
struct PrvRecord {
  enum Kind : std::uint32_t { State = 1, Communication = 3 };
  std::uint64_t time = 0;
  std::uint64_t number = 0;  // in the order of telling
  Kind kind = State;
  std::uint32_t location = 0;
  std::uint32_t other = 0;
  std::uint32_t tag = 0;
  std::uint64_t a = 0;  // end and state; physical send, logical and physical receive
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  std::uint64_t size = 0;

  friend bool operator<(const PrvRecord& one, const PrvRecord& two) {
    return std::tie(one.time, one.number) < std::tie(two.time, two.number);
  }
};

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
