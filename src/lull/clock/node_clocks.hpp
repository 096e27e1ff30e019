// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// All processes of a node share one clock: measured differences between them are noise.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull {

// Returns a node number for each process: equal for the same boot id and time namespace if
// recorded, otherwise for the same node of the system tree.
[[nodiscard]] std::vector<std::uint32_t> nodes_of_processes(const Definitions& definitions);

// Returns measured node offsets, each the median of the offsets of the node's processes; none if
// there is only one node, since all share one clock. Keeps the defined offsets where this changes
// nothing.
[[nodiscard]] ClockCorrection clocks_of_nodes(const Definitions& definitions);

}  // namespace lull
