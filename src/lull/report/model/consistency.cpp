// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/model/consistency.hpp"

#include <fmt/format.h>

namespace lull::report {

Misfits find_misfits(const Report& report) {
  return find_misfits<double>(
      report,
      [&report](MetricId metric, CallPathId path, auto use) {
        for (const auto& [location, value] : report.row(metric, path)) use(location, value);
      },
      [](MetricId) { return true; });
}

std::string describe(const Misfits& misfits, const Report& tables) {
  const Metric& metric = tables.metrics[misfits.metric.index()];
  const Location& location = tables.locations[misfits.location.index()];
  const std::string where =
      misfits.path.defined() ? tables.path_name(misfits.path) : std::string("all call paths");
  return fmt::format("{:.9g} {} in {} of {} at {}, {}", misfits.own, metric.unit,
                     metric.unique_name, where, tables.processes[location.process.index()].name,
                     location.name);
}

}  // namespace lull::report
