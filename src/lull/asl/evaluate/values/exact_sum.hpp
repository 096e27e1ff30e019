// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A sum of floating-point numbers that is exact and rounded once, so that it does not depend on
// their order: a list of non-overlapping numbers (Shewchuk, "Adaptive Precision Floating-Point
// Arithmetic", 1997).
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace lull::asl {

class ExactSum {
 public:
  void add(double value) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      double part = parts_[i];
      if (std::abs(value) < std::abs(part)) std::swap(value, part);
      const double sum = value + part;
      const double rest = part - (sum - value);
      if (rest != 0) parts_[kept++] = rest;
      value = sum;
    }
    parts_.resize(kept);
    parts_.push_back(value);
  }

  // Returns the sum; infinite or NaN if it is out of range.
  [[nodiscard]] double value() const {
    std::size_t i = parts_.size();
    if (i == 0) return 0;
    double sum = parts_[--i];
    double rest = 0;
    while (i > 0 && rest == 0) {
      const double before = sum;
      sum = before + parts_[--i];
      rest = parts_[i] - (sum - before);
    }
    // The next part decides half-way cases.
    if (rest != 0 && i > 0 && (rest < 0) == (parts_[i - 1] < 0)) {
      const double twice = rest * 2;
      const double up = sum + twice;
      if (up - sum == twice) sum = up;
    }
    return sum;
  }

 private:
  std::vector<double> parts_;  // ascending, non-overlapping
};

}  // namespace lull::asl
