// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How much of a location its loops are, and whether the largest of them is a main loop: one that
// has half of the time, or half of the events and not only a small part of the time.
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
  std::vector<RegionId> around;  // regions it lies in, outermost first
  std::uint64_t iterations = 0;
  double events = 0;  // of those of the location
  double time = 0;    // of the program's own time there
};

[[nodiscard]] constexpr bool is_main(const LoopShare& loop) {
  constexpr double kHalf = 0.5;
  constexpr double kLeastTime = 0.1;
  return loop.time >= kHalf || (loop.events >= kHalf && loop.time >= kLeastTime);
}

[[nodiscard]] LoopShare share_of_loop(const MainLoop& loop, std::uint64_t events,
                                      const LocationClock& clock);

// Of the loops that lie in no other one, the three that take longest. `largest` is the one with the
// most events, whose iterations may be more than those of the grammar's loop.
inline constexpr std::size_t kLoopsTold = 3;
[[nodiscard]] std::vector<LoopShare> longest_loops(const Grammar& grammar,
                                                   const std::optional<MainLoop>& largest,
                                                   std::uint64_t events,
                                                   const Definitions& definitions,
                                                   const LocationClock& clock);

}  // namespace lull::structure
