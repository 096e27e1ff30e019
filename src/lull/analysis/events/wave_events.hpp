// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pipelines on Cartesian grids: waves that start at one corner after the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lull/analysis/events/operations.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

inline constexpr std::size_t kMostGridDimensions = 3;

// Direction in each dimension: to the low (-1) or high (1) end, or neither (0).
using GridSides = std::array<std::int8_t, kMostGridDimensions>;
inline constexpr std::int8_t kNoSide = 2;  // for dimensions that a grid lacks

// Published where a process's messages are published: the first step, among the process's known
// steps, of a wave from a new corner, and that corner.
struct WaveVerdict {
  ProcessId process;
  GridSides corner{};
  std::uint64_t step = 0;     // ReceiveOperation::wave_step; 0: none
  std::uint64_t decided = 0;  // all steps before this one are decided
  Timestamp time;             // when this became known
};

// Returns whether the analysis looks for waves in it: two or three of its dimensions must have more
// than one process.
[[nodiscard]] inline bool is_grid(const Topology& topology) {
  std::size_t dimensions = 0;
  for (const Topology::Dimension& dimension : topology.dimensions)
    dimensions += dimension.size > 1 ? 1 : 0;
  return dimensions == 2 || dimensions == kMostGridDimensions;
}

}  // namespace lull::analysis
