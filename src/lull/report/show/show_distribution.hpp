// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The distribution of metrics (distribution.hpp), for lull stat: as text, JSON and CSV.
//
// JSON, one object: format "lull-statistics", version 1, metrics [{name, title, unit, type,
// locations, total, mean, minimum, lower_quartile, median, upper_quartile, maximum, deviation,
// imbalance (null if undefined), least and greatest {location, name}, call_paths [{id, name,
// exclusive, share}]}]. CSV has one line for each metric, without call paths.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

struct DistributionOptions {
  std::vector<MetricId> metrics;  // empty: the metrics with values
  CallPathSet call_paths;         // empty: all
  std::size_t top = 5;            // number of call paths for each metric
  TableStyle style;
};

// Returns one line for each metric; omits the outer quartiles on a narrow terminal.
[[nodiscard]] std::string distribution_table(const Report& report,
                                             const DistributionOptions& options);

// Returns a paragraph and the top call paths for each metric.
[[nodiscard]] std::string distribution_details(const Report& report,
                                               const DistributionOptions& options);

void write_distribution_json(const Report& report, const DistributionOptions& options,
                             std::ostream& out);
void write_distribution_csv(const Report& report, const DistributionOptions& options,
                            std::ostream& out);

// Returns the metrics that the options select.
[[nodiscard]] std::vector<MetricId> metrics_of(const Report& report,
                                               const DistributionOptions& options);

}  // namespace lull::report
