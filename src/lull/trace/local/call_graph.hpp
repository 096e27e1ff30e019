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
#include <utility>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/trace/event/event.hpp"
#include "lull/trace/local/number_stream.hpp"
#include "lull/trace/local/region_instances.hpp"
#include "lull/trace/local/time_steps.hpp"

namespace lull {

struct CallGraph {
  CallGraph(const AllowedDeviation& allowed, std::shared_ptr<RegionInstances> of)
      : instances(std::move(of)), steps(shared_time_steps(allowed)) {}

  // Where the streams are at each kInterval-th event, before it.
  struct Checkpoint {
    std::uint64_t time = 0;
    std::size_t time_place = 0;
    std::size_t number_place = 0;
    std::uint32_t numbers = 0;
    std::uint64_t largest = 0;  // number so far
  };
  static constexpr std::uint32_t kInterval = 1024;

  std::shared_ptr<RegionInstances> instances;
  std::shared_ptr<const TimeSteps> steps;
  NumberStream times;    // steps since the event before
  NumberStream numbers;  // less or more than the largest before: see signed_of()
  std::vector<std::vector<Value>> samples;
  std::vector<Checkpoint> checkpoints;
  std::uint32_t location = 0;  // its number
  std::uint32_t whole = 0;     // the instance that is the location
  Duration deviation;          // the largest of all events

  [[nodiscard]] std::uint32_t events() const { return (*instances)[whole].counts.events; }
  // Without instances and steps, which traces share.
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
