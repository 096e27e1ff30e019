// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/causers.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "lull/base/error.hpp"

namespace lull::report {
namespace {

constexpr std::string_view kAll = "caused_waiting";
constexpr std::string_view kCaused = "_caused";

bool is_part_of(const Report& report, MetricId metric, MetricId whole) {
  while (metric.defined() && metric != whole) metric = report.metrics[metric.index()].parent;
  return metric.defined();
}

}  // namespace

std::vector<CausedKind> caused_kinds(const Report& report, MetricId metric) {
  const auto all = report.find_metric(kAll);
  if (!all) return {};
  if (metric == *all) metric = {};
  std::vector<CausedKind> kinds;
  for (std::size_t i = 0; i < report.metrics.size(); ++i) {
    const std::string& name = report.metrics[i].unique_name;
    if (!name.ends_with(kCaused)) continue;
    const MetricId caused(i);
    const auto waiting = report.find_metric(name.substr(0, name.size() - kCaused.size()));
    if (!waiting) continue;
    const bool is_kind = report.metrics[i].parent == *all;
    const bool is_asked_for = metric == *waiting || metric == caused;
    if (is_asked_for) return {{*waiting, caused}};
    if (is_kind && (!metric.defined() || is_part_of(report, *waiting, metric)))
      kinds.push_back({*waiting, caused});
  }
  return kinds;
}

std::vector<Causer> causers_of(const Report& report, MetricId metric,
                               const CallPathSet& call_paths) {
  const std::vector<CausedKind> kinds = caused_kinds(report, metric);
  if (kinds.empty())
    throw usage_error("the report has no causers of {}",
                      metric.defined() ? report.metrics[metric.index()].unique_name
                                       : "waiting; reports of lull analyze do");
  std::map<std::pair<CallPathId, LocationId>, double> sums;
  for (const CausedKind& kind : kinds)
    for (std::size_t i = 0; i < report.call_paths.size(); ++i) {
      if (!call_paths.empty() && !call_paths[i]) continue;
      for (const auto& [location, seconds] : report.row(kind.caused, CallPathId(i)))
        sums[{CallPathId(i), location}] += seconds;
    }
  std::vector<Causer> causers;
  for (const auto& [place, seconds] : sums)
    if (seconds > 0) causers.push_back({place.second, place.first, seconds});
  std::ranges::stable_sort(causers, std::ranges::greater(), &Causer::seconds);
  return causers;
}

}  // namespace lull::report
