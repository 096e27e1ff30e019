// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Results by iteration, collected from all shards and processes after the search. Independent of
// the number of threads or processes.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/tables/global_call_tree.hpp"
#include "lull/report/run/iterations.hpp"

namespace lull::analysis {

// A severity, and its call path in the global call tree.
struct IterationCell {
  IterationSeverity severity;
  GlobalPathId path;  // undefined: all paths
};

// Returns the cells of this process's locations, no matter where they were charged. Collective.
[[nodiscard]] std::vector<IterationCell> own_iteration_cells(
    const Analysis& analysis,
    const std::function<GlobalPathId(LocationId, LocalPathId)>& global_path);

// Returns the cells of all processes, on the first process. Collective.
[[nodiscard]] std::vector<IterationCell> all_iteration_cells(const Analysis& analysis,
                                                             std::vector<IterationCell> mine);

// Returns values in seconds, with the report's ids. Metrics that would be too large are summed over
// call paths.
[[nodiscard]] report::Iterations as_report(const Analysis& analysis,
                                           std::vector<IterationCell> cells,
                                           const std::map<MetricIndex, report::MetricId>& metrics);

}  // namespace lull::analysis
