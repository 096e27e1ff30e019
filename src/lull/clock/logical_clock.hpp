// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The controlled logical clock (R. Rabenseifner, 1997; D. Becker et al., 2009): where something
// comes before what it must not come before, its clock is set forward, and what is behind it on the
// same clock goes with it, less and less; what is before it is moved smoothly, no further than
// others allow. All locations of a process read one clock, and are moved together.
//
// The least such correction, in whole ticks: it depends on the edges alone. Linear in edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lull/clock/clock_edges.hpp"
#include "lull/trace/definitions.hpp"

namespace lull {

struct LogicalClock {
  // By process, how far its clock is set forward, and when: TimeMap takes it. Empty: nowhere.
  std::vector<std::vector<ClockOffset>> pushes;
  std::uint64_t jumps = 0;           // how often a clock is set forward
  std::int64_t greatest = 0;         // ticks, of all pushes
  std::uint64_t contradictions = 0;  // edges that no clocks satisfy: they are left out
};

[[nodiscard]] LogicalClock logical_clock(std::span<const ClockEdge> edges, std::size_t processes);
// The same; gives the edges' memory back before it needs most itself.
[[nodiscard]] LogicalClock logical_clock(ClockEdges&& edges, std::size_t processes);

// How far a clock is set forward at most, in ticks: LogicalClock::greatest, for less. Where edges
// contradict each other, others may be left out when there are more edges.
struct GreatestPush {
  std::int64_t ticks = 0;
  std::uint64_t contradictions = 0;
};
[[nodiscard]] GreatestPush greatest_push(std::span<const ClockEdge> edges);

}  // namespace lull
