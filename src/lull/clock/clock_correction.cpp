// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_correction.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "lull/clock/time_map.hpp"

namespace lull {
namespace {

struct Span {
  Timestamp first = kEndOfTime;
  Timestamp last;
};

// Of what is seen; a line needs two different moments.
Span span_of(const ClockHulls& hulls, Timestamp beginning) {
  Span span{beginning, beginning};
  for (const auto& [pair, hull] : hulls)
    for (const ClockPoint point : hull.points()) {
      span.first = std::min({span.first, point.sent, point.arrived});
      span.last = std::max({span.last, point.sent, point.arrived});
    }
  if (span.last <= span.first) span.last = span.first + Duration{1};
  return span;
}

std::int64_t shift_at(const ClockEstimate& estimate, std::uint32_t clock, Timestamp time) {
  constexpr double kMost = 9e18;
  const ClockLine& line = estimate.lines[clock];
  const double shift =
      line.offset + line.drift * static_cast<double>((time - estimate.middle).ticks);
  return std::llround(std::clamp(shift, -kMost, kMost));
}

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

ClockCorrection from_estimate(const ClockHulls& hulls, bool by_node,
                              const Definitions& definitions) {
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  const std::size_t clocks =
      by_node ? std::ranges::max(nodes) + std::size_t{1} : definitions.processes.size();
  const ClockHulls of_nodes = by_node ? hulls_of_nodes(hulls, definitions) : ClockHulls();
  const ClockEstimate estimate =
      estimate_clocks(by_node ? of_nodes : hulls, clocks, definitions.clock.ticks_per_second);
  ClockCorrection correction{.source = ClockSource::Messages, .by_node = by_node};
  correction.offsets = offsets_of(estimate, by_node, definitions, hulls);
  correction.holds_all = hold(hulls, &correction.offsets, definitions);
  for (std::size_t i = 0; i < definitions.processes.size(); ++i)
    correction.ties.push_back(estimate.ties[by_node ? nodes[i] : i]);
  return correction;
}

}  // namespace

std::string_view name_of(ClockSource source) {
  static constexpr std::array<std::string_view, 3> kNames{"measured", "none", "messages"};
  return kNames.at(static_cast<std::size_t>(source));
}

ClockOffsets offsets_of(const ClockEstimate& estimate, bool by_node, const Definitions& definitions,
                        const ClockHulls& hulls) {
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  const Span span = span_of(hulls, definitions.clock.global_offset);
  // Clocks cannot run below zero: all are set forward by as much as one of them would.
  std::int64_t room = 0;
  const auto first =
      static_cast<std::int64_t>(std::min<std::uint64_t>(span.first.ticks, std::uint64_t{1} << 62U));
  for (std::uint32_t clock = 0; clock < estimate.lines.size(); ++clock)
    room = std::max(room, -(shift_at(estimate, clock, span.first) + first));
  ClockOffsets offsets(definitions.locations.size());
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    const ProcessId process = definitions.locations[i].process;
    if (process.index() >= nodes.size()) continue;
    const std::uint32_t clock = by_node ? nodes[process.index()] : process.value;
    for (const Timestamp time : {span.first, span.last})
      offsets[i].push_back({time, shift_at(estimate, clock, time) + room});
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

bool hold(const ClockHulls& hulls, const ClockOffsets* offsets, const Definitions& definitions) {
  return worst_of(hulls, offsets, definitions).ticks <= 0;
}

ClockCorrection clocks_from_messages(const ClockHulls& hulls, const Definitions& definitions) {
  if (hulls.empty()) return {.source = ClockSource::Raw};
  ClockCorrection of_nodes = from_estimate(hulls, true, definitions);
  if (of_nodes.holds_all) return of_nodes;
  return from_estimate(hulls, false, definitions);
}

ClockCorrection choose_clocks(const ClockHulls& hulls, const Definitions& definitions) {
  if (hold(hulls, &definitions.clock_offsets, definitions)) return {};
  if (hold(hulls, nullptr, definitions)) return {.source = ClockSource::Raw};
  ClockCorrection estimate = clocks_from_messages(hulls, definitions);
  if (estimate.holds_all || worst_of(hulls, &estimate.offsets, definitions) <
                                worst_of(hulls, &definitions.clock_offsets, definitions))
    return estimate;
  return {.holds_all = false};
}

}  // namespace lull
