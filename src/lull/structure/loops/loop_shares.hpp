// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The shares of a location's loops, and whether the largest one is a main loop: a loop with half of
// the time, or with half of the events and not just a small part of the time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lull/structure/detection/location_clock.hpp"
#include "lull/structure/grammar/grammar.hpp"
#include "lull/structure/loops/main_loop.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::structure {

struct LoopShare {
  std::vector<RegionId> around;  // enclosing regions, outermost first
  std::uint64_t iterations = 0;
  double events = 0;  // share of the location's events
  double time = 0;    // share of the program's own time there
};

[[nodiscard]] constexpr bool is_main(const LoopShare& loop) {
  constexpr double kHalf = 0.5;
  constexpr double kLeastTime = 0.1;
  return loop.time >= kHalf || (loop.events >= kHalf && loop.time >= kLeastTime);
}

[[nodiscard]] LoopShare share_of_loop(const MainLoop& loop, std::uint64_t events,
                                      const LocationClock& clock);

// Returns the three longest outermost loops. `largest` is the one with the most events, which may
// have more iterations than the grammar's loop.
inline constexpr std::size_t kLoopsListed = 3;
[[nodiscard]] std::vector<LoopShare> longest_loops(const Grammar& grammar,
                                                   const std::optional<MainLoop>& largest,
                                                   std::uint64_t events,
                                                   const Definitions& definitions,
                                                   const LocationClock& clock);

}  // namespace lull::structure
