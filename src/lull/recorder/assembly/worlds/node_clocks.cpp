// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/worlds/node_clocks.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace lull::recorder {
namespace {

// Identifies nodes, or time namespaces if the clock depends on these.
std::string node_of(const ProcessPart& part) {
  if (part.boot_id.empty()) return part.host;
  return part.counter ? part.boot_id : part.boot_id + part.time_namespace;
}

bool begins_earlier(const ProcessPart& a, const ProcessPart& b) { return a.began < b.began; }

// Readings of a node's clock that were compared with another node's.
using Readings = std::vector<RecordedClock>;

Readings compared(const ProcessPart& part) {
  Readings readings;
  for (const RecordedClock& clock : part.clocks)
    if (clock.offset) readings.push_back(clock);
  return readings;
}

// Returns the reference node of each world, whose clock the others have read: it has no offset to
// itself.
std::map<std::uint64_t, std::string> reference_nodes(const std::vector<ProcessPart>& parts) {
  std::map<std::uint64_t, std::string> references;
  for (const ProcessPart& part : parts) {
    const Readings readings = compared(part);
    if (!readings.empty() && std::ranges::all_of(readings, [](const RecordedClock& clock) {
          return *clock.offset == 0;
        }))
      references.try_emplace(part.world, node_of(part));
  }
  return references;
}

// Returns the readings of each node, from all worlds that have compared it with the reference.
std::map<std::string, Readings> measured(const std::vector<ProcessPart>& parts,
                                         const std::map<std::uint64_t, std::string>& references,
                                         const std::string& reference) {
  std::map<std::string, Readings> nodes;
  for (const ProcessPart& part : parts) {
    const auto of_world = references.find(part.world);
    if (of_world == references.end() || of_world->second != reference) continue;
    const Readings readings = compared(part);
    if (readings.empty()) continue;
    Readings& all = nodes[node_of(part)];
    all.insert(all.end(), readings.begin(), readings.end());
  }
  return nodes;
}

// Returns a single offset, computed from the dates.
RecordedClock by_date(const ProcessPart& part, const ProcessPart& first, double ticks_per_second) {
  const RecordedClock& own = part.clocks.front();
  const double between =
      static_cast<double>(static_cast<std::int64_t>(part.began - first.began)) * 1e-9;
  RecordedClock dated = own;
  dated.offset = static_cast<std::int64_t>(first.clocks.front().ticks - own.ticks) +
                 static_cast<std::int64_t>(between * ticks_per_second);
  return dated;
}

void put_in_order(std::vector<RecordedClock>& clocks, const Readings& readings) {
  std::erase_if(clocks, [](const RecordedClock& clock) { return clock.offset.has_value(); });
  clocks.insert(clocks.end(), readings.begin(), readings.end());
  std::ranges::stable_sort(clocks, {}, &RecordedClock::ticks);
}

}  // namespace

void set_clocks(std::vector<ProcessPart>& parts, std::uint64_t ticks_per_second) {
  const ProcessPart* first = nullptr;
  bool one_node = true;
  for (const ProcessPart& part : parts) {
    if (part.clocks.empty()) continue;
    one_node = one_node && (first == nullptr || node_of(part) == node_of(*first));
    if (first == nullptr || begins_earlier(part, *first)) first = &part;
  }
  if (one_node) {
    for (ProcessPart& part : parts)
      for (RecordedClock& clock : part.clocks) clock.offset.reset();
    return;
  }
  const auto references = reference_nodes(parts);
  const std::string reference = references.empty() ? node_of(*first) : references.begin()->second;
  auto nodes = measured(parts, references, reference);
  if (references.empty()) {
    nodes[reference] = {first->clocks.front()};
    nodes[reference].front().offset = 0;
  } else {
    first = &*std::ranges::find_if(parts, [&](const ProcessPart& part) {
      return !part.clocks.empty() && node_of(part) == reference;
    });
  }
  std::map<std::string, Readings> dated;
  for (const ProcessPart& part : parts)
    if (!part.clocks.empty() && !nodes.contains(node_of(part)))
      dated.try_emplace(node_of(part),
                        Readings{by_date(part, *first, static_cast<double>(ticks_per_second))});
  for (ProcessPart& part : parts) {
    if (part.clocks.empty()) continue;
    const auto known = nodes.find(node_of(part));
    part.dated = known == nodes.end();
    put_in_order(part.clocks, part.dated ? dated.at(node_of(part)) : known->second);
  }
}

}  // namespace lull::recorder
