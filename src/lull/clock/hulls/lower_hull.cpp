// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/hulls/lower_hull.hpp"

#include <algorithm>

namespace lull {
namespace {

__extension__ using Wide = __int128;

// Exact for clocks that run for less than 2^63 ticks.
Wide difference(Timestamp a, Timestamp b) { return (a - b).ticks; }

// Returns whether b lies on or above the line from a to c.
bool is_needless(ClockPoint a, ClockPoint b, ClockPoint c) {
  return difference(b.arrived, a.arrived) * difference(c.sent, a.sent) >=
         difference(c.arrived, a.arrived) * difference(b.sent, a.sent);
}

}  // namespace

void LowerHull::add(ClockPoint point) {
  auto at = points_.end();
  if (!points_.empty() && point.sent <= points_.back().sent)
    at = std::ranges::lower_bound(points_, point.sent, {}, &ClockPoint::sent);
  if (at != points_.end() && at->sent == point.sent) {
    if (at->arrived <= point.arrived) return;
    at = points_.erase(at);
  }
  if (at != points_.begin() && at != points_.end() && is_needless(*(at - 1), point, *at)) return;
  auto first = at;  // the first point that is no longer needed
  while (first - points_.begin() >= 2 && is_needless(*(first - 2), *(first - 1), point)) --first;
  auto last = at;
  while (points_.end() - last >= 2 && is_needless(point, *last, *(last + 1))) ++last;
  at = points_.erase(first, last);
  points_.insert(at, point);
}

}  // namespace lull
