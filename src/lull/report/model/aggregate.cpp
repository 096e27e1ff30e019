// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/aggregate.hpp"

#include <algorithm>

namespace lull::report {
namespace {

bool contains(const CallPathSet& set, std::size_t path) { return set.empty() || set[path]; }

}  // namespace

double combine(ValueType type, double a, double b) {
  switch (type) {
    case ValueType::Minimum:
      return a == 0 ? b : b == 0 ? a : std::min(a, b);
    case ValueType::Maximum:
      return a == 0 ? b : b == 0 ? a : std::max(a, b);
    default:
      return a + b;
  }
}

bool additive(const Metric& metric) {
  return metric.type != ValueType::Minimum && metric.type != ValueType::Maximum;
}

bool has_values(const Report& report, MetricId metric, const CallPathSet& only) {
  for (std::size_t path = 0; path < report.call_paths.size(); ++path)
    if (contains(only, path) && !report.row(metric, CallPathId(path)).empty()) return true;
  return false;
}

std::vector<double> exclusive_by_call_path(const Report& report, MetricId metric,
                                           const CallPathSet& only) {
  std::vector<double> sums(report.call_paths.size());
  for (std::size_t path = 0; path < sums.size(); ++path)
    if (contains(only, path)) sums[path] = report.exclusive(metric, CallPathId(path));
  return sums;
}

std::vector<double> inclusive_by_call_path(const Report& report, MetricId metric,
                                           const CallPathSet& only) {
  std::vector<double> sums = exclusive_by_call_path(report, metric, only);
  const ValueType type = report.metrics[metric.index()].type;
  // Children come after their parents, so in reverse order every subtree is complete when visited.
  for (std::size_t path = sums.size(); path-- > 0;) {
    const CallPathId parent = report.call_paths[path].parent;
    if (parent.defined()) sums[parent.index()] = combine(type, sums[parent.index()], sums[path]);
  }
  return sums;
}

std::vector<double> sum_by_location(const Report& report, MetricId metric,
                                    const CallPathSet& only) {
  std::vector<double> sums(report.locations.size());
  const ValueType type = report.metrics[metric.index()].type;
  for (std::size_t path = 0; path < report.call_paths.size(); ++path) {
    if (!contains(only, path)) continue;
    for (const auto& [location, value] : report.row(metric, CallPathId(path)))
      sums[location.index()] = combine(type, sums[location.index()], value);
  }
  return sums;
}

std::vector<double> sum_by_metric(const Report& report, const CallPathSet& only) {
  std::vector<double> sums(report.metrics.size());
  for (std::size_t metric = 0; metric < sums.size(); ++metric)
    for (std::size_t path = 0; path < report.call_paths.size(); ++path)
      if (contains(only, path))
        sums[metric] = combine(report.metrics[metric].type, sums[metric],
                               report.exclusive(MetricId(metric), CallPathId(path)));
  return sums;
}

CallPathSet with_subtrees(const Report& report, CallPathSet roots) {
  for (std::size_t path = 0; path < roots.size(); ++path) {
    const CallPathId parent = report.call_paths[path].parent;
    if (parent.defined() && roots[parent.index()]) roots[path] = true;
  }
  return roots;
}

}  // namespace lull::report
