// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock_search/step_places.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "lull/clock/node_clocks.hpp"
#include "lull/clock/time_map.hpp"

namespace lull::analysis {
namespace {

constexpr unsigned kMostRounds = 4;
constexpr double kEnoughOfAGap = 0.95;

// One end of a message, on a clock with a step nearby.
struct End {
  Timestamp time;
  double before;  // ticks by which the message is reversed if the step comes later
  double after;   // the same if the step comes before
};

// All times are corrected except for steps, and ascend like the clocks' times.
class StepPlaces {
 public:
  StepPlaces(ClockEdges edges, const ClockOffsets& offsets, ClockCorrection& correction,
             const Definitions& definitions)
      : edges_(std::move(edges)),
        offsets_(offsets),
        correction_(correction),
        definitions_(definitions),
        places_(correction.estimate.lines.size()) {
    if (correction.by_node)
      clocks_ = nodes_of_processes(definitions);
    else
      for (std::uint32_t i = 0; i < definitions.processes.size(); ++i) clocks_.push_back(i);
  }

  void run() {
    auto& lines = correction_.estimate.lines;
    for (unsigned round = 0; round < kMostRounds; ++round) {
      bool moved = false;
      for (std::uint32_t clock = 0; clock < lines.size(); ++clock) note_places(clock);
      for (std::uint32_t clock = 0; clock < lines.size(); ++clock)
        for (std::size_t step = 0; step < lines[clock].steps.size(); ++step)
          moved = place(clock, step) || moved;
      if (!moved) break;
    }
    apply_estimate(correction_, definitions_);
  }

 private:
  void note_places(std::uint32_t clock) {
    TimeMap map = map_of(clock);
    places_[clock].clear();
    for (const ClockStep& step : correction_.estimate.lines[clock].steps)
      places_[clock].push_back(map(step.time));
  }
  // Returns the sum of the clock's steps up to that time, except `left_out`.
  [[nodiscard]] double steps_until(std::uint32_t clock, Timestamp time,
                                   std::size_t left_out = ~std::size_t{0}) const {
    double sum = 0;
    for (std::size_t i = 0; i < places_[clock].size(); ++i)
      if (i != left_out && places_[clock][i] <= time)
        sum += correction_.estimate.lines[clock].steps[i].height;
    return sum;
  }
  [[nodiscard]] TimeMap map_of(std::uint32_t clock) const {
    for (std::size_t i = 0; i < definitions_.locations.size(); ++i) {
      const ProcessId process = definitions_.locations[i].process;
      if (process.defined() && clocks_[process.index()] == clock) return TimeMap(offsets_[i]);
    }
    return TimeMap({});
  }
  [[nodiscard]] std::vector<End> ends_of(std::uint32_t clock, std::size_t number,
                                         TimeMap& map) const {
    const ClockStep& step = correction_.estimate.lines[clock].steps[number];
    const Timestamp from = map(step.within.earliest);
    const Timestamp until = map(step.within.latest);
    std::vector<End> ends;
    for (const ClockEdge& edge : edges_.edges()) {
      if (edge.from == ClockEdge::kMeeting || edge.to == ClockEdge::kMeeting) continue;
      const bool sends = clocks_[edge.from] == clock;
      if (sends == (clocks_[edge.to] == clock)) continue;
      const Timestamp own{sends ? edge.sent : edge.arrived};
      if (own < from || own > until) continue;
      const Timestamp others{sends ? edge.arrived : edge.sent};
      const double others_steps = steps_until(clocks_[sends ? edge.to : edge.from], others);
      const double own_steps = steps_until(clock, own, number);
      // A later receive has more slack, a later send less.
      const double sign = sends ? -1 : 1;
      const double room = static_cast<double>(edge.slack) + sign * (own_steps - others_steps);
      ends.push_back({own, std::max(-room, 0.0), std::max(-(room + sign * step.height), 0.0)});
    }
    std::ranges::sort(ends, {}, &End::time);
    return ends;
  }

  // Returns whether a clock may have been set right before this end: a clock set forward leaves a
  // gap of that length without times.
  static bool has_gap(const std::vector<End>& ends, std::size_t i, double height) {
    if (height >= 0 || i == 0 || i == ends.size()) return true;
    return static_cast<double>((ends[i].time - ends[i - 1].time).ticks) > -height * kEnoughOfAGap;
  }

  bool place(std::uint32_t clock, std::size_t number) {
    ClockStep& step = correction_.estimate.lines[clock].steps[number];
    TimeMap map = map_of(clock);
    const std::vector<End> ends = ends_of(clock, number, map);
    if (ends.empty()) return false;
    std::vector<double> violations{0};
    for (const End& end : ends) violations.front() += end.after;
    for (const End& end : ends) violations.push_back(violations.back() + end.before - end.after);
    double least = std::numeric_limits<double>::infinity();
    std::size_t best = 0;
    for (const bool with_gap : {true, false}) {
      for (std::size_t i = 0; i <= ends.size(); ++i) {
        if (i > 0 && i < ends.size() && ends[i - 1].time == ends[i].time) continue;
        if (with_gap && !has_gap(ends, i, step.height)) continue;
        if (violations[i] < least) least = violations[i], best = i;
      }
      if (least < std::numeric_limits<double>::infinity()) break;
    }
    const Timestamp time =
        best < ends.size() ? moment_of(map, ends[best].time, step.within) : step.within.latest;
    if (time == step.time) return false;
    step.time = time;
    note_places(clock);
    return true;
  }

  // Returns the first time of a clock whose correction is this.
  static Timestamp moment_of(TimeMap& map, Timestamp corrected, ClockBreak within) {
    std::uint64_t low = within.earliest.ticks;
    std::uint64_t high = within.latest.ticks;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (map(Timestamp{middle}) < corrected)
        low = middle + 1;
      else
        high = middle;
    }
    return Timestamp{low};
  }

  ClockEdges edges_;
  const ClockOffsets& offsets_;
  ClockCorrection& correction_;
  const Definitions& definitions_;
  std::vector<std::vector<Timestamp>> places_;  // by clock: times of its steps
  std::vector<std::uint32_t> clocks_;           // indexed by process
};

}  // namespace

void place_steps(ClockCorrection& correction, const TraceEdges& edges,
                 const Definitions& definitions) {
  if (correction.steps.empty()) return;
  const ClockCorrection without = without_steps(correction, definitions);
  StepPlaces(edges.on(without), without.offsets, correction, definitions).run();
}

ClockCorrection without_steps(const ClockCorrection& correction, const Definitions& definitions) {
  if (correction.steps.empty()) return {.source = correction.source, .offsets = correction.offsets};
  ClockEstimate estimate = correction.estimate;
  for (ClockLine& line : estimate.lines) line.steps.clear();
  return {.source = ClockSource::Messages,
          .offsets = offsets_of(estimate, correction.by_node, definitions)};
}

}  // namespace lull::analysis
