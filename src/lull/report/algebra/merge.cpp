// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/algebra/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lull/base/error.hpp"

namespace lull::report {
namespace {

// Returns the root; undefined unless there is exactly one.
CallPathId single_root(const Report& report) {
  CallPathId root;
  for (std::size_t i = 0; i < report.call_paths.size(); ++i) {
    if (report.call_paths[i].parent.defined()) continue;
    if (root.defined()) return {};
    root = CallPathId(i);
  }
  return root;
}

const std::string& name_of(const Report& report, CallPathId path) {
  return report.regions[report.call_paths[path.index()].region.index()].name;
}

Report with_values_of(const Report& report, const MergedPlaces& places, Report tables) {
  tables.attributes = report.attributes;
  tables.members = report.members;
  tables.notes = report.notes;
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric)
    for (std::size_t path = 0; path < report.call_paths.size(); ++path) {
      Row row = report.row(MetricId(metric), CallPathId(path));
      if (row.empty()) continue;
      for (auto& [location, value] : row) location = places.locations[location.index()];
      std::ranges::sort(row, {}, [](const auto& value) { return value.first; });
      tables.set_row(places.metrics[metric], places.call_paths[path], std::move(row));
    }
  return tables;
}

bool has_child_called(const Report& report, CallPathId parent, const std::string& name) {
  for (std::size_t i = 0; i < report.call_paths.size(); ++i)
    if (report.call_paths[i].parent == parent && name_of(report, CallPathId(i)) == name)
      return true;
  return false;
}

}  // namespace

std::uint32_t Union::Index::find_or_add(std::uint32_t parent, const std::string& name,
                                        std::size_t next) {
  const std::uint32_t twin = seen_[{parent, name}]++;
  return rows_.try_emplace({parent, name, twin}, static_cast<std::uint32_t>(next)).first->second;
}

MergedPlaces Union::add(const Report& report) {
  for (Index* index :
       {&metrics_, &regions_, &call_paths_, &nodes_, &processes_, &locations_, &topologies_})
    index->begin_report();
  MergedPlaces places;
  add_metrics(report, places);
  add_call_paths(report, places);
  add_locations(report, places);
  add_topologies(report, places);
  for (const auto& [key, value] : report.attributes) merged_.attributes.emplace(key, value);
  for (const std::string& mirror : report.mirrors)
    if (std::ranges::find(merged_.mirrors, mirror) == merged_.mirrors.end())
      merged_.mirrors.push_back(mirror);
  for (const std::string& note : report.notes)
    if (std::ranges::find(merged_.notes, note) == merged_.notes.end())
      merged_.notes.push_back(note);
  first_ = false;
  return places;
}

void Union::add_metrics(const Report& report, MergedPlaces& places) {
  for (const Metric& metric : report.metrics) {
    const MetricId id(metrics_.find_or_add(0, metric.unique_name, merged_.metrics.size()));
    if (id.index() == merged_.metrics.size()) {
      merged_.metrics.push_back(metric);
      if (metric.parent.defined())
        merged_.metrics.back().parent = places.metrics[metric.parent.index()];
    } else if (const Metric& known = merged_.metrics[id.index()]; known.unit != metric.unit) {
      throw input_error("metric {} is measured in {} in one report and in {} in another",
                        metric.unique_name, known.unit, metric.unit);
    }
    places.metrics.push_back(id);
  }
}

// Returns the merged root that corresponds to the report's root under another name; undefined if
// there is none. If the other side has the root one level deeper, the root is not a program.
CallPathId Union::same_root(const Report& report) const {
  if (roots_ == Roots::ByName) return {};
  const CallPathId known = single_root(merged_);
  const CallPathId root = single_root(report);
  if (!known.defined() || !root.defined()) return {};
  const std::string& known_name = name_of(merged_, known);
  const std::string& name = name_of(report, root);
  const bool differ = name != known_name && !has_child_called(merged_, known, name) &&
                      !has_child_called(report, root, known_name);
  return differ ? known : CallPathId{};
}

