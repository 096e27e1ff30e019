// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All straight lines that messages between two clocks allow for the difference of these: offset and
// drift, a convex polygon.
#pragma once

#include <utility>
#include <vector>

namespace lull {

class Corridor {
 public:
  // Lines offset + drift * x with |offset| and |drift| no greater than these.
  Corridor(double greatest_offset, double greatest_drift);

  // Lines that are at most, or at least, `y` at `x`.
  void stay_below(double x, double y) { clip(x, y, 1); }
  void stay_above(double x, double y) { clip(x, y, -1); }

  [[nodiscard]] bool empty() const { return corners_.empty(); }
  // The least and the greatest value of a line at x. Not of an empty one.
  [[nodiscard]] std::pair<double, double> at(double x) const;

 private:
  struct Line {
    double offset;
    double drift;
  };

  void clip(double x, double y, double sign);

  std::vector<Line> corners_;  // around the polygon
};

}  // namespace lull
