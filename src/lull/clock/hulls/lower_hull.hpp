// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A summary of all messages from one clock to another in few points: a message that left at
// `sent` on one clock and arrived at `arrived` on the other bounds how far the second may be
// behind. Whatever straight lines map both clocks, if no message of the hull arrives before it was
// sent, none does (A. Duda et al., Estimating global time in distributed systems, 1987).
#pragma once

#include <span>
#include <vector>

#include "lull/base/time.hpp"

namespace lull {

struct ClockPoint {
  Timestamp sent;     // on the sender's clock
  Timestamp arrived;  // on the receiver's clock
  friend bool operator==(ClockPoint, ClockPoint) = default;
};

// The exact lower convex hull of points. It does not depend on their order.
class LowerHull {
 public:
  // Fastest for ascending times; otherwise logarithmic, plus the number of points it removes.
  void add(ClockPoint point);
  void add(const LowerHull& other) {
    for (const ClockPoint point : other.points_) add(point);
  }
  // Ascending.
  [[nodiscard]] std::span<const ClockPoint> points() const { return points_; }

 private:
  std::vector<ClockPoint> points_;
};

}  // namespace lull
