// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/results/tables/report_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace lull::analysis {
namespace {

report::ValueType type_of(Unit unit) {
  return unit == Unit::Seconds ? report::ValueType::Double : report::ValueType::Unsigned;
}

std::string description_of(const MetricInfo& info) {
  std::string text(info.summary);
  if (!info.formula.empty()) text += fmt::format("\n\nComputed as: {}.", info.formula);
  if (!info.advice.empty()) text += fmt::format("\n\nAdvice: {}", info.advice);
  return text;
}

std::string parameter_text(const PathParameter& parameter, const Definitions& definitions) {
  if (parameter.kind == ValueKind::Signed)
    return fmt::format("{}", static_cast<std::int64_t>(parameter.value));
  if (parameter.kind == ValueKind::Reference)
    return parameter.value < definitions.strings.size() ? definitions.strings[parameter.value]
                                                        : "(undefined)";
  return fmt::format("{}", parameter.value);
}

report::Region region_of(const ReplayContext& context, RegionId id) {
  report::Region region;
  region.name = context.region_name(id);
  region.mangled_name = region.name;
  region.paradigm = "unknown";
  region.role = "artificial";
  if (!id.defined() || ReplayContext::is_program(id)) return region;
  const Region& source = context.definitions.regions[id.index()];
  region.mangled_name = source.canonical_name.empty() ? source.name : source.canonical_name;
  region.paradigm = name_of(source.paradigm);
  region.role = name_of(source.role);
  region.file = source.file;
  region.begin_line = source.begin_line == 0 ? -1 : std::int64_t{source.begin_line};
  region.end_line = source.end_line == 0 ? -1 : std::int64_t{source.end_line};
  return region;
}

std::string_view kind_of(LocationType type) {
  switch (type) {
    case LocationType::AcceleratorStream:
      return "gpu";
    case LocationType::Metric:
      return kMeterKind;
    default:
      return "thread";
  }
}

// Puts parents first; nodes in a cycle of parents become roots.
std::vector<SystemNodeId> parents_first(const std::vector<SystemNode>& nodes) {
  std::vector<SystemNodeId> order;
  std::vector<bool> done(nodes.size());
  for (std::size_t start = 0; start < nodes.size(); ++start) {
    std::vector<SystemNodeId> chain;
    SystemNodeId at(start);
    while (at.defined() && !done[at.index()] && chain.size() <= nodes.size()) {
      done[at.index()] = true;
      chain.push_back(at);
      at = nodes[at.index()].parent;
    }
    order.insert(order.end(), chain.rbegin(), chain.rend());
  }
  return order;
}

}  // namespace

std::vector<MetricIndex> add_metrics(report::Report& report, const MetricCatalogue& catalogue) {
  std::vector<report::MetricId> ids(catalogue.size());
  std::vector<MetricIndex> order = catalogue.in_tree_order();
  for (const MetricIndex metric : order) {
    const MetricCatalogue::Entry& entry = catalogue[metric];
    report::Metric row;
    row.unique_name = entry.info.id;
    row.display_name = entry.info.name;
    row.unit = name_of(entry.info.unit);
    row.description = description_of(entry.info);
    row.type = type_of(entry.info.unit);
    if (entry.parent.defined()) row.parent = ids[entry.parent.index()];
    ids[metric.index()] = report::MetricId(report.metrics.size());
    report.metrics.push_back(std::move(row));
  }
  return order;
}

report::MetricId add_counter_metric(report::Report& report, const MetricMember& member) {
  report::Metric row;
  row.unique_name = member.name;
  while (report.find_metric(row.unique_name)) row.unique_name += "'";
  row.display_name = member.name;
  row.unit = member.unit.empty() ? "#" : member.unit;
  if (member.exponent != 0)
    row.unit += fmt::format(" * {}^{}", member.decimal ? 10 : 2, member.exponent);
  row.description = member.description.empty() ? "Recorded with the trace." : member.description;
  row.type =
      member.kind == ValueKind::Unsigned ? report::ValueType::Unsigned : report::ValueType::Double;
  report.metrics.push_back(std::move(row));
  return report::MetricId(report.metrics.size() - 1);
}

std::map<RegionId, report::RegionId> add_call_tree(report::Report& report,
                                                   const ReplayContext& context,
                                                   const GlobalCallTree& tree) {
  std::map<RegionId, report::RegionId> regions;
  for (const GlobalCallTree::Node& node : tree.nodes()) {
    const auto [region, fresh] =
        regions.try_emplace(node.region, report::RegionId(report.regions.size()));
    if (fresh) report.regions.push_back(region_of(context, node.region));
    report::CallPath path;
    path.region = region->second;
    if (node.parent.defined()) path.parent = report::CallPathId(node.parent.index());
    if (node.parameter.parameter.defined())
      path.parameters.emplace_back(context.definitions.parameters[node.parameter.parameter.index()],
                                   parameter_text(node.parameter, context.definitions));
    report.call_paths.push_back(std::move(path));
  }
  return regions;
}

void add_system(report::Report& report, const Definitions& definitions) {
  std::vector<report::SystemNodeId> nodes(definitions.system_nodes.size());
  for (const SystemNodeId id : parents_first(definitions.system_nodes)) {
    const SystemNode& node = definitions.system_nodes[id.index()];
    nodes[id.index()] = report::SystemNodeId(report.system_nodes.size());
    const bool rooted = !node.parent.defined() || !nodes[node.parent.index()].defined();
    report.system_nodes.push_back(
        {node.name, node.class_name, rooted ? report::SystemNodeId{} : nodes[node.parent.index()]});
  }
  if (report.system_nodes.empty()) report.system_nodes.push_back({"machine", "machine", {}});
  std::map<ProcessId, std::int64_t> ranks;
  if (const auto* world = definitions.mpi_world())
    for (std::size_t rank = 0; rank < world->size(); ++rank)
      if ((*world)[rank].defined())
        ranks.emplace(definitions.locations[(*world)[rank].index()].process, rank);
  for (std::size_t i = 0; i < definitions.processes.size(); ++i) {
    const Process& process = definitions.processes[i];
    const auto rank = ranks.find(ProcessId(i));
    report.processes.push_back(
        {process.name, rank == ranks.end() ? static_cast<std::int64_t>(i) : rank->second,
         process.type == ProcessType::Accelerator ? "accelerator" : "process",
         process.node.defined() ? nodes[process.node.index()] : report::SystemNodeId(0)});
  }
  std::vector<std::int64_t> threads(definitions.processes.size());
  for (const Location& location : definitions.locations)
    report.locations.push_back({location.name, threads[location.process.index()]++,
                                std::string(kind_of(location.type)),
                                report::ProcessId(location.process.index())});
}

void add_topologies(report::Report& report, const Definitions& definitions) {
  for (const Topology& source : definitions.topologies) {
    report::CartesianTopology topology;
    topology.name = source.name;
    for (const Topology::Dimension& dimension : source.dimensions)
      topology.dimensions.push_back({dimension.name, dimension.size, dimension.periodic});
    for (const auto& [rank, coordinates] : source.coordinates) {
      const LocationId location = definitions.location_of(source.communicator, rank, {});
      if (location.defined() && coordinates.size() == topology.dimensions.size())
        topology.coordinates.emplace_back(report::LocationId(location.index()), coordinates);
    }
    report.topologies.push_back(std::move(topology));
  }
}

}  // namespace lull::analysis
