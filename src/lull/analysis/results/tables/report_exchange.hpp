// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How the processes of an analysis bring their parts of a report together. All calls are
// collective.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/tables/global_call_tree.hpp"
#include "lull/report/model/consistency.hpp"

namespace lull::analysis {

// A value of the report to be, of what a hardware counter measured.
struct CounterCell {
  std::uint32_t member = 0;  // of the trace's metrics
  GlobalPathId path;
  LocationId location;
  double value = 0;
};

// use(severity) for what was charged to locations of this process, wherever that was found out.
void for_each_own_severity(const Analysis& analysis,
                           const std::function<void(const Severity&)>& use);

// The same of what lies outside of the focus.
void for_each_own_outside_severity(const Analysis& analysis,
                                   const std::function<void(const Severity&)>& use);

// Everybody's counters, on the first process.
[[nodiscard]] std::vector<CounterCell> gather(Partners& partners,
                                              const std::vector<CounterCell>& mine);
// Of several processes' misfits: how many, and the first.
[[nodiscard]] report::Misfits gather(Partners& partners, const report::Misfits& mine);

}  // namespace lull::analysis
