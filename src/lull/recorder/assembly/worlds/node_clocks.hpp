// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The clocks of nodes. Processes of one node have one clock, whichever of them has compared it with
// that of another node. A recording of one node has no offsets.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Gives all processes the offsets of their nodes, to the clock of the node that others have asked
// for it, or that began first. Where nobody has compared a node's clock, its date tells, and
// `dated` is set.
void set_clocks(std::vector<ProcessPart>& parts, std::uint64_t ticks_per_second);

}  // namespace lull::recorder
