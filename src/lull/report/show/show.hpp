// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A report as text in a terminal: the three trees of CUBE, coupled as there. The metric tree shows
// totals; the call tree how one metric is spread over it; the system tree how one metric is spread
// over machines, nodes, processes and threads. Choosing call paths restricts all three.
//
// "inclusive" is a node with all below it, what CUBE shows for a collapsed node; "exclusive" the
// node without, what CUBE shows for an open one. Along the call tree they are (1) the subtree's and
// (2) the call path's own; along the metric tree (1) the metric and (2) what no sub-metric has.
#pragma once

#include <optional>
#include <string>

#include "lull/report/model/selection.hpp"
#include "lull/report/show/tree_table.hpp"

namespace lull::report {

struct ShowOptions {
  CallPathSet call_paths;            // empty: all
  std::optional<std::size_t> depth;  // of the trees; below it nodes are collapsed
  double threshold = 0.01;           // call paths with less of the whole are folded into one line
  std::size_t most_children = 16;    // of one system node; more are folded into one line
  bool percent = false;              // percentages in place of values
  bool all = false;                  // also what is zero, and fold nothing
  TableStyle style;
};

// "waits.cubex: 8 processes, 8 locations, 67 call paths, 73 metrics".
[[nodiscard]] std::string show_title(const Report& report, const std::string& name);

// Metrics without any value are left out and counted below the tree.
[[nodiscard]] std::string show_metrics(const Report& report, const ShowOptions& options);

// Children by severity, the greatest first.
[[nodiscard]] std::string show_calls(const Report& report, MetricId metric,
                                     const ShowOptions& options);

// In the order of ranks, with a bar for each location and a summary of the distribution.
[[nodiscard]] std::string show_system(const Report& report, MetricId metric,
                                      const ShowOptions& options);

// The metric's name, total and description, above a call or system tree.
[[nodiscard]] std::string show_heading(const Report& report, MetricId metric,
                                       const ShowOptions& options);

}  // namespace lull::report
