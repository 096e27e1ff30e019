// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Records of one process that stay or go together: one end of a message with its request, a member
// of a collective operation, a lock from acquire to release.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "lull/trace/rules/message_channel.hpp"

namespace lull::structure {

// Index of the location in its process, and of the event in its location.
struct Place {
  std::size_t thread = 0;
  std::uint64_t position = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

// A series in which collective operations are numbered independently of other series.
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
    Send,  // identified by number and channel
    Receive,
    Collective,  // identified by number and series
    Tied,        // belongs to this process alone: if one is removed, all are removed
    Held         // belongs to this process alone: if one is kept, all are kept
  };
  Kind kind = Kind::Tied;
  MessageChannel channel{};
  CollectiveSeries series{};
  std::uint64_t number = 0;
  std::span<const Place> records;  // valid until the next unit
};

using UseUnit = std::function<void(const Unit&)>;

}  // namespace lull::structure
