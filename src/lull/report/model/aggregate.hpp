// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sums over the trees of a report, for all nodes at once: what show, diff and view need instead of
// one Report::inclusive() per node. Each costs O(nodes + values). Sums are minima or maxima for
// metrics of those types. A CallPathSet restricts them to some call paths.
#pragma once

#include <vector>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Two values of one metric as one: their sum, or the lesser or greater of them. Zero is "no value".
[[nodiscard]] double combine(ValueType type, double a, double b);

// Whether values of the metric can be added up, so that shares of a whole mean something.
[[nodiscard]] bool additive(const Metric& metric);

// One flag per call path; empty means all of them.
using CallPathSet = std::vector<bool>;

// Whether any value of the metric is not zero.
[[nodiscard]] bool has_values(const Report& report, MetricId metric, const CallPathSet& only = {});

// [call path]: summed over locations.
[[nodiscard]] std::vector<double> exclusive_by_call_path(const Report& report, MetricId metric,
                                                         const CallPathSet& only = {});
[[nodiscard]] std::vector<double> inclusive_by_call_path(const Report& report, MetricId metric,
                                                         const CallPathSet& only = {});

// [location]: summed over call paths.
[[nodiscard]] std::vector<double> sum_by_location(const Report& report, MetricId metric,
                                                  const CallPathSet& only = {});

// [metric]: summed over call paths and locations.
[[nodiscard]] std::vector<double> sum_by_metric(const Report& report, const CallPathSet& only = {});

// The marked call paths and all below them.
[[nodiscard]] CallPathSet with_subtrees(const Report& report, CallPathSet roots);

}  // namespace lull::report
