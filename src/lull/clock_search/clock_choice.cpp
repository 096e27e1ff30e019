// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock_search/clock_choice.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/bus/pattern.hpp"
#include "lull/base/memory/unused_memory.hpp"
#include "lull/clock/clock_widths.hpp"
#include "lull/clock/corrected_trace.hpp"
#include "lull/clock/logical/logical_clock.hpp"
#include "lull/clock/node_clocks.hpp"
#include "lull/clock_search/edge_pass.hpp"
#include "lull/clock_search/late_beginnings.hpp"
#include "lull/clock_search/step_places.hpp"

namespace lull::analysis {

namespace {

// Reads the trace again only if clocks are far enough off for dropped edges to matter; for clocks
// with steps, first keeps the edges with least slack under this correction.
LogicalClock logical_clock_of(const ClockCorrection& correction, std::optional<TraceEdges> edges,
                              const TraceSource& raw, const AnalysisOptions& options) {
  const std::size_t processes = raw.definitions().processes.size();
  for (bool is_read_so = correction.steps.empty();; is_read_so = true) {
    ClockEdges on_clocks = edges->on(correction);
    edges.reset();
    give_back_unused_memory();
    LeastClock least = least_clock(std::move(on_clocks), processes);
    if (least.clock) return std::move(*least.clock);
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
    edges = is_read_so
                ? TraceEdges::below(2 * std::min(least.needed, kMost), raw, correction, options)
                : TraceEdges(raw, correction, options);
  }
}

void set_forward(ClockCorrection& correction, TraceEdges&& edges, const TraceSource& raw,
                 const AnalysisOptions& options) {
  correction.pushes.clear();
  correction.begin.reset();
  LogicalClock clock = logical_clock_of(correction, std::move(edges), raw, options);
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

}  // namespace

ClockCorrection consistent_clocks(const TraceSource& raw, const AnalysisOptions& options) {
  const auto holds = [&](const ClockCorrection& correction) {
    const CorrectedTrace trace(raw, correction);
    Analysis analysis(
        trace, [] { return PatternList(); }, options);
    analysis.run();
    const MatchingNotes& notes = analysis.notes();
    return notes.all_clock_violations().count + notes.reversed_collectives.count == 0;
  };
  const ClockCorrection first = clocks_of_nodes(raw.definitions());
  if (raw.definitions().processes.size() < 2 || holds(first)) return first;
  ClockCorrection correction = correct_clocks(ClockWish::Auto, raw, options);
  const bool is_new = !same_as_recorded(correction, first);
  if ((is_new && holds(correction)) || !correction.pushes.empty()) return correction;
  correct_the_rest(correction, raw, options);
  return correction;
}

ClockCorrection correct_clocks(ClockWish wish, const TraceSource& raw,
                               const AnalysisOptions& options) {
  const bool is_alone = raw.definitions().processes.size() < 2;  // nothing can contradict its clock
  if (wish == ClockWish::Measured || (wish == ClockWish::Auto && is_alone)) return {};
  if (wish == ClockWish::None) return {.source = ClockSource::Raw};
  return correct_clocks(wish, observe_clocks(raw, options), raw, options);
}

ClockCorrection correct_clocks(ClockWish wish, const ClockFindings& findings,
                               const TraceSource& raw, const AnalysisOptions& options) {
  const auto holds = [](const Reversals& messages, const Reversals& operations) {
    return messages.count + operations.count == 0;
  };
  const ClockTraffic all = findings.all();
  if (wish == ClockWish::Measured)
    return {.holds_all = holds(all.measured, findings.measured_collectives)};
  if (wish == ClockWish::None)
    return {.source = ClockSource::Raw, .holds_all = holds(all.raw, findings.raw_collectives)};
  ClockCorrection correction = wish == ClockWish::Auto
                                   ? choose_clocks(findings.observations, raw.definitions())
                                   : clocks_from_messages(findings.observations, raw.definitions());
  if (correction.source != ClockSource::Messages && correction.holds_all) {
    correction.contradictions = findings.impossible;
    return correction;
  }
  TraceEdges edges(raw, without_steps(correction, raw.definitions()), options);
  place_steps(correction, edges, raw.definitions());
  correction.widths = std::make_shared<ClockWidths>(findings.observations.timed_hulls(), correction,
                                                    raw.definitions());
  set_forward(correction, std::move(edges), raw, options);
  return correction;
}

void correct_the_rest(ClockCorrection& correction, const TraceSource& raw,
                      const AnalysisOptions& options) {
  set_forward(correction, TraceEdges(raw, correction, options), raw, options);
}

}  // namespace lull::analysis
