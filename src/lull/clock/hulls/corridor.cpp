// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/hulls/corridor.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace lull {

Corridor::Corridor(double greatest_offset, double greatest_drift)
    : corners_{{-greatest_offset, -greatest_drift},
               {greatest_offset, -greatest_drift},
               {greatest_offset, greatest_drift},
               {-greatest_offset, greatest_drift}} {}

std::pair<double, double> Corridor::at(double x) const {
  assert(!empty());
  const auto value = [x](const Line& line) { return line.offset + line.drift * x; };
  const auto [least, most] = std::ranges::minmax(corners_, {}, value);
  return {value(least), value(most)};
}

void Corridor::clip(double x, double y, double sign) {
  std::vector<Line> left;
  const auto room = [&](const Line& line) { return sign * (y - line.offset - line.drift * x); };
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const Line& here = corners_[i];
    const Line& next = corners_[(i + 1) % corners_.size()];
    const double room_here = room(here);
    const double room_next = room(next);
    if (room_here >= 0) left.push_back(here);
    if ((room_here < 0) == (room_next < 0)) continue;
    const double part = room_here / (room_here - room_next);
    left.push_back({here.offset + part * (next.offset - here.offset),
                    here.drift + part * (next.drift - here.drift)});
  }
  corners_ = std::move(left);
}

}  // namespace lull
