// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The processes of a node have one clock: what is measured between them is noise.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull {

// By process, a number of its node: of equal boot id and time namespace where a recording has them,
// else of the same node of the system tree.
[[nodiscard]] std::vector<std::uint32_t> nodes_of_processes(const Definitions& definitions);

// Measured offsets of nodes, each the median of those of its processes; of one node alone none, as
// everything is on one clock. Offsets as they are defined where that changes nothing.
[[nodiscard]] ClockCorrection clocks_of_nodes(const Definitions& definitions);

}  // namespace lull
