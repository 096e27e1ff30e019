// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What of the report's values lies outside of the focus.
#pragma once

#include <string>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/tables/cell_table.hpp"
#include "lull/analysis/results/tables/global_call_tree.hpp"
#include "lull/report/run/focus.hpp"

namespace lull::analysis {

struct FocusCell {
  MetricIndex metric;
  GlobalPathId path;
  LocationId location;
  std::int64_t ticks = 0;
};

// Of the locations of this process, each metric's own part; `whole`: what they have in the whole
// run. Collective.
[[nodiscard]] std::vector<FocusCell> own_focus_cells(const Analysis& analysis, GlobalCallTree& tree,
                                                     const CellTable& whole);
// Idle threads of this process's locations, wherever their process is in MPI meanwhile: it is that
// which is waited for, and no parallel region that could be longer.
[[nodiscard]] std::vector<FocusCell> idle_cells_in_mpi(const Analysis& analysis,
                                                       const GlobalCallTree& tree,
                                                       const CellTable& cells);
// Those of all processes, on each of them. Collective.
[[nodiscard]] std::vector<FocusCell> all_focus_cells(Partners& partners,
                                                     const std::vector<FocusCell>& mine);

struct ReportFocus {
  report::Focus focus;
  std::string member;  // its text
};
// For findings, not for the member: all of these lies outside.
void leave_out(report::Focus& focus, const std::vector<FocusCell>& cells, double ticks_per_second,
               report::MetricId metric);
// `metrics`: by that of the report.
[[nodiscard]] ReportFocus focus_for_report(const Analysis& analysis,
                                           const std::vector<FocusCell>& cells,
                                           const std::vector<MetricIndex>& metrics,
                                           const report::Report& report);

}  // namespace lull::analysis
