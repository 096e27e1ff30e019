// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/report_texts.hpp"

#include <utility>

namespace lull::report {
namespace {

using Change = std::function<void(std::string&)>;

void change_all(std::initializer_list<std::string*> texts, const Change& change) {
  for (std::string* const text : texts) change(*text);
}

void change_attributes(Report& report, const Change& change) {
  std::map<std::string, std::string> changed;
  for (auto& [key, value] : report.attributes) {
    std::string name = key;
    change_all({&name, &value}, change);
    changed.emplace(std::move(name), std::move(value));
  }
  report.attributes = std::move(changed);
}

}  // namespace

void change_texts(Report& report, const Change& change) {
  for (Metric& metric : report.metrics)
    change_all(
        {&metric.unique_name, &metric.display_name, &metric.unit, &metric.description, &metric.url},
        change);
  for (Region& region : report.regions)
    change_all({&region.name, &region.mangled_name, &region.paradigm, &region.role, &region.file},
               change);
  for (CallPath& path : report.call_paths)
    for (auto& [name, value] : path.parameters) change_all({&name, &value}, change);
  for (SystemNode& node : report.system_nodes) change_all({&node.name, &node.kind}, change);
  for (Process& process : report.processes) change_all({&process.name, &process.kind}, change);
  for (Location& location : report.locations) change_all({&location.name, &location.kind}, change);
  for (CartesianTopology& topology : report.topologies) {
    change(topology.name);
    for (auto& dimension : topology.dimensions) change(dimension.name);
  }
  change_attributes(report, change);
  for (std::string& mirror : report.mirrors) change(mirror);
  for (std::string& note : report.notes) change(note);
}

}  // namespace lull::report
