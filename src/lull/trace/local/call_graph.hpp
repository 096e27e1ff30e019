// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The compressed complete call graph of a location (PEARL, section 3): region instances as a tree
// in which identical instances are stored once. What differs between instances is stored
// separately, in event order, in one or two bytes: the time since the previous event, and the
// numbers that link events.
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

  // The stream positions before each kInterval-th event.
  struct Checkpoint {
    std::uint64_t time = 0;
    std::size_t time_place = 0;
    std::size_t number_place = 0;
    std::uint32_t numbers = 0;
    std::uint64_t largest = 0;  // largest number so far
  };
  static constexpr std::uint32_t kInterval = 1024;

  std::shared_ptr<RegionInstances> instances;
  std::shared_ptr<const TimeSteps> steps;
  NumberStream times;    // steps since the previous event
  NumberStream numbers;  // difference from the largest number so far: see signed_of()
  std::vector<std::vector<Value>> samples;
  std::vector<Checkpoint> checkpoints;
  std::uint32_t location = 0;
  std::uint32_t whole = 0;  // the instance that represents the location
  Duration deviation;       // the largest of all events

  [[nodiscard]] std::uint32_t events() const { return (*instances)[whole].counts.events; }
  // Excludes instances and steps, which traces share.
  [[nodiscard]] std::size_t bytes() const;
};

// Maps small numbers of both signs to small unsigned numbers.
constexpr std::uint64_t unsigned_of(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}
constexpr std::int64_t signed_of(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

}  // namespace lull
