// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lull/report/show/value_text.hpp"

namespace lull::report {
namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", grouped_digits(std::to_string(count)), count == 1 ? one : many);
}

}  // namespace

std::string show_title(const Report& report, const std::string& name) {
  std::string text = fmt::format("{}: {}, {}, {}, {}", name,
                                 counted(report.processes.size(), "process", "processes"),
                                 counted(report.locations.size(), "location", "locations"),
                                 counted(report.call_paths.size(), "call path", "call paths"),
                                 counted(report.metrics.size(), "metric", "metrics"));
  const auto creator = report.attributes.find("Creator");
  if (creator != report.attributes.end()) text += fmt::format(" ({})", creator->second);
  return text + "\n";
}

std::string show_heading(const Report& report, MetricId metric, const ShowOptions& options) {
  const Metric& described = report.metrics[metric.index()];
  double total = 0;
  for (const double value : exclusive_by_call_path(report, metric, options.call_paths))
    total = combine(described.type, total, value);
  double largest = std::abs(total);
  if (additive(described))
    for (const double value : inclusive_by_call_path(report, metric, options.call_paths))
      largest = std::max(largest, std::abs(value));
  const ValueFormat format(described, largest);
  std::string text = fmt::format("{} ({}): {}\n", described.display_name, described.unique_name,
                                 format.with_unit(total));
  if (!described.description.empty()) text += described.description + "\n";
  return text;
}

}  // namespace lull::report
