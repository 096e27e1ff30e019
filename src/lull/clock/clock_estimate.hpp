// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Estimates clocks from messages: straight lines that map every clock to a common one so that no
// message arrives before it was sent. Chooses the analytic centre of all such lines, with a bound
// on drift. Deterministic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lull/clock/clock_observations.hpp"
#include "lull/clock/clock_steps.hpp"

namespace lull {

// A time at which a clock was set, with the additional correction from then on.
struct ClockStep {
  Timestamp time;     // on its own clock
  double height = 0;  // ticks
  ClockBreak within{};
};

// common = own + offset + drift * (own - middle) + all steps before, in ticks.
struct ClockLine {
  double offset = 0;
  double drift = 0;
  std::vector<ClockStep> steps{};  // ascending
};

// How a clock is linked to others.
enum class ClockTies : std::uint8_t {
  BothWays,  // messages to and from others
  OneWay,    // bounded from one side only: placed so that its fastest message takes no time
  None       // no messages to or from others
};

struct ClockEstimate {
  Timestamp first;  // first observation, on any clock
  Timestamp last;   // later than `first`
  Timestamp middle;
  std::vector<ClockLine> lines;  // indexed by clock
  std::vector<ClockTies> ties;
  // True if no point of the hulls is reversed under these lines, to the tick.
  bool holds_all = false;

  // Returns the travel time of a point between two clocks; negative if it is reversed.
  [[nodiscard]] double travel_time(ClockPair clocks, ClockPoint point) const;
  [[nodiscard]] double shift(std::uint32_t clock, Timestamp time) const;
};

// `ticks_per_second` applies to all clocks.
[[nodiscard]] ClockEstimate estimate_clocks(const ClockHulls& hulls, std::size_t clocks,
                                            std::uint64_t ticks_per_second);

// Does the same with clocks that were set at these times: by as little as messages allow, at the
// time with the smallest violation.
[[nodiscard]] ClockEstimate estimate_clocks(const TimedClockHulls& hulls, const ClockBreaks& breaks,
                                            std::uint64_t ticks_per_second);

}  // namespace lull
