// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/cubex_system_reader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <limits>

#include "lull/base/error.hpp"
#include "lull/base/text/counted.hpp"
#include "lull/report/cubex/cubex_identifiers.hpp"

namespace lull::report {
namespace {

bool is_any_of(pugi::xml_node node, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (std::strcmp(node.name(), name) == 0) return true;
  return false;
}

const char* id_attribute(const std::vector<NestedElement>& elements) {
  return !elements.empty() && elements.front().node.attribute("id") ? "id" : "Id";
}

// Elements of one kind, each with the index of its owner among the elements of another kind.
struct Level {
  std::vector<NestedElement> elements;
  std::vector<std::size_t> owners;
};

class SystemReader {
 public:
  SystemReader(const XmlDocument& xml, Report& report) : xml_(xml), report_(report) {}

  void read() {
    sort_elements();
    const Identifiers nodes(xml_, nodes_.elements, id_attribute(nodes_.elements));
    const Identifiers processes(xml_, processes_.elements, id_attribute(processes_.elements));
    const Identifiers locations(xml_, locations_.elements, id_attribute(locations_.elements),
                                Identifiers::Order::Ascending);
    read_nodes(nodes);
    read_processes(processes, nodes);
    read_locations(locations, processes);
    const pugi::xml_node topologies = xml_.root().child("system").child("topologies");
    for (const pugi::xml_node cart : topologies.children("cart"))
      read_topology(cart, processes, locations);
  }

 private:
  void sort_elements();
  void read_nodes(const Identifiers& ids);
  void read_processes(const Identifiers& ids, const Identifiers& nodes);
  void read_locations(const Identifiers& ids, const Identifiers& processes);
  void read_topology(pugi::xml_node cart, const Identifiers& processes,
                     const Identifiers& locations);
  LocationId location_of(pugi::xml_node coord, const Identifiers& processes,
                         const Identifiers& locations);
  std::vector<std::uint32_t> coordinates(pugi::xml_node coord, std::size_t dimensions) const;

