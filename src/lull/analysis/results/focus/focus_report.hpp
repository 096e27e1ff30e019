// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Values of the report that lie outside the focus.
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

// Returns the cells of this process's locations, each metric without the metrics below it; `whole`:
// their values in the whole run. Collective.
[[nodiscard]] std::vector<FocusCell> own_focus_cells(const Analysis& analysis, GlobalCallTree& tree,
                                                     const CellTable& whole);
// Returns idle time of threads on this process's locations while their process is in MPI: the
// program waits for MPI, and no parallel region could be longer.
[[nodiscard]] std::vector<FocusCell> idle_cells_in_mpi(const Analysis& analysis,
                                                       const GlobalCallTree& tree,
                                                       const CellTable& cells);
// Returns the cells of all processes, on each of them. Collective.
[[nodiscard]] std::vector<FocusCell> all_focus_cells(Partners& partners,
                                                     const std::vector<FocusCell>& mine);

struct ReportFocus {
  report::Focus focus;
  std::string member;  // its text
};
// Excludes these cells from the findings, not from the member.
void leave_out(report::Focus& focus, const std::vector<FocusCell>& cells, double ticks_per_second,
               report::MetricId metric);
// `metrics` is indexed by metric of the report.
[[nodiscard]] ReportFocus focus_for_report(const Analysis& analysis,
                                           const std::vector<FocusCell>& cells,
                                           const std::vector<MetricIndex>& metrics,
                                           const report::Report& report);

}  // namespace lull::analysis
