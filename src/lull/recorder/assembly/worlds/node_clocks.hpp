// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The clocks of nodes. Processes on one node share one clock, whichever of them has compared it
// with another node's clock. A recording of one node has no offsets.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/recorder/journal/process_part.hpp"

namespace lull::recorder {

// Sets the clock offset of each process to its node's offset, relative to the node whose clock the
// others have read, or that began first. A node whose clock was not compared is aligned by its
// date, and `dated` is set.
void set_clocks(std::vector<ProcessPart>& parts, std::uint64_t ticks_per_second);

}  // namespace lull::recorder
