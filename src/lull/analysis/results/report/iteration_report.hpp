// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the analysis knows of iterations, collected from all shards and processes when the search is
// over. Does not depend on the number of threads or processes.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/tables/global_call_tree.hpp"
#include "lull/report/run/iterations.hpp"

namespace lull::analysis {

// A severity, and its call path among those of all locations.
struct IterationCell {
  IterationSeverity severity;
  GlobalPathId path;  // undefined: all of them
};

// Those of locations of this process, wherever they were charged. Collective.
[[nodiscard]] std::vector<IterationCell> own_iteration_cells(
    const Analysis& analysis,
    const std::function<GlobalPathId(LocationId, LocalPathId)>& global_path);

// Everybody's, on the first process. Collective.
[[nodiscard]] std::vector<IterationCell> all_iteration_cells(const Analysis& analysis,
                                                             std::vector<IterationCell> mine);

// In seconds and the report's names. What would make it too large is added up over call paths.
[[nodiscard]] report::Iterations as_report(const Analysis& analysis,
                                           std::vector<IterationCell> cells,
                                           const std::map<MetricIndex, report::MetricId>& metrics);

}  // namespace lull::analysis
