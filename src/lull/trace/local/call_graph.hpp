// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The compressed complete call graph of a location (PEARL, section 3): region instances as a tree,
// in which those that hold the same are stored once. What is different each time stands apart, in
// the order of the events, in one or two bytes: how long after the event before each comes, and the
// numbers that tie events together.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/trace/event.hpp"
#include "lull/trace/local/number_stream.hpp"
#include "lull/trace/local/time_steps.hpp"

namespace lull {

struct CallGraph {
  explicit CallGraph(const AllowedDeviation& allowed) : steps(shared_time_steps(allowed)) {}

  // An item of an instance is another instance, or an event with the highest bit.
  static constexpr std::uint32_t kEvent = std::uint32_t{1} << 31;
  static constexpr std::uint32_t kLeave = kEvent | (kEvent - 1);  // the last item
  static constexpr std::uint32_t kOpenEnd = kLeave - 1;           // the last item, without a Leave

  // How many there are of what, in an instance and those within it, or before a place.
  struct Counts {
    std::uint32_t events = 0;
    std::uint32_t numbers = 0;  // events that have one
    std::uint32_t samples = 0;  // MetricSample
    Counts& operator+=(const Counts& other) {
      events += other.events;
      numbers += other.numbers;
      samples += other.samples;
      return *this;
    }
    Counts& operator-=(const Counts& other) {
      events -= other.events;
      numbers -= other.numbers;
      samples -= other.samples;
      return *this;
    }
  };
  struct Instance {
    RegionId region;  // undefined: the whole location, which is not entered nor left
    std::uint32_t items = 0;
    std::uint64_t first = 0;  // of its items
    Counts counts;
  };
  // Where the streams are at each kInterval-th event, before it.
  struct Checkpoint {
    std::uint64_t time = 0;
    std::size_t time_place = 0;
    std::size_t number_place = 0;
    std::uint32_t numbers = 0;
    std::uint64_t largest = 0;  // number so far
  };
  static constexpr std::uint32_t kInterval = 1024;

  std::vector<Instance> instances;
  std::vector<std::uint32_t> items;
  std::vector<EventBody> bodies;  // without numbers and values
  std::vector<Counts> body_counts;
  std::shared_ptr<const TimeSteps> steps;
  NumberStream times;    // steps since the event before
  NumberStream numbers;  // less or more than the largest before: see signed_of()
  std::vector<std::vector<Value>> samples;
  std::vector<Checkpoint> checkpoints;
  std::uint32_t whole = 0;  // the instance that is the location
  Timestamp begin;          // its time
  Duration deviation;       // the largest of all events

  [[nodiscard]] Counts counts_of(std::uint32_t item) const {
    if ((item & kEvent) == 0) return instances[item].counts;
    if (item == kLeave) return {.events = 1};
    if (item == kOpenEnd) return {};
    return body_counts[item & ~kEvent];
  }
  // Without the steps, which traces share.
  [[nodiscard]] std::size_t bytes() const;
};

// Small numbers of both signs as small numbers.
constexpr std::uint64_t unsigned_of(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}
constexpr std::int64_t signed_of(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

}  // namespace lull
