// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records that go together or stay together, of one process: one end of a message with its request,
// a member of a collective operation, a lock from acquiring to releasing.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "lull/trace/rules/message_channel.hpp"

namespace lull::structure {

// An event: of the how-manieth location of the process, and where among its events.
struct Place {
  std::size_t thread = 0;
  std::uint64_t position = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

// What a collective operation is counted among: operations of another series have other numbers.
struct CollectiveSeries {
  enum class Kind : std::uint8_t { Blocking, Management, Requested, RequestedManagement, Window };
  Kind kind = Kind::Blocking;
  std::uint32_t of = 0;  // communicator, or window
  friend bool operator==(const CollectiveSeries&, const CollectiveSeries&) = default;

  struct Hash {
    std::size_t operator()(const CollectiveSeries& series) const noexcept {
      return (std::uint64_t{series.of} << 8 | static_cast<unsigned>(series.kind)) *
             0x9E3779B97F4A7C15ull;
    }
  };
};

struct Unit {
  enum class Kind : std::uint8_t {
    Send,        // number and channel say which message it is
    Receive,     // likewise
    Collective,  // number and series say which operation it is a member of
    Tied,        // of this process alone: if a part goes, all goes
    Held         // of this process alone: if a part stays, all stays
  };
  Kind kind = Kind::Tied;
  MessageChannel channel{};
  CollectiveSeries series{};
  std::uint64_t number = 0;
  std::span<const Place> records;  // until the next one comes
};

using UseUnit = std::function<void(const Unit&)>;

}  // namespace lull::structure
