// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Clocks that were set while a program ran (by NTP, or by hand): the messages between two clocks
// then leave no straight line for their difference. Whose clock it was, the pairs tell together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "lull/clock/clock_observations.hpp"

namespace lull {

using TimedClockHulls = std::map<ClockPair, TimedHulls>;

// A clock was set some time in between, on its own time.
struct ClockBreak {
  Timestamp earliest;
  Timestamp latest;
};
using ClockBreaks = std::vector<std::vector<ClockBreak>>;  // by clock; ascending, apart

// How often a clock was set before that; nothing if that time is in between.
[[nodiscard]] std::optional<std::uint32_t> breaks_before(const std::vector<ClockBreak>& breaks,
                                                         Timestamp time);

// The fewest that explain what the hulls do not allow, as good as. Empty: there are none, or so
// many that clocks are no clocks.
[[nodiscard]] ClockBreaks find_breaks(const TimedClockHulls& hulls, std::size_t clocks,
                                      std::uint64_t ticks_per_second);

}  // namespace lull
