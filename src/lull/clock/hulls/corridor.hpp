// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All straight lines, offset and drift, that messages between two clocks allow for their
// difference: a convex polygon.
#pragma once

#include <utility>
#include <vector>

namespace lull {

class Corridor {
 public:
  // Contains lines offset + drift * x with |offset| and |drift| at most these.
  Corridor(double greatest_offset, double greatest_drift);

  // Keeps lines that are at most, or at least, `y` at `x`.
  void stay_below(double x, double y) { clip(x, y, 1); }
  void stay_above(double x, double y) { clip(x, y, -1); }

  [[nodiscard]] bool empty() const { return corners_.empty(); }
  // Returns the smallest and largest value of a line at x. Must not be empty.
  [[nodiscard]] std::pair<double, double> at(double x) const;

 private:
  struct Line {
    double offset;
    double drift;
  };

  void clip(double x, double y, double sign);

  std::vector<Line> corners_;  // in order around the polygon
};

}  // namespace lull
