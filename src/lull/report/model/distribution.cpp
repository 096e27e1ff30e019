// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "lull/report/model/table_scale.hpp"

namespace lull::report {
namespace {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double weight = place - static_cast<double>(below);
  if (weight == 0) return sorted[below];
  return sorted[below] * (1 - weight) + sorted[above] * weight;
}

std::vector<LocationId> counting_locations(const Report& report, const Metric& metric,
                                           const std::vector<double>& values) {
  std::set<std::string_view> kinds;  // kinds with a value at some location
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != 0) kinds.insert(report.locations[i].kind);
  std::vector<LocationId> counting;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool none = kinds.empty() && additive(metric);
    const bool counts =
        additive(metric) ? kinds.contains(report.locations[i].kind) : values[i] != 0;
    if (none || counts) counting.emplace_back(i);
  }
  return counting;
}

}  // namespace

Distribution distribution_of(const std::vector<double>& values) {
  Distribution found;
  found.locations = values.size();
  if (values.empty()) return found;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const auto count = static_cast<double>(values.size());
  found.total = std::accumulate(values.begin(), values.end(), 0.0);
  found.mean = found.total / count;
  double squares = 0;
  for (const double value : values) squares += (value - found.mean) * (value - found.mean);
  found.deviation = std::sqrt(squares / count);
  found.minimum = sorted.front();
  found.lower_quartile = quantile(sorted, 0.25);
  found.median = quantile(sorted, 0.5);
  found.upper_quartile = quantile(sorted, 0.75);
  found.maximum = sorted.back();
  found.imbalance = found.mean > 0 ? found.maximum / found.mean : 0;
  const auto place = [&](auto value) {
    return LocationId(static_cast<std::size_t>(value - values.begin()));
  };
  found.least = place(std::min_element(values.begin(), values.end()));
  found.greatest = place(std::max_element(values.begin(), values.end()));
  return found;
}

Distribution distribution_of(const Report& report, MetricId metric, const CallPathSet& only) {
  const Metric& described = report.metrics[metric.index()];
  const std::vector<double> sums = sum_by_location(report, metric, only);
  const std::vector<LocationId> counting = counting_locations(report, described, sums);
  std::vector<double> values;
  values.reserve(counting.size());
  for (const LocationId location : counting) values.push_back(sums[location.index()]);
  Distribution found = distribution_of(values);
  if (values.empty()) return found;
  found.least = counting[found.least.index()];
  found.greatest = counting[found.greatest.index()];
  if (described.type == ValueType::Minimum) found.total = found.minimum;
  if (described.type == ValueType::Maximum) found.total = found.maximum;
  return found;
}

std::vector<CallPathShare> top_call_paths(const Report& report, MetricId metric, std::size_t most,
                                          const CallPathSet& only) {
  const Metric& described = report.metrics[metric.index()];
  const std::vector<double> values = exclusive_by_call_path(report, metric, only);
  double total = 0;
  std::vector<CallPathShare> paths;
  for (std::size_t i = 0; i < values.size(); ++i) {
    total = combine(described.type, total, values[i]);
    if (values[i] != 0) paths.push_back({CallPathId(i), values[i]});
  }
  std::stable_sort(paths.begin(), paths.end(), [](const auto& a, const auto& b) {
    return std::abs(a.value) > std::abs(b.value);
  });
  const double whole = table_scale(total, paths.empty() ? 0 : paths.front().value).whole;
  paths.resize(std::min(paths.size(), most));
  if (additive(described) && whole != 0)
    for (CallPathShare& path : paths) path.share = path.value / std::abs(whole);
  return paths;
}

std::string location_name(const Report& report, LocationId location) {
  const Location& described = report.locations[location.index()];
  const std::string& process = report.processes[described.process.index()].name;
  const auto siblings = std::ranges::count_if(
      report.locations, [&](const Location& other) { return other.process == described.process; });
  return siblings == 1 ? process : process + ", " + described.name;
}

}  // namespace lull::report
