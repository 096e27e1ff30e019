// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_correction.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "lull/base/recording_properties.hpp"
#include "lull/clock/node_clocks.hpp"
#include "lull/clock/time_map.hpp"

namespace lull {
namespace {

std::int64_t shift_at(const ClockEstimate& estimate, std::uint32_t clock, Timestamp time) {
  constexpr double kMost = 9e18;
  return std::llround(std::clamp(estimate.shift(clock, time), -kMost, kMost));
}

// Where a correction moves back, the corrected time still advances one tick in this many; with
// less, different times would become equal.
constexpr std::int64_t kSlack = 64;

// A clock's correction as knots. Their times ascend, and so do the corrected ones: before a clock
// is set forward, its correction falls as fast as time passes, since the clock should show no times
// there.
class Knots {
 public:
  Knots(const ClockEstimate& estimate, std::uint32_t clock) : estimate_(estimate), clock_(clock) {
    add(estimate.first, shift_at(estimate, clock, estimate.first));
    std::vector<Timestamp> times;
    for (const ClockStep& step : estimate.lines[clock].steps)
      if (step.time > estimate.first && step.time <= estimate.last) times.push_back(step.time);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    for (const Timestamp time : times) step_at(time);
    // After the last knot it continues along the line.
    const Timestamp end = std::max(estimate.last, knots_.back().time + kStraight);
    const double drift = estimate.lines[clock].drift;
    const ClockOffset& last = knots_.back();
    add(end, last.offset + std::llround(drift * static_cast<double>((end - last.time).ticks)));
  }
  [[nodiscard]] std::vector<ClockOffset> take() { return std::move(knots_); }

 private:
  static constexpr Duration kStraight{std::int64_t{1} << 20U};

  void step_at(Timestamp time) {
    const std::int64_t before = shift_at(estimate_, clock_, time + Duration{-1});
    const std::int64_t after = shift_at(estimate_, clock_, time);
    const std::int64_t height = after - before;
    if (height == 0) return;
    const auto slope = Duration{height < 0 ? -height - height / kSlack + 2 : 1};
    const Timestamp earliest = knots_.back().time + Duration{1};
    const Timestamp begin = time - earliest > slope ? time + Duration{-slope.ticks} : earliest;
    add(begin, before);
    add(begin + slope, after);
  }
  // Limits the fall, so that different times do not become equal.
  void add(Timestamp time, std::int64_t offset) {
    if (!knots_.empty()) {
      const std::int64_t passed = (time - knots_.back().time).ticks;
      offset = std::max(offset, knots_.back().offset - passed + passed / kSlack);
    }
    knots_.push_back({time, offset});
  }

  const ClockEstimate& estimate_;
  std::uint32_t clock_;
  std::vector<ClockOffset> knots_;
};

std::vector<TimeMap> maps_of_processes(const ClockOffsets& offsets,
                                       const Definitions& definitions) {
  std::vector<TimeMap> maps;
  for (const Process& process : definitions.processes) {
    const bool known =
        !process.locations.empty() && process.locations.front().index() < offsets.size();
    maps.emplace_back(known
                          ? std::span<const ClockOffset>(offsets[process.locations.front().index()])
                          : std::span<const ClockOffset>());
  }
  return maps;
}

std::size_t count_clocks(bool by_node, const Definitions& definitions) {
  if (!by_node) return definitions.processes.size();
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  return nodes.empty() ? 0 : std::ranges::max(nodes) + std::size_t{1};
}

ClockCorrection from_estimate(ClockEstimate estimate, bool by_node,
                              const Definitions& definitions) {
  ClockCorrection correction{.source = ClockSource::Messages, .by_node = by_node};
  correction.estimate = std::move(estimate);
  apply_estimate(correction, definitions);
  return correction;
}

ClockCorrection straight(const ClockHulls& hulls, bool by_node, const Definitions& definitions) {
  const ClockHulls of_nodes = by_node ? hulls_of_nodes(hulls, definitions) : ClockHulls();
  ClockCorrection correction =
      from_estimate(estimate_clocks(by_node ? of_nodes : hulls, count_clocks(by_node, definitions),
                                    definitions.clock.ticks_per_second),
                    by_node, definitions);
  correction.holds_all = hold(hulls, &correction.offsets, definitions);
  return correction;
}

// Returns nothing if steps do not explain what straight lines cannot.
std::optional<ClockCorrection> stepwise(const TimedClockHulls& hulls, bool by_node,
                                        const Definitions& definitions) {
  TimedClockHulls of_nodes;
  if (by_node) of_nodes = hulls_of_nodes(hulls, definitions);
  const TimedClockHulls& of_clocks = by_node ? of_nodes : hulls;
  const std::uint64_t ticks = definitions.clock.ticks_per_second;
  const ClockBreaks breaks = find_breaks(of_clocks, count_clocks(by_node, definitions), ticks);
  if (breaks.empty()) return std::nullopt;
  ClockCorrection correction =
      from_estimate(estimate_clocks(of_clocks, breaks, ticks), by_node, definitions);
  correction.holds_all = false;  // unknown from hulls of pieces
  return correction;
}

// Returns whether the clocks of processes on the same node agree.
bool nodes_have_clocks(const TimedClockHulls& hulls, const Definitions& definitions) {
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  return std::ranges::all_of(hulls, [&](const auto& hull) {
    if (nodes[hull.first.first] != nodes[hull.first.second]) return true;
    bool holds = true;
    hull.second.for_each_point(
        [&holds](ClockPoint point) { holds = holds && point.sent <= point.arrived; });
    return holds;
  });
}

}  // namespace

std::string_view name_of(ClockSource source) {
  static constexpr std::array<std::string_view, 3> kNames{
      "measured", "none", recording_properties::kCorrectedByMessages};
  return kNames.at(static_cast<std::size_t>(source));
}

bool same_as_recorded(const ClockCorrection& one, const ClockCorrection& other) {
  return one.source != ClockSource::Messages && one.source == other.source &&
         one.by_node == other.by_node && one.pushes.empty() && other.pushes.empty();
}

const ClockOffsets& offsets_taken(const ClockCorrection& correction,
                                  const Definitions& definitions) {
  const bool as_defined = correction.source == ClockSource::Measured && !correction.by_node;
  return as_defined ? definitions.clock_offsets : correction.offsets;
}

void apply_estimate(ClockCorrection& correction, const Definitions& definitions) {
  const ClockEstimate& estimate = correction.estimate;
  correction.offsets = offsets_of(estimate, correction.by_node, definitions);
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  correction.ties.clear();
  for (std::size_t i = 0; i < definitions.processes.size(); ++i)
    correction.ties.push_back(estimate.ties[correction.by_node ? nodes[i] : i]);
  correction.steps.clear();
  for (std::uint32_t clock = 0; clock < estimate.lines.size(); ++clock)
    for (const ClockStep& step : estimate.lines[clock].steps) {
      constexpr double kLeast = 0.5;  // ticks
      if (std::abs(step.height) < kLeast || step.time <= estimate.first) continue;
      const auto process = static_cast<std::uint32_t>(
          correction.by_node ? std::ranges::find(nodes, clock) - nodes.begin() : clock);
      correction.steps.push_back(
          {ProcessId{process}, step.time, Duration{std::llround(step.height)}});
    }
}

ClockOffsets offsets_of(const ClockEstimate& estimate, bool by_node,
                        const Definitions& definitions) {
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  // Corrected times must not fall below zero: if one clock's would, all clocks are shifted forward.
  std::int64_t room = 0;
  const auto first = static_cast<std::int64_t>(
      std::min<std::uint64_t>(estimate.first.ticks, std::uint64_t{1} << 62U));
  for (std::uint32_t clock = 0; clock < estimate.lines.size(); ++clock)
    room = std::max(room, -(shift_at(estimate, clock, estimate.first) + first));
  std::vector<std::vector<ClockOffset>> of_clocks;
  for (std::uint32_t clock = 0; clock < estimate.lines.size(); ++clock) {
    of_clocks.push_back(Knots(estimate, clock).take());
    for (ClockOffset& knot : of_clocks.back()) knot.offset += room;
  }
  ClockOffsets offsets(definitions.locations.size());
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const ProcessId process = definitions.locations[i].process;
    if (process.index() < nodes.size())
      offsets[i] = of_clocks[by_node ? nodes[process.index()] : process.value];
  }
  return offsets;
}

