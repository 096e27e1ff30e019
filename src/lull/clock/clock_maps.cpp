// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_maps.hpp"

#include <algorithm>
#include <span>

namespace lull {
namespace {

std::span<const ClockOffset> offsets_at(const ClockOffsets& offsets, std::size_t location) {
  return location < offsets.size() ? std::span<const ClockOffset>(offsets[location])
                                   : std::span<const ClockOffset>();
}

}  // namespace

ClockMaps::ClockMaps(const ClockCorrection& correction, const Definitions& definitions) {
  for (const auto& of_location : offsets_taken(correction, definitions))
    maps_.emplace_back(of_location);
}

std::int64_t greatest_difference(const ClockOffsets& one, const ClockOffsets& other) {
  constexpr double kMost = 4e18;
  double least = 0;
  double most = 0;
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    const TimeMap first(offsets_at(one, i));
    const TimeMap second(offsets_at(other, i));
    const auto look_at = [&](Timestamp time) {
      const auto difference = static_cast<double>((second.at(time) - first.at(time)).ticks);
      least = std::min(least, difference);
      most = std::max(most, difference);
    };
    for (const ClockOffset& knot : offsets_at(one, i)) look_at(knot.time);
    for (const ClockOffset& knot : offsets_at(other, i)) look_at(knot.time);
  }
  if (least == 0 && most == 0) return 0;
  constexpr double kRounding = 4;
  return static_cast<std::int64_t>(std::min(most - least + kRounding, kMost));
}

}  // namespace lull
