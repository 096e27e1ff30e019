// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The events and open calls of one location during conversion.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "lull/trace/event/event_packer.hpp"
#include "lull/trace/rules/open_regions.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::exchange {

struct Frame {
  RegionId region;
  Timestamp begin;
};

struct Stream {
  std::unique_ptr<EventCursor> cursor;
  std::span<const Event> events;
  std::size_t next = 0;
  std::size_t thread = 0;  // index in its process
  Timestamp last;
  OpenRegions<Frame> regions;

  // If there are many locations, files are open only while events are read ahead.
  std::size_t read_ahead = 0;
  EventPacker packer;
  std::vector<Event> unpacked;
  std::vector<std::vector<Value>> values;

  explicit Stream(const Definitions& definitions) : regions(definitions) {}
  bool refill() {
    if (next < events.size()) return true;
    next = 0;
    if (read_ahead == 0) {
      events = cursor->next();
      return !events.empty();
    }
    if (packer.size() == 0) {
      while (packer.size() < read_ahead && cursor->pack_next(packer)) {
      }
      cursor->release(0);
    }
    unpacked.clear();
    values.clear();
    constexpr std::size_t kBatch = 256;
    packer.unpack(kBatch, unpacked, values);
    events = unpacked;
    return !events.empty();
  }
  // Returns the number of events to read ahead per location.
  [[nodiscard]] static std::size_t read_ahead_of(std::size_t locations) {
    constexpr std::size_t kOpenLocations = 128;
    constexpr std::size_t kReadAheadOfAll = std::size_t{8} << 20U;
    if (locations <= kOpenLocations) return 0;
    return std::clamp(kReadAheadOfAll / locations, std::size_t{256}, std::size_t{1} << 14U);
  }
  // Returns the time; a time that runs backwards is replaced by the previous time.
  [[nodiscard]] Timestamp time() const { return std::max(last, events[next].time); }
};

[[nodiscard]] inline double number_of(const Value& value, const MetricMember& member) {
  double number = 0;
  switch (value.kind) {
    case ValueKind::Signed:
      number = static_cast<double>(value.as_signed);
      break;
    case ValueKind::Floating:
      number = value.as_floating;
      break;
    default:
      number = static_cast<double>(value.as_unsigned);
  }
  return member.exponent == 0
             ? number
             : number * std::pow(member.decimal ? 10.0 : 2.0, static_cast<double>(member.exponent));
}

}  // namespace lull::exchange
