// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lull/clock/clock_correction.hpp"
#include "lull/clock_search/edge_pass.hpp"

namespace lull::analysis {

// Moves each step of a correction to the time with the smallest total reversal of messages; the
// hulls contain only some messages.
void place_steps(ClockCorrection& correction, const TraceEdges& edges,
                 const Definitions& definitions);

// Returns the correction with straight lines only.
[[nodiscard]] ClockCorrection without_steps(const ClockCorrection& correction,
                                            const Definitions& definitions);

}  // namespace lull::analysis
