// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Combines the parts of a report from the processes of an analysis. All calls are collective.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/tables/global_call_tree.hpp"
#include "lull/report/model/consistency.hpp"

namespace lull::analysis {

// A hardware counter value for the report.
struct CounterCell {
  std::uint32_t member = 0;  // index in the trace's metric members
  GlobalPathId path;
  LocationId location;
  double value = 0;
};

// Calls use(severity) for each charge to this process's locations, no matter where it was made.
void for_each_own_severity(const Analysis& analysis,
                           const std::function<void(const Severity&)>& use);

// Does the same for severities outside the focus.
void for_each_own_outside_severity(const Analysis& analysis,
                                   const std::function<void(const Severity&)>& use);

// Returns the counters of all processes, on the first process.
[[nodiscard]] std::vector<CounterCell> gather(Partners& partners,
                                              const std::vector<CounterCell>& mine);
// Returns the misfits of all processes: their number, and the first.
[[nodiscard]] report::Misfits gather(Partners& partners, const report::Misfits& mine);

}  // namespace lull::analysis
