// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Clocks from messages: straight lines that map every clock to a common one so that nothing arrives
// before it was sent, as far inside of what messages allow as can be (the analytic centre), with a
// bound on drift. Deterministic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lull/clock/clock_observations.hpp"

namespace lull {

// common = own + offset + drift * (own - middle), in ticks.
struct ClockLine {
  double offset = 0;
  double drift = 0;
};

// How well a clock is known.
enum class ClockTies : std::uint8_t {
  BothWays,  // by messages to and from others
  OneWay,    // only bounded from one side: placed so that its fastest message takes no time
  None       // it has no messages with others
};

struct ClockEstimate {
  Timestamp middle;
  std::vector<ClockLine> lines;  // by clock
  std::vector<ClockTies> ties;
  // Whether no point of the hulls is reversed under these lines, to the tick.
  bool holds_all = false;

  // Of a point from one clock to the other: how long it takes; negative where it is reversed.
  [[nodiscard]] double travel_time(ClockPair clocks, ClockPoint point) const;
};

// `ticks_per_second`: of all clocks.
[[nodiscard]] ClockEstimate estimate_clocks(const ClockHulls& hulls, std::size_t clocks,
                                            std::uint64_t ticks_per_second);

}  // namespace lull
