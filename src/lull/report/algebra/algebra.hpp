// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Arithmetic with reports, whose results are reports (KOJAK, section 5). Tables are merged by
// meaning (merge.hpp); a missing value is zero. Results have no members, which describe a single
// run.
#pragma once

#include <span>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

// Returns a - b for each cell; values may be negative, and counts become Signed. A difference below
// 10^-12 of the values is a rounding error and becomes zero. Throws Error (input) for metrics with
// the same name but different units, as do all functions here.
[[nodiscard]] Report difference(const Report& a, const Report& b);

// Returns the mean of each cell, or for Minimum and Maximum metrics the least or greatest value;
// counts that become fractional become Double.
[[nodiscard]] Report mean(std::span<const Report> reports);

// Selects the report that provides a metric's values if several reports have the metric.
enum class Preference { First, Last };

// Returns all metrics of all reports. The values of a metric all come from one report: a metric and
// its sub-metrics must come from one run, so that the children fit into their parent.
[[nodiscard]] Report merge(std::span<const Report> reports,
                           Preference preference = Preference::First);

// Returns the call paths in `roots` (empty: all) and the call paths below them; the call paths in
// `pruned` become part of their callers. Throws Error (usage) if nothing is left or a root would be
// removed.
[[nodiscard]] Report cut(const Report& report, const CallPathSet& roots, const CallPathSet& pruned);

}  // namespace lull::report
