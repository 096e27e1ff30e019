// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <nlohmann/json.hpp>
#include <set>

#include "cli/archive/archive_summary.hpp"
#include "lull/trace/topology/graph_topology.hpp"

namespace lull::cli {
namespace {

using Json = nlohmann::json;

template <class IdType>
Json index_of(IdType id) {
  return id.defined() ? Json(id.index()) : Json(nullptr);
}

Json properties(const Properties& properties) {
  Json object = Json::object();
  for (const auto& [name, value] : properties) object[name] = value;
  return object;
}

Json clock(const ArchiveSummary& archive) {
  const Definitions& definitions = archive.definitions;
  std::size_t measured = 0;
  std::size_t measurements = 0;
  for (const auto& offsets : definitions.clock_offsets) {
    if (!offsets.empty()) ++measured;
    measurements += offsets.size();
  }
  return {{"ticks_per_second", definitions.clock.ticks_per_second},
          {"begin", definitions.clock.global_offset.ticks + definitions.clock.origin},
          {"length", definitions.clock.trace_length},
          {"first_event", archive.events.first().ticks},
          {"last_event", (archive.events.first() + archive.events.length()).ticks},
          {"seconds", definitions.seconds(archive.events.length())},
          {"offset_measurements", measurements},
          {"locations_with_offsets", measured}};
}

Json system_nodes(const Definitions& definitions) {
  Json list = Json::array();
  for (const SystemNode& node : definitions.system_nodes)
    list.push_back({{"name", node.name},
                    {"class", node.class_name},
                    {"parent", index_of(node.parent)},
                    {"properties", properties(node.properties)}});
  return list;
}

Json processes(const Definitions& definitions) {
  constexpr const char* kTypes[] = {"unknown", "process", "accelerator"};
  Json list = Json::array();
  for (const Process& process : definitions.processes) {
    Json locations = Json::array();
    for (const LocationId location : process.locations) locations.push_back(location.index());
    list.push_back({{"name", process.name},
                    {"type", kTypes[static_cast<std::size_t>(process.type)]},
                    {"node", index_of(process.node)},
                    {"locations", std::move(locations)}});
  }
  return list;
}

Json locations(const ArchiveSummary& archive) {
  Json list = Json::array();
  for (std::size_t i = 0; i < archive.definitions.locations.size(); ++i) {
    const Location& location = archive.definitions.locations[i];
    const LocationSummary& found = archive.events.locations[i];
    Json entry{{"reference", location.reference},
               {"name", location.name},
               {"type", name_of(location.type)},
               {"process", index_of(location.process)},
               {"events_defined", location.events},
               {"events", found.events},
               {"backward_times", found.backward},
               {"stray_leaves", found.nesting[NestingFault::StrayLeave]},
               {"skipped_regions", found.nesting[NestingFault::SkippedRegion]},
               {"open_regions", found.nesting[NestingFault::OpenEnd]},
               {"damage", found.damage.empty() ? Json(nullptr) : Json(found.damage)}};
    if (found.events > 0) {
      entry["first_event"] = found.first.ticks;
      entry["last_event"] = found.last.ticks;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json communicators(const Definitions& definitions) {
  Json list = Json::array();
  for (std::size_t i = 0; i < definitions.communicators.size(); ++i) {
    const CommunicatorClass kind = class_of(definitions, CommunicatorId(i));
    list.push_back({{"name", kind.name},
                    {"paradigm", kind.paradigm},
                    {"kind", kind.kind},
                    {"size", kind.size},
                    {"parent", index_of(definitions.communicators[i].parent)}});
  }
  return list;
}

Json topologies(const Definitions& definitions) {
  Json list = Json::array();
  for (const Topology& topology : definitions.topologies) {
    Json dimensions = Json::array();
    for (const auto& dimension : topology.dimensions)
      dimensions.push_back(
          {{"name", dimension.name}, {"size", dimension.size}, {"periodic", dimension.periodic}});
    list.push_back({{"name", topology.name},
                    {"communicator", index_of(topology.communicator)},
                    {"dimensions", std::move(dimensions)},
                    {"coordinates", topology.coordinates.size()}});
  }
  return list;
}

Json graphs(const Definitions& definitions) {
  Json list = Json::array();
  for (const GraphTopology& graph : graph_topologies(definitions))
    list.push_back({{"name", graph.name},
                    {"processes", graph.processes},
                    {"edges", graph.edges},
                    {"most_neighbours", graph.most_neighbours}});
  return list;
}

Json metrics(const Definitions& definitions) {
  Json list = Json::array();
  for (const MetricMember& metric : definitions.metric_members)
    list.push_back({{"name", metric.name},
                    {"unit", metric.unit},
                    {"base", metric.decimal ? 10 : 2},
                    {"exponent", metric.exponent},
                    {"description", metric.description}});
  return list;
}

Json paradigms(const Definitions& definitions) {
  Json object = Json::object();
  for (const Region& region : definitions.regions) {
    const bool io =
        region.paradigm == Paradigm::None &&
        (region.role == RegionRole::FileIo || region.role == RegionRole::FileIoMetadata);
    const std::string name(io ? "io" : name_of(region.paradigm));
    object[name] = object.value(name, 0) + 1;
  }
  return object;
}

Json events(const TraceSummary& summary) {
  Json object = Json::object();
  for (std::size_t kind = 0; kind < kEventKinds; ++kind)
    if (summary.events[kind] > 0) object[std::string(name_of_event(kind))] = summary.events[kind];
  return object;
}

}  // namespace

Json to_json(const ArchiveSummary& archive) {
  const Definitions& definitions = archive.definitions;
  return {{"archive", archive.anchor},
          {"writer", definitions.writer},
          {"properties", properties(definitions.archive_properties)},
          {"clock", clock(archive)},
          {"programs", archive.events.programs},
          {"system_nodes", system_nodes(definitions)},
          {"processes", processes(definitions)},
          {"locations", locations(archive)},
          {"event_count", archive.events.event_count()},
          {"events", events(archive.events)},
          {"collective_operations", archive.events.operations},
          {"regions_by_paradigm", paradigms(definitions)},
          {"communicators", communicators(definitions)},
          {"windows", definitions.windows.size()},
          {"topologies", topologies(definitions)},
          {"graph_topologies", graphs(definitions)},
          {"metrics", metrics(definitions)},
          {"parameters", definitions.parameters},
          {"io_files", definitions.io_files.size()},
          {"definition_counts", definitions.counts},
          {"oddities", archive.defects}};
}

}  // namespace lull::cli
