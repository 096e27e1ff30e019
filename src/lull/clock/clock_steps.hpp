// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Detects clocks that were set while a program ran (by NTP, or manually): the messages between two
// clocks then allow no straight line for their difference. Comparing the pairs reveals which clock
// was set.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "lull/clock/clock_observations.hpp"

namespace lull {

using TimedClockHulls = std::map<ClockPair, TimedHulls>;

// A clock was set between these times, on its own clock.
struct ClockBreak {
  Timestamp earliest;
  Timestamp latest;
};
using ClockBreaks = std::vector<std::vector<ClockBreak>>;  // indexed by clock; ascending, disjoint

// Returns how often a clock was set before `time`; nothing if `time` is within a break.
[[nodiscard]] std::optional<std::uint32_t> breaks_before(const std::vector<ClockBreak>& breaks,
                                                         Timestamp time);

// Returns approximately the fewest breaks that explain what the hulls do not allow. Empty if there
// are none, or so many that the clock is unusable.
[[nodiscard]] ClockBreaks find_breaks(const TimedClockHulls& hulls, std::size_t clocks,
                                      std::uint64_t ticks_per_second);

}  // namespace lull
