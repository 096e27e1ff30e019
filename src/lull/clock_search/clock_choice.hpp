// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Chooses and computes the clock correction of a trace, reading it as often as needed.
#pragma once

#include <cstdint>

#include "lull/analysis/analysis.hpp"
#include "lull/clock/clock_correction.hpp"
#include "lull/clock_search/clock_pass.hpp"

namespace lull::analysis {

enum class ClockWish : std::uint8_t {
  Auto,      // one clock for each node where that violates nothing, else measured offsets or raw
             // times if they violate nothing, else messages
  Measured,  // the offsets in the trace
  Messages,  // an estimate from messages
  None       // times as recorded
};

// `raw` must be uncorrected. Options with partners have no effect: each caller reads the whole
// trace and gets the same result as the others. With Auto and Messages no ordering constraint is
// violated, except contradictory ones.
[[nodiscard]] ClockCorrection correct_clocks(ClockWish wish, const TraceSource& raw,
                                             const AnalysisOptions& options);

// Does the same using the findings of an earlier pass.
[[nodiscard]] ClockCorrection correct_clocks(ClockWish wish, const ClockFindings& findings,
                                             const TraceSource& raw,
                                             const AnalysisOptions& options);

// Does what Auto means for an analysis of the trace: returns the first correction under which an
// analysis finds no violated ordering: node clocks, an estimate from messages, or this estimate set
// forward. Reads the trace at least once.
[[nodiscard]] ClockCorrection consistent_clocks(const TraceSource& raw,
                                                const AnalysisOptions& options);

// Sets clocks forward where corrected times still violate the ordering.
void correct_the_rest(ClockCorrection& correction, const TraceSource& raw,
                      const AnalysisOptions& options);

}  // namespace lull::analysis
