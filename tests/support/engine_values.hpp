// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Converts the engine's result to the form of the reference's: ticks and counts by metric, call
// path and location, so that tests can compare the two, and different runs of the engine.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/report/report_builder.hpp"
#include "lull/patterns/pattern_list.hpp"
#include "lull/report/model/consistency.hpp"
#include "support/region_path.hpp"

namespace lull::support {

using Values = std::map<std::string, std::map<std::pair<std::string, LocationId>, std::int64_t>>;

// Call it for every report from an analysis. Expects that no metric is negative or less than the
// sum of its parts, and that the analysis has confirmed this.
inline void expect_fitting_metrics(const report::Report& report) {
  const report::Misfits misfits = find_misfits(report);
  EXPECT_EQ(misfits.count, 0u) << describe(misfits, report);
  EXPECT_EQ(report.notes, std::vector<std::string>{});
}

inline report::Report analyse_by_engine(const TraceSource& trace,
                                        analysis::AnalysisOptions options = {}) {
  analysis::Analysis analysis(trace, patterns::make_patterns, std::move(options));
  analysis.run();
  report::Report report = build_report(analysis);
  expect_fitting_metrics(report);
  return report;
}

// Time outside any region has no call path in the reference, so it is omitted.
inline Values values_of(const report::Report& report, std::uint64_t ticks_per_second) {
  Values values;
  for (std::size_t m = 0; m < report.metrics.size(); ++m) {
    const report::Metric& metric = report.metrics[m];
    const double scale = metric.unit == "sec" ? static_cast<double>(ticks_per_second) : 1.0;
    for (std::size_t p = 0; p < report.call_paths.size(); ++p) {
      const std::string path = region_path(report, report::CallPathId(p));
      if (path.starts_with("(outside all regions)")) continue;
      for (const auto& [location, value] : report.row(report::MetricId(m), report::CallPathId(p))) {
        const auto ticks = std::llround(value * scale);
        if (ticks != 0) values[metric.unique_name][{path, LocationId(location.index())}] += ticks;
      }
    }
  }
  return values;
}

}  // namespace lull::support
