// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "lull/base/text/counted.hpp"
#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/path_names.hpp"

namespace lull::report {
namespace {

const Row kEmptyRow;

bool before(const Row::value_type& entry, LocationId location) { return entry.first < location; }

[[maybe_unused]] bool sorted_by_location(const Row& row) {
  return std::is_sorted(row.begin(), row.end(),
                        [](const auto& a, const auto& b) { return a.first < b.first; });
}

}  // namespace

std::string left_out_note(const Metric& metric) {
  if (metric.left_out == 0) return {};
  return fmt::format("metric {}: {} not finite or too large", metric.unique_name,
                     counted(metric.left_out, "value is omitted because it is",
                             "values are omitted because they are"));
}

Row& Report::writable_row(MetricId metric, CallPathId path) {
  assert(metric.index() < metrics.size() && path.index() < call_paths.size());
  if (values_.size() <= metric.index()) values_.resize(metrics.size());
  auto& rows = values_[metric.index()];
  if (rows.size() <= path.index()) rows.resize(call_paths.size());
  return rows[path.index()];
}

void Report::add(MetricId metric, CallPathId path, LocationId location, double value) {
  assert(location.index() < locations.size());
  if (value == 0) return;
  Row& row = writable_row(metric, path);
  const auto place = row.empty() || row.back().first < location
                         ? row.end()
                         : std::lower_bound(row.begin(), row.end(), location, before);
  if (place == row.end() || place->first != location) {
    row.emplace(place, location, value);
    return;
  }
  place->second = combine(metrics[metric.index()].type, place->second, value);
  if (place->second == 0) row.erase(place);
}

void Report::set_row(MetricId metric, CallPathId path, Row row) {
  assert(sorted_by_location(row));
  std::erase_if(row, [](const auto& entry) { return entry.second == 0; });
  writable_row(metric, path) = std::move(row);
}

void Report::forget_values(MetricId metric) {
  if (metric.index() < values_.size()) std::vector<Row>().swap(values_[metric.index()]);
}

double Report::value(MetricId metric, CallPathId path, LocationId location) const {
  const Row& values = row(metric, path);
  const auto place = std::lower_bound(values.begin(), values.end(), location, before);
  return place == values.end() || place->first != location ? 0 : place->second;
}

const Row& Report::row(MetricId metric, CallPathId path) const {
  if (metric.index() >= values_.size()) return kEmptyRow;
  const auto& rows = values_[metric.index()];
  return path.index() < rows.size() ? rows[path.index()] : kEmptyRow;
}

double Report::exclusive(MetricId metric, CallPathId path) const {
  const ValueType type = metrics[metric.index()].type;
  double sum = 0;
  for (const auto& [location, value] : row(metric, path)) sum = combine(type, sum, value);
  return sum;
}

double Report::inclusive(MetricId metric, CallPathId path) const {
  return inclusive_by_call_path(*this, metric)[path.index()];
}

double Report::total(MetricId metric) const {
  if (metric.index() >= values_.size()) return 0;
  const ValueType type = metrics[metric.index()].type;
  double sum = 0;
  for (const Row& row : values_[metric.index()])
    for (const auto& [location, value] : row) sum = combine(type, sum, value);
  return sum;
}

std::optional<MetricId> Report::find_metric(std::string_view unique_name) const {
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].unique_name == unique_name) return MetricId(i);
  return std::nullopt;
}

std::string Report::label(CallPathId path) const {
  const CallPath& call_path = call_paths[path.index()];
  std::string text = regions[call_path.region.index()].name;
  for (const auto& [name, value] : call_path.parameters)
    text += fmt::format(" ({}={})", name, value);
  return text;
}

std::string Report::path_name(CallPathId path) const {
  std::vector<CallPathId> calls;
  for (; path.defined(); path = call_paths[path.index()].parent) calls.push_back(path);
  return path_name_of(*this, calls);
}

}  // namespace lull::report
