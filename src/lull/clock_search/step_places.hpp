// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lull/clock/clock_correction.hpp"
#include "lull/clock_search/edge_pass.hpp"

namespace lull::analysis {

// Moves each step of a correction to the moment at which messages are reversed by the least, in
// all: hulls know only some of them.
void place_steps(ClockCorrection& correction, const TraceEdges& edges,
                 const Definitions& definitions);

// The straight lines of a correction alone.
[[nodiscard]] ClockCorrection without_steps(const ClockCorrection& correction,
                                            const Definitions& definitions);

}  // namespace lull::analysis
