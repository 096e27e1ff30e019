// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The times of a location's events by position, and the span of the program itself: from the end of
// MPI or SHMEM initialization to the start of finalization, or else from the first to the last
// event. The clock stops while recording is switched off. Uses constant memory: up to 65,536
// different times are exact; if there are more, they are accurate to about a ten-thousandth of the
// total time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/structure/detection/off_time.hpp"
#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::structure {

class LocationClock {
 public:
  explicit LocationClock(const Definitions& definitions);

  // Adds the next event; `position` counts the preceding events that are not samples.
  void look_at(const Event& event, std::uint64_t position) {
    off_.look_at(event);
    const Duration off = off_.until(event.time);
    const auto now = static_cast<std::int64_t>((event.time + Duration{-off.ticks}).ticks);
    if (knots_.empty() || now - knots_.back().ticks > coarseness_) add({position, now});
    if (now > last_) last_ = now;
    if (const auto* const leave = std::get_if<Leave>(&event.body))
      note_leave(leave->region);
    else if (const auto* const enter = std::get_if<Enter>(&event.body))
      note_enter(enter->region);
  }

  // Returns the share of the program's own time between two positions.
  [[nodiscard]] double share(std::uint64_t first, std::uint64_t end) const;

 private:
  // The time that applies from this position on, rounded down to the coarseness.
  struct Knot {
    std::uint64_t position = 0;
    std::int64_t ticks = 0;
  };
  enum class Part : std::uint8_t { Program, Begin, End };

  void add(Knot knot);
  void thin_out();
  [[nodiscard]] Part part_of(RegionId region) const {
    return region.index() < parts_.size() ? parts_[region.index()] : Part::Program;
  }
  void note_leave(RegionId region) {
    if (part_of(region) == Part::Begin && !has_begun_) has_begun_ = true, begin_ = last_;
  }
  void note_enter(RegionId region) {
    if (part_of(region) == Part::End && !has_ended_) has_ended_ = true, end_ = last_;
  }
  [[nodiscard]] std::int64_t at(std::uint64_t position) const;

  std::vector<Part> parts_;  // indexed by region; empty: all belong to the program
  OffTime off_;
  std::vector<Knot> knots_;
  std::int64_t coarseness_ = 0;
  std::int64_t last_ = 0;
  bool has_begun_ = false;
  bool has_ended_ = false;
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
};

}  // namespace lull::structure
