// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/selection.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "lull/base/error.hpp"
#include "lull/base/text/alike.hpp"

namespace lull::report {
namespace {

// Returns whether the call path's name is `wanted` or ends in "/" and `wanted`. Region names may
// contain slashes.
bool ends_in(const Report& report, CallPathId path, std::string_view wanted) {
  for (; path.defined(); path = report.call_paths[path.index()].parent) {
    const CallPath& node = report.call_paths[path.index()];
    const std::string& name = report.regions[node.region.index()].name;
    if (!wanted.ends_with(name)) return false;
    wanted.remove_suffix(name.size());
    if (wanted.empty()) return true;
    if (!wanted.ends_with('/')) return false;
    wanted.remove_suffix(1);
  }
  return false;
}

}  // namespace

std::vector<MetricId> metrics_called(const Report& report, std::string_view name) {
  if (const auto metric = report.find_metric(name)) return {*metric};
  std::vector<MetricId> named;
  for (std::size_t i = 0; i < report.metrics.size(); ++i)
    if (is_same_name(report.metrics[i].display_name, name) ||
        is_same_name(report.metrics[i].unique_name, name))
      named.emplace_back(i);
  return named;
}

MetricId select_metric(const Report& report, std::string_view name) {
  const std::vector<MetricId> named = metrics_called(report, name);
  if (named.size() == 1) return named.front();
  if (named.size() > 1)
    throw usage_error("several metrics are called \"{}\"; use a unique name, such as {}", name,
                      report.metrics[named.front().index()].unique_name);
  std::set<std::string> names;
  for (const Metric& metric : report.metrics) names.insert(metric.unique_name);
  throw usage_error("the report has no metric \"{}\"{}", name, suggestion(name, names));
}

CallPathSet call_paths_called(const Report& report, std::string_view path) {
  CallPathSet found(report.call_paths.size());
  for (std::size_t i = 0; i < found.size() && !path.empty(); ++i)
    found[i] = ends_in(report, CallPathId(i), path);
  if (std::find(found.begin(), found.end(), true) == found.end()) return {};
  return with_subtrees(report, std::move(found));
}

CallPathSet select_call_paths(const Report& report, std::string_view path) {
  CallPathSet found = call_paths_called(report, path);
  if (!found.empty()) return found;
  std::set<std::string> names;
  for (const CallPath& node : report.call_paths)
    names.insert(report.regions[node.region.index()].name);
  throw usage_error("the report has no call path \"{}\"{}", path,
                    suggestion(path.substr(path.rfind('/') + 1), names));
}

std::vector<MetricId> selected_metrics(const Report& report, const Selection& selection) {
  std::vector<MetricId> metrics = selection.metrics;
  if (metrics.empty())
    for (std::size_t i = 0; i < report.metrics.size(); ++i) metrics.emplace_back(i);
  std::sort(metrics.begin(), metrics.end());
  return metrics;
}

}  // namespace lull::report
