// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/causers.hpp"

#include <algorithm>
#include <string>

#include "lull/base/error.hpp"

namespace lull::report {
namespace {

constexpr std::string_view kAll = "caused_waiting";

}  // namespace

MetricId caused_metric(const Report& report, MetricId metric) {
  const auto all = report.find_metric(kAll);
  if (!all)
    throw usage_error("the report does not say who makes others wait: reports of lull analyze do");
  if (!metric.defined()) return *all;
  const Metric& asked = report.metrics[metric.index()];
  if (metric == *all || asked.parent == *all) return metric;
  if (asked.unique_name == "time") return *all;
  const auto found = report.find_metric(asked.unique_name + "_caused");
  if (!found)
    throw usage_error("the report does not say who causes {}: ask for a metric above it",
                      asked.unique_name);
  return *found;
}

std::vector<Causer> causers_of(const Report& report, MetricId caused,
                               const CallPathSet& call_paths) {
  std::vector<Causer> causers;
  for (std::size_t i = 0; i < report.call_paths.size(); ++i) {
    if (!call_paths.empty() && !call_paths[i]) continue;
    for (const auto& [location, seconds] : report.row(caused, CallPathId(i)))
      if (seconds > 0) causers.push_back({location, CallPathId(i), seconds});
  }
  std::ranges::stable_sort(causers, std::ranges::greater(), &Causer::seconds);
  return causers;
}

}  // namespace lull::report
