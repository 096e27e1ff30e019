// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sums over the trees of a report for all nodes at once, unlike Report::inclusive(), which handles
// one node. Each takes O(nodes + values) time. For Minimum and Maximum metrics the sum is the
// minimum or maximum. A CallPathSet restricts sums to some call paths.
#pragma once

#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Combines two values of one metric: their sum, or the lesser or greater of them. Zero is "no
// value".
[[nodiscard]] double combine(ValueType type, double a, double b);

// Returns whether values of the metric can be added, so that shares of a total are meaningful.
[[nodiscard]] bool additive(const Metric& metric);

// One flag per call path; empty: all call paths.
using CallPathSet = std::vector<bool>;

// Returns whether any value of the metric is non-zero.
[[nodiscard]] bool has_values(const Report& report, MetricId metric, const CallPathSet& only = {});

// Returns, for each call path, the sum over locations.
[[nodiscard]] std::vector<double> exclusive_by_call_path(const Report& report, MetricId metric,
                                                         const CallPathSet& only = {});
[[nodiscard]] std::vector<double> inclusive_by_call_path(const Report& report, MetricId metric,
                                                         const CallPathSet& only = {});

// Returns, for each location, the sum over call paths.
[[nodiscard]] std::vector<double> sum_by_location(const Report& report, MetricId metric,
                                                  const CallPathSet& only = {});

// Returns, for each metric, the sum over call paths and locations.
[[nodiscard]] std::vector<double> sum_by_metric(const Report& report, const CallPathSet& only = {});

// Returns the marked call paths and all call paths below them.
[[nodiscard]] CallPathSet with_subtrees(const Report& report, CallPathSet roots);

}  // namespace lull::report
