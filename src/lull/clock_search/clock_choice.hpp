// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which times of a trace are taken: reads it as often as that needs.
#pragma once

#include <cstdint>

#include "lull/analysis/analysis.hpp"
#include "lull/clock/clock_correction.hpp"
#include "lull/clock_search/clock_pass.hpp"

namespace lull::analysis {

enum class ClockWish : std::uint8_t {
  Auto,      // one clock for each node where that violates nothing, else measured offsets or raw
             // times where they do not, else messages
  Measured,  // the offsets in the trace
  Messages,  // what messages say
  None       // times as they were recorded
};

// `raw` must not be corrected. Options with partners are no use: whoever calls this, reads all of
// the trace, and gets the same as others. With Auto and Messages nothing comes before what it must
// not come before, but for contradictions.
[[nodiscard]] ClockCorrection correct_clocks(ClockWish wish, const TraceSource& raw,
                                             const AnalysisOptions& options);

// The same of what has been seen of the clocks.
[[nodiscard]] ClockCorrection correct_clocks(ClockWish wish, const ClockFindings& findings,
                                             const TraceSource& raw,
                                             const AnalysisOptions& options);

// What Auto means for an analysis of the trace: of clocks of nodes, what messages say, and that
// set forward, the first on which an analysis finds nothing that comes before what it must not come
// before. Takes a reading or more.
[[nodiscard]] ClockCorrection consistent_clocks(const TraceSource& raw,
                                                const AnalysisOptions& options);

// Sets clocks forward where something still comes too early on corrected ones.
void correct_the_rest(ClockCorrection& correction, const TraceSource& raw,
                      const AnalysisOptions& options);

}  // namespace lull::analysis
