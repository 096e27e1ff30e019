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
#include "lull/clock/clock_steps.hpp"

namespace lull {

// From then on a clock shows another time, and has to be corrected by this much more.
struct ClockStep {
  Timestamp time;     // its own
  double height = 0;  // ticks
  ClockBreak within{};
};

// common = own + offset + drift * (own - middle) + all steps until then, in ticks.
struct ClockLine {
  double offset = 0;
  double drift = 0;
  std::vector<ClockStep> steps{};  // ascending
};

// How well a clock is known.
enum class ClockTies : std::uint8_t {
  BothWays,  // by messages to and from others
  OneWay,    // only bounded from one side: placed so that its fastest message takes no time
  None       // it has no messages with others
};

struct ClockEstimate {
  Timestamp first;  // of what was seen, on any clock
  Timestamp last;   // later than the first
  Timestamp middle;
  std::vector<ClockLine> lines;  // by clock
  std::vector<ClockTies> ties;
  // Whether no point of the hulls is reversed under these lines, to the tick.
  bool holds_all = false;

  // Of a point from one clock to the other: how long it takes; negative where it is reversed.
  [[nodiscard]] double travel_time(ClockPair clocks, ClockPoint point) const;
  [[nodiscard]] double shift(std::uint32_t clock, Timestamp time) const;
};

// `ticks_per_second`: of all clocks.
[[nodiscard]] ClockEstimate estimate_clocks(const ClockHulls& hulls, std::size_t clocks,
                                            std::uint64_t ticks_per_second);

// The same with clocks that were set at these times: by as little as messages allow, at the moment
// at which they violate the least.
[[nodiscard]] ClockEstimate estimate_clocks(const TimedClockHulls& hulls, const ClockBreaks& breaks,
                                            std::uint64_t ticks_per_second);

}  // namespace lull
