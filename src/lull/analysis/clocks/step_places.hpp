// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lull/analysis/analysis.hpp"
#include "lull/clock/clock_correction.hpp"

namespace lull::analysis {

// Moves each step of a correction to the moment at which messages are reversed by the least, in
// all: hulls know only some of them. Reads the trace once where there are steps.
void place_steps(ClockCorrection& correction, const TraceSource& raw,
                 const AnalysisOptions& options);

}  // namespace lull::analysis
