// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What all messages from one clock to another say about them, in few points: a message that left at
// `sent` on the one and came at `arrived` on the other bounds how far the second may be behind.
// Whatever straight lines map both clocks, if no message of the hull comes before it was sent, none
// does (A. Duda et al., Estimating global time in distributed systems, 1987).
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

// The lower convex hull of points, exact. Which points there are decides, not their order.
class LowerHull {
 public:
  // Cheapest for times that ascend; else logarithmic, and as many points as it removes.
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
