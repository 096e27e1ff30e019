// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A part of a report named by the user: metrics and call paths. Used by show, JSON and CSV.
#pragma once

#include <string_view>
#include <vector>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

struct Selection {
  std::vector<MetricId> metrics;  // empty: all
  CallPathSet call_paths;         // empty: all
};

// Returns the metric with that unique name, or else all metrics with that unique or display name,
// ignoring case.
[[nodiscard]] std::vector<MetricId> metrics_called(const Report& report, std::string_view name);

// Returns the metric with that unique name, or the only metric with that display name. Throws Error
// (usage) that suggests similar names.
[[nodiscard]] MetricId select_metric(const Report& report, std::string_view name);

// Does the same as select_call_paths, but the result is empty if there are none.
[[nodiscard]] CallPathSet call_paths_called(const Report& report, std::string_view path);

// Returns all call paths whose name is `path` or ends in "/" and `path`, and all call paths below
// them: "MPI_Recv" selects every call to MPI_Recv, "main/solve" one subtree. If there are no such
// call paths, throws Error (usage) that suggests similar names.
[[nodiscard]] CallPathSet select_call_paths(const Report& report, std::string_view path);

// Returns the selected metrics in report order.
[[nodiscard]] std::vector<MetricId> selected_metrics(const Report& report,
                                                     const Selection& selection);

}  // namespace lull::report
