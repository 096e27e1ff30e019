// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// By location, how its clock is corrected: for any thread, in any order.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/clock/time_map.hpp"

namespace lull {

class ClockMaps {
 public:
  // As they were recorded.
  ClockMaps() = default;
  // By a correction's offsets; without its pushes. Copies what it needs.
  ClockMaps(const ClockCorrection& correction, const Definitions& definitions);

  [[nodiscard]] Timestamp operator()(LocationId location, Timestamp recorded) const {
    return location.defined() && location.index() < maps_.size()
               ? maps_[location.index()].at(recorded)
               : recorded;
  }
  // Ticks: what the first of its offsets adds.
  [[nodiscard]] std::int64_t first_offset(LocationId location) const {
    return location.index() < maps_.size() ? maps_[location.index()].first_offset() : 0;
  }

 private:
  std::vector<TimeMap> maps_;
};

// By how many ticks a distance between two clocks differs at most under the one and the other.
[[nodiscard]] std::int64_t greatest_difference(const ClockOffsets& one, const ClockOffsets& other);

}  // namespace lull