Duration worst_of(const ClockHulls& hulls, const ClockOffsets* offsets,
                  const Definitions& definitions) {
  static const ClockOffsets kNone;
  std::vector<TimeMap> maps = maps_of_processes(offsets == nullptr ? kNone : *offsets, definitions);
  Duration worst;
  for (const auto& [pair, hull] : hulls)
    for (const ClockPoint point : hull.points())
      worst = std::max(worst, maps[pair.first](point.sent) - maps[pair.second](point.arrived));
  return worst;
}

double violation_of(const TimedClockHulls& hulls, const ClockOffsets& offsets,
                    const Definitions& definitions) {
  std::vector<TimeMap> maps = maps_of_processes(offsets, definitions);
  double violation = 0;
  for (const auto& [pair, pieces] : hulls)
    pieces.for_each_point([&, pair = pair](ClockPoint point) {
      const Duration late = maps[pair.first](point.sent) - maps[pair.second](point.arrived);
      violation += static_cast<double>(std::max<std::int64_t>(late.ticks, 0));
    });
  return violation;
}

bool hold(const ClockHulls& hulls, const ClockOffsets* offsets, const Definitions& definitions) {
  return worst_of(hulls, offsets, definitions).ticks <= 0;
}

ClockCorrection clocks_from_messages(const ClockObservations& observations,
                                     const Definitions& definitions) {
  const ClockHulls hulls = observations.hulls();
  if (hulls.empty()) return {.source = ClockSource::Raw};
  ClockCorrection of_nodes = straight(hulls, true, definitions);
  if (of_nodes.holds_all || observations.by_node()) return of_nodes;
  ClockCorrection of_processes = straight(hulls, false, definitions);
  if (of_processes.holds_all) return of_processes;
  const TimedClockHulls timed = observations.timed_hulls();
  const bool by_node = nodes_have_clocks(timed, definitions);
  if (auto steps = stepwise(timed, by_node, definitions);
      steps && violation_of(timed, steps->offsets, definitions) <
                   violation_of(timed, of_processes.offsets, definitions) / 2)
    return std::move(*steps);
  return by_node ? of_nodes : of_processes;
}

ClockCorrection choose_clocks(const ClockObservations& observations,
                              const Definitions& definitions) {
  const ClockHulls hulls = observations.hulls();
  ClockCorrection of_nodes = clocks_of_nodes(definitions);
  if (hold(hulls, &offsets_taken(of_nodes, definitions), definitions)) return of_nodes;
  if (hold(hulls, &definitions.clock_offsets, definitions)) return {};
  if (hold(hulls, nullptr, definitions)) return {.source = ClockSource::Raw};
  ClockCorrection estimate = clocks_from_messages(observations, definitions);
  if (estimate.holds_all || !estimate.steps.empty() ||
      worst_of(hulls, &estimate.offsets, definitions) <
          worst_of(hulls, &definitions.clock_offsets, definitions))
    return estimate;
  return {.holds_all = false};
}

}  // namespace lull
