// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/recorded_measures.hpp"

#include <nlohmann/json.hpp>

#include "lull/base/error.hpp"

namespace lull::recorder {
namespace {

using nlohmann::json;

template <class Element>
Element& at(std::vector<Element>& elements, std::size_t index) {
  constexpr std::size_t kMost = 1u << 20;
  if (index >= kMost) throw input_error("a number in it is out of range");
  if (elements.size() <= index) elements.resize(index + 1);
  return elements[index];
}

RecordedMetric metric_of(const json& entry) {
  RecordedMetric metric{.members = {}, .occurrence = entry.at("occurrence")};
  for (const json& member : entry.at("members"))
    metric.members.push_back({.name = member.at("name"),
                              .description = member.at("description"),
                              .type = member.at("type"),
                              .mode = member.at("mode"),
                              .value = member.at("value"),
                              .unit = member.at("unit"),
                              .exponent = member.at("exponent")});
  return metric;
}

RecordedGrid grid_of(const json& entry) {
  RecordedGrid grid{.name = entry.at("name"), .sizes = entry.at("sizes"), .periodic = {}};
  for (const json& periodic : entry.at("periodic")) grid.periodic.push_back(periodic != 0);
  if (grid.sizes.empty() || grid.periodic.size() != grid.sizes.size())
    throw input_error("the grid {} has no dimensions", grid.name);
  return grid;
}

}  // namespace

bool take_measure(RecordedMeasures& measures, const std::string& kind, const json& entry) {
  if (kind == "metric")
    at(measures.metrics, entry.at("number")) = metric_of(entry);
  else if (kind == "parameter")
    at(measures.parameters, entry.at("number")) = entry.at("name");
  else if (kind == "grid")
    measures.grids.push_back(grid_of(entry));
  else if (kind == "place")
    measures.places.push_back({.grid = entry.at("grid"),
                               .thread = entry.at("thread"),
                               .coordinates = entry.at("coordinates")});
  else
    return false;
  return true;
}

}  // namespace lull::recorder
