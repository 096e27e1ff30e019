// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A report as text in a terminal: the three trees of CUBE, coupled as in CUBE. The metric tree
// shows totals; the call tree shows the distribution of one metric over call paths; the system tree
// shows its distribution over machines, nodes, processes and threads. A selection of call paths
// restricts all three.
//
// "inclusive" covers a node with all nodes below it, as CUBE shows a collapsed node; "exclusive"
// covers the node alone, as CUBE shows an expanded node. Along the call tree, they are the
// subtree's value and the call path's own value; along the metric tree, they are the metric's value
// and the part that is not in sub-metrics.
#pragma once

#include <optional>
#include <string>

#include "lull/report/model/selection.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

struct ShowOptions {
  CallPathSet call_paths;            // empty: all
  std::optional<std::size_t> depth;  // maximum depth; nodes below it are collapsed
  double threshold = 0.01;           // call paths with a smaller share are folded into one line
  // Most children shown of one system node; more are folded into one line.
  std::size_t most_children = 16;
  bool percent = false;  // percentages instead of values
  bool all = false;      // shows zero values, too, without folding
  TableStyle style;
};

// Returns a title such as "waits.cubex: 8 processes, 8 locations, 67 call paths, 73 metrics".
[[nodiscard]] std::string show_title(const Report& report, const std::string& name);

// Metrics without any value are omitted and counted below the tree.
[[nodiscard]] std::string show_metrics(const Report& report, const ShowOptions& options);

// Children are sorted by descending severity.
[[nodiscard]] std::string show_calls(const Report& report, MetricId metric,
                                     const ShowOptions& options);

// Shows the system in rank order, with a bar for each location and a summary of the distribution.
[[nodiscard]] std::string show_system(const Report& report, MetricId metric,
                                      const ShowOptions& options);

// Returns the metric's name, total and description, printed above a call or system tree.
[[nodiscard]] std::string show_heading(const Report& report, MetricId metric,
                                       const ShowOptions& options);

}  // namespace lull::report
