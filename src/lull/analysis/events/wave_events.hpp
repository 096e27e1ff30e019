// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pipelines on Cartesian grids: waves run through the processes from one corner after the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lull/analysis/events/operations.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

inline constexpr std::size_t kMostGridDimensions = 3;

// To the low (-1) or high (1) end of each dimension, or neither (0).
using GridSides = std::array<std::int8_t, kMostGridDimensions>;
inline constexpr std::int8_t kNoSide = 2;  // of dimensions that a grid lacks

// Published where a process's messages are published: of its steps that are known by now, which is
// the first of a wave that comes from another corner than the one before, and from which.
struct WaveVerdict {
  ProcessId process;
  GridSides corner{};
  std::uint64_t step = 0;     // ReceiveOperation::wave_step; 0: none is
  std::uint64_t decided = 0;  // of all steps before that all is said
  Timestamp time;             // at which it was known
};

// Whether waves are looked for in it: it has two or three dimensions of more than one process.
[[nodiscard]] inline bool is_grid(const Topology& topology) {
  std::size_t dimensions = 0;
  for (const Topology::Dimension& dimension : topology.dimensions)
    dimensions += dimension.size > 1 ? 1 : 0;
  return dimensions == 2 || dimensions == kMostGridDimensions;
}

}  // namespace lull::analysis
