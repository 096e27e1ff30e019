// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/clock_observations.hpp"

namespace lull {

void ClockObservations::add(ProcessId from, ProcessId to, ClockPoint point) {
  if (from == to) return;
  hulls_[std::uint64_t{from.value} << 32U | to.value].add(point);
}

void ClockObservations::add(const ClockObservations& other) {
  for (const auto& [pair, hull] : other.hulls_) hulls_[pair].add(hull);
}

ClockHulls ClockObservations::hulls() const {
  ClockHulls sorted;
  for (const auto& [pair, hull] : hulls_)
    sorted.emplace(
        ClockPair{static_cast<std::uint32_t>(pair >> 32U), static_cast<std::uint32_t>(pair)}, hull);
  return sorted;
}

std::vector<std::uint32_t> nodes_of_processes(const Definitions& definitions) {
  std::map<SystemNodeId, std::uint32_t> numbers;
  std::vector<std::uint32_t> nodes;
  for (const Process& process : definitions.processes) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    nodes.push_back(numbers.try_emplace(process.node, next).first->second);
  }
  return nodes;
}

ClockHulls hulls_of_nodes(const ClockHulls& hulls, const Definitions& definitions) {
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  ClockHulls of_nodes;
  // Also within a node, where they tell whether it has one clock.
  for (const auto& [pair, hull] : hulls)
    of_nodes[{nodes[pair.first], nodes[pair.second]}].add(hull);
  return of_nodes;
}

}  // namespace lull
