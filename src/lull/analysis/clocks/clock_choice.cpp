// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/clocks/clock_choice.hpp"

#include <utility>

#include "lull/analysis/clocks/clock_pass.hpp"
#include "lull/analysis/clocks/edge_pass.hpp"
#include "lull/clock/corrected_trace.hpp"

namespace lull::analysis {

ClockCorrection correct_clocks(ClockWish wish, const TraceSource& raw,
                               const AnalysisOptions& options) {
  if (wish == ClockWish::Measured) return {};
  if (wish == ClockWish::None) return {.source = ClockSource::Raw};
  const ClockHulls hulls = observe_clocks(raw, options).observations.hulls();
  ClockCorrection correction = wish == ClockWish::Auto
                                   ? choose_clocks(hulls, raw.definitions())
                                   : clocks_from_messages(hulls, raw.definitions());
  if (!correction.holds_all) correct_the_rest(correction, raw, options);
  return correction;
}

void correct_the_rest(ClockCorrection& correction, const TraceSource& raw,
                      const AnalysisOptions& options) {
  const CorrectedTrace trace(raw, correction);
  LogicalClock clock = logical_clock_of(trace, options);
  correction.pushes = std::move(clock.pushes);
  correction.jumps = clock.jumps;
  correction.greatest_push = Duration{clock.greatest};
  correction.contradictions = clock.contradictions;
}

}  // namespace lull::analysis
