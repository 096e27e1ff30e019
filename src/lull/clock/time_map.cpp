// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/time_map.hpp"

#include <algorithm>
#include <cmath>

namespace lull {

TimeMap::TimeMap(std::span<const ClockOffset> offsets) {
  const bool all_zero =
      std::ranges::all_of(offsets, [](const ClockOffset& o) { return o.offset == 0; });
  if (all_zero) return;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (i > 0 && offsets[i].time <= offsets[i - 1].time) continue;
    Segment segment{offsets[i].time, offsets[i].offset, 0.0};
    if (i + 1 < offsets.size() && offsets[i].time < offsets[i + 1].time)
      segment.slope = static_cast<double>(offsets[i + 1].offset - offsets[i].offset) /
                      static_cast<double>((offsets[i + 1].time - offsets[i].time).ticks);
    else if (!segments_.empty())
      segment.slope = segments_.back().slope;
    segments_.push_back(segment);
  }
}

Timestamp TimeMap::operator()(Timestamp local) {
  if (identity()) return local;
  find(local);
  const Segment& segment = segments_[current_];
  const double drift = segment.slope * static_cast<double>((local - segment.start).ticks);
  const std::int64_t shift = segment.offset + std::llround(drift);
  // A clock cannot run below its zero.
  if (shift < 0 && local.ticks < static_cast<std::uint64_t>(-shift)) return Timestamp{0};
  return local + Duration{shift};
}

void TimeMap::find(Timestamp local) {
  while (current_ + 1 < segments_.size() && segments_[current_ + 1].start <= local) ++current_;
  while (current_ > 0 && local < segments_[current_].start) --current_;
}

}  // namespace lull
