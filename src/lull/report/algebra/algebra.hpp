// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Calculation with reports, whose results are reports again (KOJAK, section 5). Tables that differ
// are united by meaning (unite.hpp); a value that a report does not have is zero there. Results
// have no members: what those say is about one run.
#pragma once

#include <span>

#include "lull/report/model/aggregate.hpp"
#include "lull/report/model/report.hpp"

namespace lull::report {

// a - b, place by place; values may be negative, and counts become Signed. A difference of less
// than 10^-12 of the values is one of rounding, and becomes zero.
// Throws Error (input) for metrics of the same name in different units, as all of these do.
[[nodiscard]] Report difference(const Report& a, const Report& b);

// The mean of each place. Of a Minimum or Maximum metric the least or greatest value; counts that
// are no whole numbers any more become Double.
[[nodiscard]] Report mean(std::span<const Report> reports);

// Of the reports that have a metric, the one whose values it gets.
enum class Preference { First, Last };

// All metrics of all reports. One that several have is whole that of one of these, never mixed: a
// metric and those below it have to come from one run for the children to fit into their parent.
[[nodiscard]] Report merge(std::span<const Report> reports,
                           Preference preference = Preference::First);

// Only the call paths in `roots` (empty: all) and those below them; those in `pruned` become part
// of their callers. Throws Error (usage) when that leaves nothing or takes a root away.
[[nodiscard]] Report cut(const Report& report, const CallPathSet& roots, const CallPathSet& pruned);

}  // namespace lull::report
