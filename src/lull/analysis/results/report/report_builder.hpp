// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Builds the report of a finished analysis: splits the profile over the metric tree by call path,
// adds the charges of patterns, and converts ticks to seconds.
#pragma once

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/report/report_file.hpp"
#include "lull/analysis/results/tables/severe_instances.hpp"
#include "lull/report/model/report.hpp"

namespace lull::analysis {

// Collective if there are partners; the first process gets the report. If `file`, which must be
// open in all processes, is not null, the values are written to it, and the analysis discards its
// profile in the process; otherwise the report contains them. `findings`, if not null, receives the
// data on single instances.
[[nodiscard]] report::Report build_report(const Analysis& analysis, ReportFile* file = nullptr,
                                          SevereFindings* findings = nullptr);
// Does the same without any values.
[[nodiscard]] report::Report build_report_without_values(const Analysis& analysis,
                                                         SevereFindings& findings);

// Returns whether the report notes an inconsistency caused by a bug in Lull.
[[nodiscard]] bool reports_own_error(const report::Report& report);

}  // namespace lull::analysis
