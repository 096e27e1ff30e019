// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/clock/node_clocks.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "lull/base/recording_properties.hpp"
#include "lull/clock/time_map.hpp"

namespace lull {
namespace {

const std::string* property_of(const SystemNode& node, const char* name) {
  const auto found = std::ranges::find(node.properties, name,
                                       [](const auto& p) -> std::string_view { return p.first; });
  return found == node.properties.end() ? nullptr : &found->second;
}

// Nodes with the same key share a clock.
struct ClockKey {
  std::string boot;
  std::string time_namespace;
  SystemNodeId node;  // if the boot id is unknown
  friend auto operator<=>(const ClockKey&, const ClockKey&) = default;
};

ClockKey key_of(SystemNodeId node, const Definitions& definitions) {
  const auto& nodes = definitions.system_nodes;
  SystemNodeId at = node;
  for (std::size_t i = 0; i < nodes.size() && at.index() < nodes.size(); ++i) {  // despite cycles
    const SystemNode& one = nodes[at.index()];
    if (const std::string* const boot = property_of(one, recording_properties::kBootId)) {
      const std::string* const space = property_of(one, recording_properties::kTimeNamespace);
      return {*boot, space == nullptr ? std::string() : *space, {}};
    }
    at = one.parent;
  }
  return {{}, {}, node};
}

std::int64_t median(std::vector<std::int64_t> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  const std::int64_t lower = *std::max_element(values.begin(), middle);
  return lower + static_cast<std::int64_t>(
                     (static_cast<std::uint64_t>(*middle) - static_cast<std::uint64_t>(lower)) / 2);
}

const std::vector<ClockOffset>& measured(const Process& process, const Definitions& definitions) {
  static const std::vector<ClockOffset> kNone;
  if (process.locations.empty()) return kNone;
  const std::size_t place = process.locations.front().index();
  return place < definitions.clock_offsets.size() ? definitions.clock_offsets[place] : kNone;
}

// Has as many offsets as the process with the fewest measurements, each at the median of the times
// of measurement.
std::vector<ClockOffset> median_of(
    const std::vector<const std::vector<ClockOffset>*>& of_processes) {
  std::vector<TimeMap> maps;
  std::size_t knots = of_processes.front()->size();
  for (const auto* const offsets : of_processes) {
    maps.emplace_back(*offsets);
    knots = std::min(knots, offsets->size());
  }
  std::vector<ClockOffset> medians;
  for (std::size_t i = 0; i < knots; ++i) {
    std::vector<std::int64_t> values;
    for (const auto* const offsets : of_processes) {
      const ClockOffset& knot = i + 1 == knots ? offsets->back() : (*offsets)[i];
      values.push_back(static_cast<std::int64_t>(knot.time.ticks));
    }
    const Timestamp time{static_cast<std::uint64_t>(median(values))};
    values.clear();
    for (const TimeMap& map : maps) values.push_back((map.at(time) - time).ticks);
    if (medians.empty() || medians.back().time < time) medians.push_back({time, median(values)});
  }
  return medians;
}

bool same(const ClockOffsets& one, const ClockOffsets& other) {
  return std::ranges::equal(one, other, [](const auto& a, const auto& b) {
    return std::ranges::equal(a, b, [](const ClockOffset& x, const ClockOffset& y) {
      return x.time == y.time && x.offset == y.offset;
    });
  });
}

}  // namespace

std::vector<std::uint32_t> nodes_of_processes(const Definitions& definitions) {
  std::map<ClockKey, std::uint32_t> numbers;
  std::map<SystemNodeId, std::uint32_t> known;  // avoids repeated walks up the tree
  std::vector<std::uint32_t> nodes;
  for (const Process& process : definitions.processes) {
    const auto [number, is_new] = known.try_emplace(process.node);
    if (is_new) {
      const auto next = static_cast<std::uint32_t>(numbers.size());
      number->second = numbers.try_emplace(key_of(process.node, definitions), next).first->second;
    }
    nodes.push_back(number->second);
  }
  return nodes;
}

ClockCorrection clocks_of_nodes(const Definitions& definitions) {
  const auto is_shifted = [](const auto& offsets) { return !TimeMap(offsets).identity(); };
  if (std::ranges::none_of(definitions.clock_offsets, is_shifted)) return {};
  const std::vector<std::uint32_t> nodes = nodes_of_processes(definitions);
  std::map<std::uint32_t, std::vector<const std::vector<ClockOffset>*>> measured_on;
  std::size_t count = 0;
  bool all_known = true;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Process& process = definitions.processes[i];
    count = std::max(count, nodes[i] + std::size_t{1});
    all_known = all_known && process.node.defined();
    const auto& offsets = measured(process, definitions);
    if (process.node.defined() && !offsets.empty()) measured_on[nodes[i]].push_back(&offsets);
  }
  if (nodes.size() < 2) return {};
  if (count == 1 && all_known) return {.source = ClockSource::Raw, .by_node = true};
  std::map<std::uint32_t, std::vector<ClockOffset>> of_nodes;
  for (const auto& [node, offsets] : measured_on) of_nodes[node] = median_of(offsets);
  ClockCorrection correction{.offsets = definitions.clock_offsets, .by_node = true};
  for (std::size_t i = 0; i < correction.offsets.size(); ++i) {
    const ProcessId process = definitions.locations[i].process;
    if (process.index() >= nodes.size() || !definitions.processes[process.index()].node.defined())
      continue;
    const auto found = of_nodes.find(nodes[process.index()]);
    if (found != of_nodes.end()) correction.offsets[i] = found->second;
  }
  if (same(correction.offsets, definitions.clock_offsets)) return {};
  return correction;
}

}  // namespace lull
