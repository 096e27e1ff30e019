// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/clocks/clock_choice.hpp"

#include <memory>
#include <utility>

#include "lull/analysis/clocks/edge_pass.hpp"
#include "lull/analysis/clocks/late_beginnings.hpp"
#include "lull/analysis/clocks/step_places.hpp"
#include "lull/base/unused_memory.hpp"
#include "lull/clock/clock_widths.hpp"
#include "lull/clock/corrected_trace.hpp"

namespace lull::analysis {

ClockCorrection correct_clocks(ClockWish wish, const TraceSource& raw,
                               const AnalysisOptions& options) {
  const bool is_alone = raw.definitions().processes.size() < 2;  // nobody contradicts its clock
  if (wish == ClockWish::Measured || (wish == ClockWish::Auto && is_alone)) return {};
  if (wish == ClockWish::None) return {.source = ClockSource::Raw};
  return correct_clocks(wish, observe_clocks(raw, options), raw, options);
}

ClockCorrection correct_clocks(ClockWish wish, const ClockFindings& findings,
                               const TraceSource& raw, const AnalysisOptions& options) {
  if (wish == ClockWish::Measured) return {};
  if (wish == ClockWish::None) return {.source = ClockSource::Raw};
  ClockCorrection correction = wish == ClockWish::Auto
                                   ? choose_clocks(findings.observations, raw.definitions())
                                   : clocks_from_messages(findings.observations, raw.definitions());
  if (correction.source != ClockSource::Messages && correction.holds_all) return correction;
  place_steps(correction, raw, options);
  correction.widths = std::make_shared<ClockWidths>(findings.observations.timed_hulls(), correction,
                                                    raw.definitions());
  correct_the_rest(correction, raw, options);
  return correction;
}

void correct_the_rest(ClockCorrection& correction, const TraceSource& raw,
                      const AnalysisOptions& options) {
  correction.pushes.clear();
  correction.begin.reset();
  const CorrectedTrace trace(raw, correction);
  LogicalClock clock = logical_clock_of(trace, options);
  give_back_unused_memory();
  correction.pushes = std::move(clock.pushes);
  correction.jumps = clock.jumps;
  correction.greatest_push = Duration{clock.greatest};
  correction.contradictions = clock.contradictions;
  note_beginnings(correction, raw);
  if (correction.widths == nullptr || clock.jumps == 0) return;
  const auto widths = std::make_shared<ClockWidths>(*correction.widths);
  widths->add_pushes(correction.pushes);
  correction.widths = widths;
}

}  // namespace lull::analysis
