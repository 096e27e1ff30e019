// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The quantisation of time differences in a compressed trace: steps spaced so that each difference
// is close enough to one of them. Shorter differences have smaller numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

#include "lull/base/time.hpp"

namespace lull {

// The maximum deviation of times: the greater of the two bounds.
struct AllowedDeviation {
  Duration absolute;
  double relative = 0;  // share of the time since the last event; below 0.001 counts as 0
};

class TimeSteps {
 public:
  explicit TimeSteps(const AllowedDeviation& allowed)
      : width_(2 * static_cast<std::uint64_t>(std::max<std::int64_t>(allowed.absolute.ticks, 0)) +
               1) {
    constexpr double kLeast = 0.001;
    constexpr double kLongest = 9e18;
    if (allowed.relative < kLeast) return;
    const std::uint64_t whole = width_ / 2;
    const auto half = static_cast<double>(whole);
    double step = 0;
    do {
      lengths_.push_back(static_cast<std::uint64_t>(step));
      step += std::max(1.0, std::floor(2 * std::max(half, allowed.relative * step)));
    } while (step < kLongest);
  }

  // Returns the number of the step nearest to `ticks`.
  [[nodiscard]] std::uint64_t number_of(std::uint64_t ticks) const {
    if (lengths_.empty()) return (ticks + width_ / 2) / width_;
    const auto above = std::ranges::lower_bound(lengths_, ticks);
    const auto number = static_cast<std::uint64_t>(above - lengths_.begin());
    if (number == 0) return 0;
    if (above == lengths_.end()) return number - 1;
    return *above - ticks < ticks - *std::prev(above) ? number : number - 1;
  }
  [[nodiscard]] std::uint64_t ticks_of(std::uint64_t number) const {
    return lengths_.empty() ? number * width_ : lengths_[number];
  }

 private:
  std::uint64_t width_;
  std::vector<std::uint64_t> lengths_;  // empty: multiples of the width
};

// Returns the same object for all traces with this deviation. Thread-safe.
[[nodiscard]] std::shared_ptr<const TimeSteps> shared_time_steps(const AllowedDeviation& allowed);

}  // namespace lull
