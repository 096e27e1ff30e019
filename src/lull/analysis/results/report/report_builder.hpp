// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes the report out of a finished analysis: splits the profile over the metric tree by call
// path, adds what the patterns charged, turns ticks into seconds.
#pragma once

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/report/report_file.hpp"
#include "lull/analysis/results/tables/severe_instances.hpp"
#include "lull/report/model/report.hpp"

namespace lull::analysis {

// With partners all of them have to call it; the first one gets the report. Its values go into
// `file`, when that is not null, which is open in all of them, and the analysis forgets its profile
// meanwhile; else they are in the report.
// `findings`, when it is not null, gets what is known of single instances.
[[nodiscard]] report::Report build_report(const Analysis& analysis, ReportFile* file = nullptr,
                                          SevereFindings* findings = nullptr);
// The same without any values.
[[nodiscard]] report::Report build_report_without_values(const Analysis& analysis,
                                                         SevereFindings& findings);

// Whether it notes that the analysis has found itself to be wrong.
[[nodiscard]] bool reports_own_error(const report::Report& report);

}  // namespace lull::analysis
