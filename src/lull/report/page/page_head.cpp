// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/page/page_head.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/findings.hpp"
#include "lull/report/model/instances.hpp"
#include "lull/report/run/communication_matrix.hpp"
#include "lull/report/run/run_map.hpp"
#include "lull/report/show/json.hpp"

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

template <class Tag>
Json index_or_none(Id<Tag> id) {
  return id.defined() ? Json(id.value) : Json(-1);
}

// Removes formula and advice from the end of Lull's descriptions; the page shows them separately.
std::string without_texts(const std::string& description, const MetricTexts& texts) {
  return texts.formula.empty() ? description
                               : description.substr(0, description.find("\n\nComputed as: "));
}

Json metrics_of(const Report& report, const PageContent& content) {
  Json list = Json::array();
  for (std::size_t i = 0; i < report.metrics.size(); ++i) {
    const Metric& metric = report.metrics[i];
    Json entry = {{"name", metric.unique_name},
                  {"display", metric.display_name},
                  {"unit", metric.unit},
                  {"parent", index_or_none(metric.parent)},
                  {"type", type_label(metric.type)},
                  {"description", metric.description}};
    if (!metric.url.empty()) entry["url"] = metric.url;
    if (i < content.texts.size()) {
      entry["description"] = without_texts(metric.description, content.texts[i]);
      if (!content.texts[i].formula.empty()) entry["formula"] = content.texts[i].formula;
      if (!content.texts[i].advice.empty()) entry["advice"] = content.texts[i].advice;
      if (!content.texts[i].picture.empty()) entry["picture"] = content.texts[i].picture;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json regions_of(const Report& report) {
  Json list = Json::array();
  for (const Region& region : report.regions)
    list.push_back({{"name", region.name},
                    {"paradigm", region.paradigm},
                    {"role", region.role},
                    {"file", region.file},
                    {"begin", region.begin_line},
                    {"end", region.end_line}});
  return list;
}

Json call_paths_of(const Report& report) {
  Json regions = Json::array();
  Json parents = Json::array();
  Json::object_t parameters;  // paths are distinct, so no look-up is needed
  for (std::size_t i = 0; i < report.call_paths.size(); ++i) {
    const CallPath& path = report.call_paths[i];
    regions.push_back(path.region.value);
    parents.push_back(index_or_none(path.parent));
    Json pairs = Json::array();
    for (const auto& [name, value] : path.parameters) pairs.push_back(Json::array({name, value}));
    if (!pairs.empty())
      parameters.Json::object_t::Container::emplace_back(std::to_string(i), std::move(pairs));
  }
  return {{"region", regions}, {"parent", parents}, {"parameters", Json(std::move(parameters))}};
}

// Makes one list per field of a table, which is shorter than a list of objects.
template <class Table, class Describe>
Json columns(const Table& table, std::initializer_list<const char*> names, Describe describe) {
  Json result = Json::object();
  for (const char* name : names) result[name] = Json::array();
  for (const auto& entry : table) {
    const Json values = describe(entry);
    std::size_t column = 0;
    for (const char* name : names) result[name].push_back(values[column++]);
  }
  return result;
}

Json topologies_of(const Report& report) {
  Json list = Json::array();
  for (const CartesianTopology& topology : report.topologies) {
    Json dimensions = Json::array();
    for (const auto& dimension : topology.dimensions)
      dimensions.push_back(
          {{"name", dimension.name}, {"size", dimension.size}, {"periodic", dimension.periodic}});
    Json locations = Json::array();
    Json coordinates = Json::array();
    for (const auto& [location, at] : topology.coordinates) {
      if (at.size() != topology.dimensions.size()) continue;
      locations.push_back(location.value);
      for (const std::uint32_t coordinate : at) coordinates.push_back(coordinate);
    }
    list.push_back({{"name", topology.name},
                    {"dimensions", std::move(dimensions)},
                    {"locations", std::move(locations)},
                    {"coordinates", std::move(coordinates)}});
  }
  return list;
}

Json system_of(const Report& report, Json head) {
  head["nodes"] = columns(report.system_nodes, {"name", "kind", "parent"}, [](const auto& node) {
    return Json::array({node.name, node.kind, index_or_none(node.parent)});
  });
  head["processes"] =
      columns(report.processes, {"name", "rank", "kind", "node"}, [](const auto& process) {
        return Json::array({process.name, process.rank, process.kind, index_or_none(process.node)});
      });
  head["locations"] =
      columns(report.locations, {"name", "rank", "kind", "process"}, [](const auto& location) {
        return Json::array(
            {location.name, location.rank, location.kind, index_or_none(location.process)});
      });
  return head;
}

Json parts_of(const std::vector<Finding::Part>& parts) {
  Json list = Json::array();
  for (const Finding::Part& part : parts) list.push_back({part.name, part.value});
  return list;
}

// `locations` is the number of locations in the report itself.
Json findings_as_json(const Findings& findings, std::size_t locations) {
  Json list = Json::array();
  for (const Finding& finding : findings.findings)
    list.push_back({{"metric", finding.metric.value},
                    {"value", finding.value},
                    {"uncertainty", finding.uncertainty},
                    {"share", finding.share},
                    {"callPaths", parts_of(finding.call_paths)},
                    {"locations", parts_of(finding.locations)},
                    {"locationCount", finding.location_count},
                    {"causers", parts_of(finding.causers)},
                    {"causerCount", finding.causer_count},
                    {"caveat", finding.caveat},
                    {"advice", finding.advice}});
  return {{"wall", findings.wall_seconds},
          {"total", findings.total_seconds},
          {"waiting", findings.waiting_seconds},
          {"idle", findings.idle_seconds},
          {"focus", {{"rule", findings.focus}, {"from", findings.from}, {"to", findings.to}}},
          {"events", findings.events},
          {"messages", findings.messages},
          {"collectives", findings.collectives},
          {"clocks", findings.clocks_forbid},
          {"locations", locations},
          {"list", std::move(list)}};
}

// Returns the second report's metric totals and findings.
Json reference_of(const PageContent& content) {
  Json reference = {{"title", content.reference_title},
                    {"totals", sum_by_metric(*content.reference)}};
  if (const Findings findings = findings_of(*content.reference); findings.known)
    reference["findings"] = findings_as_json(findings, content.reference_locations);
  return reference;
}

// Planes have either an activity or a metric; rows are [number, shares].
Json map_as_page(const RunMap& map) {
  Json planes = Json::array();
  for (const RunMap::Plane& plane : map.planes) {
    Json rows = Json::array();
    for (const RunMap::Row& row : plane.rows) rows.push_back({row.number, row.shares});
    planes.push_back({{"activity", plane.activity},
                      {"metric", plane.metric.defined() ? Json(plane.metric.value) : Json(-1)},
                      {"rows", std::move(rows)}});
  }
  return {{"begin", map.begin},
          {"piece", map.piece},
          {"pieces", map.pieces},
          {"locationsOfRow", map.locations_of_row},
          {"planes", std::move(planes)}};
}

template <class Pair, class Value>
Json column_of(const std::vector<Pair>& pairs, Value Pair::*field) {
  Json values = Json::array();
  for (const Pair& pair : pairs) values.push_back(pair.*field);
  return values;
}

template <class Pair>
Json pairs_as_page(const std::vector<Pair>& pairs) {
  Json json = {{"from", column_of(pairs, &Pair::from)},
               {"to", column_of(pairs, &Pair::to)},
               {"count", column_of(pairs, &Pair::count)},
               {"seconds", column_of(pairs, &Pair::seconds)}};
  if constexpr (std::is_same_v<Pair, CommunicationMatrix::Messages>)
    json["bytes"] = column_of(pairs, &Pair::bytes);
  return json;
}

Json matrix_as_page(const CommunicationMatrix& matrix) {
  Json waiting = Json::array();
  for (const CommunicationMatrix::Waiting& of : matrix.waiting) {
    waiting.push_back(pairs_as_page(of.pairs));
    waiting.back()["metric"] = of.metric.value;
  }
  return {{"processesOfGroup", matrix.processes_of_group},
          {"messages", pairs_as_page(matrix.messages)},
          {"transfers", pairs_as_page(matrix.transfers)},
          {"waiting", std::move(waiting)}};
}

}  // namespace

std::string page_head(const Report& report, const PageContent& content, const PageRows& rows,
                      const PageIterations& iterations, Rounding rounding) {
  const Instances instances = instances_of(report);
  Json head = {{"title", content.title},
               {"program", content.program},
               {"attributes", report.attributes},
               {"notes", report.notes},
               {"rounding", rows.rounded ? static_cast<int>(rounding) : 0},
               {"rows", rows.rows},
               {"places", rows.places},
               {"metrics", metrics_of(report, content)},
               {"regions", regions_of(report)},
               {"callPaths", call_paths_of(report)}};
  head = system_of(report, std::move(head));
  head["topologies"] = topologies_of(report);
  if (content.reference != nullptr) head["reference"] = reference_of(content);
  head["statistics"] = statistics_list(instances);
  head["instances"] = instance_list(instances);
  if (const Findings findings = findings_of(report); findings.known)
    head["findings"] = findings_as_json(findings, content.locations);
  if (const RunMap map = map_of(report); !map.empty()) head["map"] = map_as_page(map);
  if (const CommunicationMatrix matrix = matrix_of(report); !matrix.empty())
    head["matrix"] = matrix_as_page(matrix);
  if (!iterations.head.empty()) head["iterations"] = Json::parse(iterations.head);
  return head.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace lull::report
