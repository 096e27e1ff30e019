// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Random traces whose regions do not nest, and the result of the rules in open_regions.hpp,
// computed event by event in the simplest way. Tests compare all code that follows enters and
// leaves with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"

namespace lull::support {

struct BrokenNestingOptions {
  std::size_t locations = 3;
  std::size_t events = 300;  // per location
  bool teams = true;         // include forks, joins, and work for teams
  bool contexts = true;      // calling contexts in addition to regions
  bool programs = true;      // program begin and end events
  bool undefined = true;     // undefined regions
};

// Random enters and leaves of regions, with parameters in between. Times ascend within a location,
// and several locations have events at the same times.
[[nodiscard]] std::unique_ptr<MemoryTrace> broken_trace(std::uint64_t seed,
                                                        const BrokenNestingOptions& options = {});

inline constexpr std::size_t kNowhere = ~std::size_t{0};

struct FollowedEvent {
  std::vector<RegionId> path;    // its call path
  std::vector<RegionId> behind;  // regions open directly after it
  std::size_t enter = kNowhere;  // positions of the linked events
  std::size_t leave = kNowhere;
  bool stray = false;
  std::vector<std::size_t> ended;  // enters of the instances that end there, innermost first
};

struct FollowedCall {
  std::size_t enter = 0;          // position
  std::size_t end = kNowhere;     // index of the event that ends it
  std::size_t caller = kNowhere;  // index of the calling call
  std::vector<RegionId> path;
};

struct FollowedLocation {
  std::vector<FollowedEvent> events;
  std::vector<FollowedCall> calls;  // in the order in which they begin
  std::uint64_t strays = 0;
  std::uint64_t skipped = 0;
  std::uint64_t open = 0;
};

[[nodiscard]] FollowedLocation follow(const MemoryTrace& trace, LocationId location);

}  // namespace lull::support
