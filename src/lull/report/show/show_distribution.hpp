// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How metrics are distributed (distribution.hpp), for lull stat: as text, and for programs.
//
// JSON, one object: format "lull-statistics", version 1, metrics [{name, title, unit, type,
// locations, total, mean, minimum, lower_quartile, median, upper_quartile, maximum, deviation,
// imbalance (null where it is not defined), least and greatest {location, name}, call_paths [{id,
// name, exclusive, share}]}]. CSV has one line for each metric, without call paths.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

struct DistributionOptions {
  std::vector<MetricId> metrics;  // empty: those that have values
  CallPathSet call_paths;         // empty: all
  std::size_t top = 5;            // call paths of each metric
  TableStyle style;
};

// One line for each metric; on a narrow terminal without the outer quartiles.
[[nodiscard]] std::string distribution_table(const Report& report,
                                             const DistributionOptions& options);

// A paragraph and the top call paths of each metric.
[[nodiscard]] std::string distribution_details(const Report& report,
                                               const DistributionOptions& options);

void write_distribution_json(const Report& report, const DistributionOptions& options,
                             std::ostream& out);
void write_distribution_csv(const Report& report, const DistributionOptions& options,
                            std::ostream& out);

// The metrics that the options stand for.
[[nodiscard]] std::vector<MetricId> metrics_of(const Report& report,
                                               const DistributionOptions& options);

}  // namespace lull::report
