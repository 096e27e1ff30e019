// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Positions in a location's events, collected during replay, from which events can be read again
// later. In long traces the positions are further apart, so that memory is bounded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "lull/analysis/events/operations.hpp"

namespace lull::analysis {

struct Mark {
  Timestamp time;              // time of the event there
  std::uint64_t position = 0;  // argument of EventCursor::seek
  LocalPathId path;            // the location's path before the event
};

class Marks {
 public:
  // Divides the memory among `locations` locations.
  explicit Marks(std::size_t locations = 1)
      : most_(std::clamp(kMostOfAll / std::max<std::size_t>(locations, 1), kFewest, kMost)) {}

  void add(Timestamp time, std::uint64_t position, LocalPathId path) {
    if (seen_++ % stride_ != 0) return;
    marks_.push_back({time, position, path});
    if (marks_.size() == most_) thin();
  }

  // Returns the last mark before `time`; null if there is none.
  [[nodiscard]] const Mark* before(Timestamp time) const {
    const auto after = std::ranges::lower_bound(marks_, time, {}, &Mark::time);
    return after == marks_.begin() ? nullptr : &*std::prev(after);
  }

 private:
  static constexpr std::size_t kMostOfAll = 1u << 19;
  static constexpr std::size_t kFewest = 64;
  static constexpr std::size_t kMost = 1u << 14;

  // Drops every second mark.
  void thin() {
    for (std::size_t i = 0; 2 * i < marks_.size(); ++i) marks_[i] = marks_[2 * i];
    marks_.resize((marks_.size() + 1) / 2);
    stride_ *= 2;
  }

  std::size_t most_;
  std::uint64_t seen_ = 0;
  std::uint64_t stride_ = 1;
  std::vector<Mark> marks_;
};

}  // namespace lull::analysis
