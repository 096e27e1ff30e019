// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/show/show.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/report/model/value_text.hpp"

namespace lull::report {
std::string show_title(const Report& report, const std::string& name) {
  std::string text = fmt::format("{}: {}, {}, {}, {}", printable(name),
                                 counted(report.processes.size(), "process", "processes"),
                                 counted(report.locations.size(), "location"),
                                 counted(report.call_paths.size(), "call path"),
                                 counted(report.metrics.size(), "metric"));
  const auto creator = report.attributes.find("Creator");
  if (creator != report.attributes.end()) text += fmt::format(" ({})", printable(creator->second));
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
  std::string text = fmt::format("{} ({}): {}\n", printable(described.display_name),
                                 printable(described.unique_name), format.with_unit(total));
  if (!described.description.empty()) text += printable_lines(described.description) + "\n";
  return text;
}

}  // namespace lull::report
