// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/selection.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "lull/base/error.hpp"

namespace lull::report {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// How many characters to insert, delete or replace (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> costs(b.size() + 1);
  std::iota(costs.begin(), costs.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(costs[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = costs[j + 1];
      costs[j + 1] = std::min({replaced, costs[j] + 1, costs[j + 1] + 1});
    }
  }
  return costs.back();
}

// Less is more alike; a name that contains what was asked for is very much so.
std::size_t unlikeness(const std::string& wanted, const std::string& name) {
  if (name.find(wanted) != name.npos) return 0;
  return edit_distance(wanted, name);
}

// "; did you mean a, b or c?", or nothing when no name is alike.
std::string suggestion(std::string_view wanted, const std::set<std::string>& names) {
  constexpr std::size_t kMost = 3;
  const std::string asked = lower(wanted).substr(0, 100);
  std::vector<std::pair<std::size_t, std::string>> alike;
  for (const std::string& name : names) {
    const std::size_t distance = unlikeness(asked, lower(name).substr(0, 200));
    if (distance <= std::max<std::size_t>(2, asked.size() / 3)) alike.emplace_back(distance, name);
  }
  if (alike.empty()) return {};
  std::sort(alike.begin(), alike.end());
  alike.resize(std::min(alike.size(), kMost));
  std::string text = "; did you mean ";
  for (std::size_t i = 0; i < alike.size(); ++i) {
    if (i > 0) text += i + 1 == alike.size() ? " or " : ", ";
    text += alike[i].second;
  }
  return text + "?";
}

// Whether the call path's name is `wanted` or ends in "/" and it. Region names may hold slashes.
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
  const std::string wanted = lower(name);
  std::vector<MetricId> named;
  for (std::size_t i = 0; i < report.metrics.size(); ++i)
    if (lower(report.metrics[i].display_name) == wanted ||
        lower(report.metrics[i].unique_name) == wanted)
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
