// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The compressed complete call graph of a location (Knüpfer 2003; PEARL, section 3): region
// instances as a tree, in which those that are alike are stored once. An instance is a list of
// items, each a time after the one before: another instance, or an event. Numbers that tie events
// together are different each time: they have a list of their own, in the order of the events.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/trace/event.hpp"
#include "lull/trace/ids.hpp"

namespace lull {

// How far off the times in a compressed trace may be. Of the two bounds the greater one holds.
struct AllowedDeviation {
  Duration absolute;
  double relative = 0;  // of the duration of a region instance, for the events in it
};

struct CallGraph {
  // An item of an instance: what comes, and how long after the end of the item before.
  struct Item {
    static constexpr std::uint32_t kLong = ~std::uint32_t{0};
    std::uint32_t gap = 0;   // ticks; kLong: see long_gaps
    std::uint32_t what = 0;  // an instance, or an event with the highest bit
  };
  static constexpr std::uint32_t kEvent = std::uint32_t{1} << 31;
  static constexpr std::uint32_t kLeave = kEvent | (kEvent - 1);  // the last item
  static constexpr std::uint32_t kOpenEnd = kLeave - 1;           // the last item, without a Leave

  struct Instance {
    RegionId region;  // undefined: the whole location, which is not entered nor left
    std::uint32_t items = 0;
    std::uint64_t first = 0;     // of its items
    std::uint64_t duration = 0;  // ticks
    std::uint64_t events = 0;    // with those of instances in it
    std::uint64_t numbers = 0;   // of events in it that have one
    std::uint64_t samples = 0;   // MetricSample in it
  };

  std::vector<Instance> instances;
  std::vector<Item> items;
  std::unordered_map<std::uint64_t, std::uint64_t> long_gaps;  // by item
  std::vector<EventBody> bodies;                               // without numbers and values
  std::vector<std::uint64_t> numbers;
  std::vector<std::vector<Value>> samples;
  std::uint32_t whole = 0;  // the instance that is the location
  Timestamp begin;          // its time
  Duration deviation;       // the largest of all events

  [[nodiscard]] std::uint64_t gap_of(std::uint64_t item) const {
    const std::uint32_t gap = items[item].gap;
    return gap != Item::kLong ? gap : long_gaps.at(item);
  }
  [[nodiscard]] std::size_t bytes() const;
};

}  // namespace lull