  const XmlDocument& xml_;
  Report& report_;
  Level nodes_, processes_, locations_;
  std::vector<LocationId> first_location_;  // indexed by process
};

void SystemReader::sort_elements() {
  const auto all = nested_elements(
      xml_.root().child("system"),
      {"systemtreenode", "machine", "node", "locationgroup", "process", "location", "thread"});
  std::vector<std::size_t> place(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const pugi::xml_node node = all[i].node;
    const bool is_node = is_any_of(node, {"systemtreenode", "machine", "node"});
    const bool is_process = is_any_of(node, {"locationgroup", "process"});
    Level& level = is_node ? nodes_ : is_process ? processes_ : locations_;
    const std::size_t owner =
        all[i].parent == NestedElement::npos ? NestedElement::npos : place[all[i].parent];
    const pugi::xml_node parent = node.parent();
    const bool below_node = is_any_of(parent, {"systemtreenode", "machine", "node"});
    const bool below_process = is_any_of(parent, {"locationgroup", "process"});
    const bool fits =
        is_node ? owner == NestedElement::npos || below_node
                : owner != NestedElement::npos && (is_process ? below_node : below_process);
    if (!fits)
      throw input_error("{}: {} is inside a {}, where it is not allowed", xml_.source(),
                        XmlDocument::label(node), parent.name());
    place[i] = level.elements.size();
    level.elements.push_back({node, is_node ? owner : NestedElement::npos});
    level.owners.push_back(owner);
  }
}

void SystemReader::read_nodes(const Identifiers& ids) {
  report_.system_nodes.resize(nodes_.elements.size());
  for (std::size_t i = 0; i < nodes_.elements.size(); ++i) {
    const pugi::xml_node element = nodes_.elements[i].node;
    SystemNode& node = report_.system_nodes[ids.index(i)];
    node.name = element.child("name").text().get();
    const pugi::xml_node kind = element.child("class");
    const bool named = std::strcmp(element.name(), "systemtreenode") == 0;
    node.kind = named ? kind.text().get() : element.name();
    if (nodes_.owners[i] != NestedElement::npos)
      node.parent = SystemNodeId(ids.index(nodes_.owners[i]));
  }
}

void SystemReader::read_processes(const Identifiers& ids, const Identifiers& nodes) {
  report_.processes.resize(processes_.elements.size());
  for (std::size_t i = 0; i < processes_.elements.size(); ++i) {
    const pugi::xml_node element = processes_.elements[i].node;
    const char* kind = element.child("type").text().get();
    report_.processes[ids.index(i)] = {
        element.child("name").text().get(), parse_integer(element.child("rank").text().get(), 0),
        *kind ? kind : "process", SystemNodeId(nodes.index(processes_.owners[i]))};
  }
}

void SystemReader::read_locations(const Identifiers& ids, const Identifiers& processes) {
  report_.locations.resize(locations_.elements.size());
  first_location_.resize(report_.processes.size());
  for (std::size_t i = 0; i < locations_.elements.size(); ++i) {
    const pugi::xml_node element = locations_.elements[i].node;
    const char* kind = element.child("type").text().get();
    report_.locations[ids.index(i)] = {
        element.child("name").text().get(), parse_integer(element.child("rank").text().get(), 0),
        *kind ? kind : "thread", ProcessId(processes.index(locations_.owners[i]))};
  }
  for (std::size_t i = report_.locations.size(); i-- > 0;)
    first_location_[report_.locations[i].process.index()] = LocationId(i);
}

void SystemReader::read_topology(pugi::xml_node cart, const Identifiers& processes,
                                 const Identifiers& locations) {
  CartesianTopology topology;
  topology.name = cart.attribute("name").value();
  for (const pugi::xml_node dimension : cart.children("dim"))
    topology.dimensions.push_back(
        {dimension.attribute("name").value(),
         static_cast<std::uint32_t>(dimension.attribute("size").as_uint()),
         dimension.attribute("periodic").as_bool()});
  std::size_t left_out = 0;
  for (const pugi::xml_node coord : cart.children("coord")) {
    const LocationId location = location_of(coord, processes, locations);
    if (location.defined())
      topology.coordinates.emplace_back(location, coordinates(coord, topology.dimensions.size()));
    else
      ++left_out;
  }
  if (left_out > 0)
    report_.notes.push_back(
        fmt::format("topology {}: {} left out", topology.name,
                    counted(left_out, "coordinate belongs to no location and is",
                            "coordinates belong to no location and are")));
  report_.topologies.push_back(std::move(topology));
}

LocationId SystemReader::location_of(pugi::xml_node coord, const Identifiers& processes,
                                     const Identifiers& locations) {
  for (const char* attribute : {"locId", "thrdId"})
    if (coord.attribute(attribute)) return LocationId(locations.find(xml_, coord, attribute));
  for (const char* attribute : {"lgId", "procId"})
    if (coord.attribute(attribute)) return first_location_[processes.find(xml_, coord, attribute)];
  return {};
}

std::vector<std::uint32_t> SystemReader::coordinates(pugi::xml_node coord,
                                                     std::size_t dimensions) const {
  std::vector<std::uint32_t> values;
  const char* text = coord.text().get();
  const char* end = text + std::strlen(text);
  while (text != end) {
    if (std::strchr(" \t\r\n", *text) != nullptr) {
      ++text;
      continue;
    }
    std::uint32_t value = 0;
    const auto parsed = std::from_chars(text, end, value);
    if (parsed.ec != std::errc()) break;
    values.push_back(value);
    text = parsed.ptr;
  }
  if (text != end || values.size() != dimensions)
    throw input_error("{}: \"{}\" is not a coordinate in {}", xml_.source(), coord.text().get(),
                      counted(dimensions, "dimension"));
  return values;
}

}  // namespace

void read_system(const XmlDocument& xml, Report& report) { SystemReader(xml, report).read(); }

}  // namespace lull::report
