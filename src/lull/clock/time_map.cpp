// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/time_map.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lull {

namespace {

// Offsets in damaged archives may have any value.
std::int64_t sum(std::int64_t a, std::uint64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + b);
}

}  // namespace

TimeMap::TimeMap(std::span<const ClockOffset> offsets) {
  const bool all_zero =
      std::ranges::all_of(offsets, [](const ClockOffset& o) { return o.offset == 0; });
  if (all_zero) return;
  for (const ClockOffset& measured : offsets) {
    Segment next{measured.time, measured.offset, 0.0};
    if (!segments_.empty()) {
      Segment& last = segments_.back();
      if (next.start <= last.start) continue;
      last.slope = static_cast<double>(sum(next.offset, -static_cast<std::uint64_t>(last.offset))) /
                   static_cast<double>((next.start - last.start).ticks);
      next.slope = last.slope;
    }
    segments_.push_back(next);
  }
}

Timestamp TimeMap::operator()(Timestamp local) {
  if (identity()) return local;
  find(local);
  return map(segments_[current_], local);
}

Timestamp TimeMap::at(Timestamp local) const {
  if (identity()) return local;
  const auto after = std::ranges::upper_bound(segments_, local, {}, &Segment::start);
  return map(after == segments_.begin() ? *after : *std::prev(after), local);
}

Timestamp TimeMap::map(const Segment& segment, Timestamp local) {
  const double drift = segment.slope * static_cast<double>((local - segment.start).ticks);
  const std::int64_t shift =
      sum(segment.offset, static_cast<std::uint64_t>(std::llround(std::clamp(drift, -9e18, 9e18))));
  // A corrected time cannot be negative.
  if (shift < 0 && local.ticks < -static_cast<std::uint64_t>(shift)) return Timestamp{0};
  return local + Duration{shift};
}

void TimeMap::find(Timestamp local) {
  while (current_ + 1 < segments_.size() && segments_[current_ + 1].start <= local) ++current_;
  while (current_ > 0 && local < segments_[current_].start) --current_;
}

}  // namespace lull
