// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/json.hpp"

#include <nlohmann/json.hpp>
#include <ostream>

namespace lull::report {
namespace {

using Json = nlohmann::ordered_json;

template <class Tag>
Json reference(Id<Tag> id) {
  return id.defined() ? Json(id.value) : Json();
}

std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json describe(const Metric& metric, std::size_t id, double total) {
  return {{"id", id},
          {"name", metric.unique_name},
          {"title", metric.display_name},
          {"unit", metric.unit},
          {"type", type_label(metric.type)},
          {"parent", reference(metric.parent)},
          {"description", metric.description},
          {"url", metric.url},
          {"total", total}};
}

Json describe(const Region& region, std::size_t id) {
  return {{"id", id},
          {"name", region.name},
          {"mangled_name", region.mangled_name},
          {"paradigm", region.paradigm},
          {"role", region.role},
          {"file", region.file},
          {"begin_line", region.begin_line},
          {"end_line", region.end_line}};
}

Json describe(const Report& report, const CallPath& path, std::size_t id) {
  Json parameters = Json::array();
  for (const auto& [name, value] : path.parameters)
    parameters.push_back({{"name", name}, {"value", value}});
  return {{"id", id},
          {"name", report.regions[path.region.index()].name},
          {"region", path.region.value},
          {"parent", reference(path.parent)},
          {"parameters", std::move(parameters)}};
}

Json describe(const CartesianTopology& topology) {
  Json dimensions = Json::array();
  for (const auto& dimension : topology.dimensions)
    dimensions.push_back(
        {{"name", dimension.name}, {"size", dimension.size}, {"periodic", dimension.periodic}});
  Json coordinates = Json::array();
  for (const auto& [location, at] : topology.coordinates)
    coordinates.push_back({{"location", location.value}, {"at", at}});
  return {{"name", topology.name},
          {"dimensions", std::move(dimensions)},
          {"coordinates", std::move(coordinates)}};
}

class JsonWriter {
 public:
  JsonWriter(const Report& report, const Selection& selection, std::ostream& out)
      : report_(report), selection_(selection), out_(out) {}

  void write() {
    out_ << "{\"format\": \"lull-report\", \"version\": 1,\n\"attributes\": "
         << text(Json(report_.attributes)) << ",\n\"notes\": " << text(Json(report_.notes));
    write_program();
    write_system();
    list("values");
    for (const MetricId metric : selected_metrics(report_, selection_)) write_values(metric);
    out_ << "\n]}\n";
  }

 private:
  void write_program() {
    const std::vector<double> totals = sum_by_metric(report_, selection_.call_paths);
    list("metrics");
    for (std::size_t i = 0; i < totals.size(); ++i)
      item(describe(report_.metrics[i], i, totals[i]));
    end_list("regions");
    for (std::size_t i = 0; i < report_.regions.size(); ++i) item(describe(report_.regions[i], i));
    end_list("call_paths");
    for (std::size_t i = 0; i < report_.call_paths.size(); ++i)
      item(describe(report_, report_.call_paths[i], i));
    out_ << "\n]";
  }

  void write_system() {
    list("system_nodes");
    for (std::size_t i = 0; i < report_.system_nodes.size(); ++i) {
      const SystemNode& node = report_.system_nodes[i];
      item({{"id", i},
            {"name", node.name},
            {"kind", node.kind},
            {"parent", reference(node.parent)}});
    }
    end_list("processes");
    for (std::size_t i = 0; i < report_.processes.size(); ++i) {
      const Process& process = report_.processes[i];
      item({{"id", i},
            {"name", process.name},
            {"rank", process.rank},
            {"kind", process.kind},
            {"node", reference(process.node)}});
    }
    end_list("locations");
    for (std::size_t i = 0; i < report_.locations.size(); ++i) {
      const Location& location = report_.locations[i];
      item({{"id", i},
            {"name", location.name},
            {"rank", location.rank},
            {"kind", location.kind},
            {"process", reference(location.process)}});
    }
    end_list("topologies");
    for (const CartesianTopology& topology : report_.topologies) item(describe(topology));
    out_ << "\n]";
  }

  void write_values(MetricId metric) {
    const CallPathSet& only = selection_.call_paths;
    for (std::size_t path = 0; path < report_.call_paths.size(); ++path) {
      const Row& row = report_.row(metric, CallPathId(path));
      if (row.empty() || (!only.empty() && !only[path])) continue;
      Json locations = Json::array();
      Json values = Json::array();
      for (const auto& [location, value] : row) {
        locations.push_back(location.value);
        values.push_back(value);
      }
      item({{"metric", metric.value},
            {"call_path", path},
            {"locations", std::move(locations)},
            {"values", std::move(values)}});
    }
  }

  void list(std::string_view name) {
    out_ << ",\n\"" << name << "\": [";
    first_ = true;
  }
  void end_list(std::string_view next) {
    out_ << "\n]";
    list(next);
  }
  void item(const Json& json) {
    out_ << (first_ ? "\n" : ",\n") << text(json);
    first_ = false;
  }

  const Report& report_;
  const Selection& selection_;
  std::ostream& out_;
  bool first_ = true;
};

}  // namespace

std::string_view type_label(ValueType type) {
  switch (type) {
    case ValueType::Double:
      return "double";
    case ValueType::Unsigned:
      return "unsigned";
    case ValueType::Signed:
      return "signed";
    case ValueType::Minimum:
      return "minimum";
    case ValueType::Maximum:
      return "maximum";
  }
  return "double";
}

void write_json(const Report& report, const Selection& selection, std::ostream& out) {
  JsonWriter(report, selection, out).write();
}

}  // namespace lull::report
