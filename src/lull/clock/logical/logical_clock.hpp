// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The controlled logical clock (R. Rabenseifner, 1997; D. Becker et al., 2009): where an event
// precedes one that it must not precede, its clock is set forward; later events on the same clock
// move with it by ever less, and earlier ones are moved smoothly, as far as others allow. All
// locations of a process share one clock and move together.
//
// Computes the smallest such correction, in whole ticks; it depends on the edges only. Linear in
// the number of edges.
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
  // Indexed by process: by how much its clock is set forward, and when, as for TimeMap. Empty: not
  // at all.
  std::vector<std::vector<ClockOffset>> pushes;
  std::uint64_t jumps = 0;           // number of times a clock is set forward
  std::int64_t greatest = 0;         // ticks, over all pushes
  std::uint64_t contradictions = 0;  // edges that no clocks satisfy, which are ignored
};

// Uses all of these edges.
[[nodiscard]] LogicalClock logical_clock(std::span<const ClockEdge> edges, std::size_t processes);

// Ignores edges with more slack than any clock is set forward, so that the result depends on the
// trace only, not on which edges were dropped. Contains no clock where dropped edges may have
// mattered: then edges with slack up to `needed` are required.
struct LeastClock {
  std::optional<LogicalClock> clock;
  std::int64_t needed = 0;  // ticks; at least 1
};
[[nodiscard]] LeastClock least_clock(ClockEdges&& edges, std::size_t processes);

}  // namespace lull