void Union::add_call_paths(const Report& report, MergedPlaces& places) {
  const CallPathId same = same_root(report);
  std::vector<std::uint32_t> regions;
  for (const Region& region : report.regions) {
    const std::uint32_t id =
        regions_.find_or_add(0, region.name + '\0' + region.mangled_name, merged_.regions.size());
    if (id == merged_.regions.size()) merged_.regions.push_back(region);
    regions.push_back(id);
  }
  for (const CallPath& path : report.call_paths) {
    if (same.defined() && !path.parent.defined()) {
      places.root = report.regions[path.region.index()].name;
      places.call_paths.push_back(same);
      continue;
    }
    // Ignores the mangled name, which can be a path of a user's machine.
    std::string name = report.regions[path.region.index()].name;
    for (const auto& [parameter, value] : path.parameters)
      name += fmt::format("{}{}{}{}", '\0', parameter, '\0', value);
    CallPathId parent;
    if (path.parent.defined()) parent = places.call_paths[path.parent.index()];
    const CallPathId id(call_paths_.find_or_add(parent.value, name, merged_.call_paths.size()));
    if (id.index() == merged_.call_paths.size())
      merged_.call_paths.push_back(
          {RegionId(regions[path.region.index()]), parent, path.parameters});
    places.call_paths.push_back(id);
  }
}

// Adds parents first, and only when needed: nodes of another run are other machines. Does not
// recurse, since a tree in a file can be deeper than the stack.
SystemNodeId Union::node(const Report& report, SystemNodeId of) {
  std::vector<SystemNodeId> chain;
  for (SystemNodeId at = of; at.defined() && !nodes_here_[at.index()].defined();
       at = report.system_nodes[at.index()].parent)
    chain.push_back(at);
  for (; !chain.empty(); chain.pop_back()) {
    const SystemNode& source = report.system_nodes[chain.back().index()];
    const SystemNodeId parent =
        source.parent.defined() ? nodes_here_[source.parent.index()] : SystemNodeId{};
    const SystemNodeId here(nodes_.find_or_add(parent.value, source.kind + '\0' + source.name,
                                               merged_.system_nodes.size()));
    if (here.index() == merged_.system_nodes.size())
      merged_.system_nodes.push_back({source.name, source.kind, parent});
    nodes_here_[chain.back().index()] = here;
  }
  return of.defined() ? nodes_here_[of.index()] : of;
}

void Union::add_locations(const Report& report, MergedPlaces& places) {
  nodes_here_.assign(report.system_nodes.size(), {});
  if (first_)
    for (std::size_t i = 0; i < report.system_nodes.size(); ++i)
      static_cast<void>(node(report, SystemNodeId(i)));
  std::vector<ProcessId> processes;
  for (const Process& process : report.processes) {
    const ProcessId id(processes_.find_or_add(
        0, fmt::format("{}{}{}", process.kind, '\0', process.rank), merged_.processes.size()));
    if (id.index() == merged_.processes.size()) {
      merged_.processes.push_back(process);
      merged_.processes.back().node = node(report, process.node);
    }
    processes.push_back(id);
  }
  for (const Location& location : report.locations) {
    const ProcessId process = processes[location.process.index()];
    const LocationId id(locations_.find_or_add(
        process.value, fmt::format("{}{}{}", location.kind, '\0', location.rank),
        merged_.locations.size()));
    if (id.index() == merged_.locations.size()) {
      merged_.locations.push_back(location);
      merged_.locations.back().process = process;
    }
    places.locations.push_back(id);
  }
}

void Union::add_topologies(const Report& report, const MergedPlaces& places) {
  for (const CartesianTopology& topology : report.topologies) {
    const std::uint32_t id = topologies_.find_or_add(0, topology.name, merged_.topologies.size());
    if (id < merged_.topologies.size()) continue;
    merged_.topologies.push_back(topology);
    for (auto& [location, coordinates] : merged_.topologies.back().coordinates)
      location = places.locations[location.index()];
  }
}

SideBySide side_by_side(const Report& first, const Report& second) {
  Union all(Roots::SingleAsOne);
  const MergedPlaces of_first = all.add(first);
  const MergedPlaces of_second = all.add(second);
  return {with_values_of(first, of_first, all.tables()),
          with_values_of(second, of_second, all.tables())};
}

}  // namespace lull::report
