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
#include <optional>
#include <span>
#include <vector>

#include "lull/clock/logical/clock_edges.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull {

struct LogicalClock {
  // By process, how far its clock is set forward, and when: TimeMap takes it. Empty: nowhere.
  std::vector<std::vector<ClockOffset>> pushes;
  std::uint64_t jumps = 0;           // how often a clock is set forward
  std::int64_t greatest = 0;         // ticks, of all pushes
  std::uint64_t contradictions = 0;  // edges that no clocks satisfy: they are left out
};

// With all of these edges.
[[nodiscard]] LogicalClock logical_clock(std::span<const ClockEdge> edges, std::size_t processes);

// Without those that hold by more than clocks are set forward: it depends on the trace alone, not
// on what was forgotten of it. Nothing where that may have mattered: then edges are needed that
// reach further than `needed`.
struct LeastClock {
  std::optional<LogicalClock> clock;
  std::int64_t needed = 0;  // ticks; at least 1
};
[[nodiscard]] LeastClock least_clock(ClockEdges&& edges, std::size_t processes);

}  // namespace lull
