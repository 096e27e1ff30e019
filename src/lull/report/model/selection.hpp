// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A part of a report, as a user names it: metrics and call paths. Used by show, JSON and CSV.
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

// The metric with that unique name, or else all that are called so, unique or display names, in any
// case.
[[nodiscard]] std::vector<MetricId> metrics_called(const Report& report, std::string_view name);

// The metric with that unique name, or with that display name when only one has it. Throws Error
// (usage) that suggests similar names.
[[nodiscard]] MetricId select_metric(const Report& report, std::string_view name);

// As select_call_paths, but empty when there are none.
[[nodiscard]] CallPathSet call_paths_called(const Report& report, std::string_view path);

// All call paths whose name is `path` or ends in "/" and it, and all below them: "MPI_Recv" is
// every call of MPI_Recv, "main/solve" one subtree. Throws Error (usage) that suggests similar
// names when there are none.
[[nodiscard]] CallPathSet select_call_paths(const Report& report, std::string_view path);

// The metrics of a selection, in the order of the report.
[[nodiscard]] std::vector<MetricId> selected_metrics(const Report& report,
                                                     const Selection& selection);

}  // namespace lull::report
