// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The clock correction of each location. Thread-safe, with random access.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/clock/time_map.hpp"

namespace lull {

class ClockMaps {
 public:
  // Leaves times as recorded.
  ClockMaps() = default;
  // Uses a correction's offsets, without its pushes. Copies what it needs.
  ClockMaps(const ClockCorrection& correction, const Definitions& definitions);

  [[nodiscard]] Timestamp operator()(LocationId location, Timestamp recorded) const {
    return location.defined() && location.index() < maps_.size()
               ? maps_[location.index()].at(recorded)
               : recorded;
  }
  // Returns the first offset of a location, in ticks.
  [[nodiscard]] std::int64_t first_offset(LocationId location) const {
    return location.index() < maps_.size() ? maps_[location.index()].first_offset() : 0;
  }

 private:
  std::vector<TimeMap> maps_;
};

// Returns by how many ticks, at most, the difference between two clocks differs under these two
// sets of offsets.
[[nodiscard]] std::int64_t greatest_difference(const ClockOffsets& one, const ClockOffsets& other);

}  // namespace lull
