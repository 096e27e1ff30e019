// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Maps one location's clock to the reference clock: linear interpolation between the measured
// offsets; the first and last slope continue beyond them; a constant shift if there is only one
// measurement. Monotone wherever the measurements are. Results are whole ticks.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lull/base/time.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull {

class TimeMap {
 public:
  // `offsets` must be in ascending time order; entries that are out of order are ignored. Empty
  // gives the identity.
  explicit TimeMap(std::span<const ClockOffset> offsets);

  [[nodiscard]] bool identity() const { return segments_.empty(); }

  // Fastest for ascending times.
  [[nodiscard]] Timestamp operator()(Timestamp local);
  // Does the same, but is thread-safe and allows random access.
  [[nodiscard]] Timestamp at(Timestamp local) const;

  // Returns the offset of the first measurement.
  [[nodiscard]] std::int64_t first_offset() const {
    return identity() ? 0 : segments_.front().offset;
  }

 private:
  struct Segment {
    Timestamp start;
    std::int64_t offset = 0;
    double slope = 0;  // ticks of offset per tick
  };

  void find(Timestamp local);
  [[nodiscard]] static Timestamp map(const Segment& segment, Timestamp local);

  std::vector<Segment> segments_;
  std::size_t current_ = 0;
};

}  // namespace lull
