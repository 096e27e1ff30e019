// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes the report out of a finished analysis: splits the profile over the metric tree by call
// path, adds what the patterns charged, turns ticks into seconds.
#pragma once

#include <functional>

#include "lull/analysis/analysis.hpp"
#include "lull/analysis/results/severe_instances.hpp"
#include "lull/report/model/report.hpp"

namespace lull::analysis {

// Called with the report so far and a metric whose values are all there; the next ones are those of
// higher ids. It may take the values out (Report::forget_values).
using MetricReady = std::function<void(report::Report&, report::MetricId)>;

// With partners all of them have to call it; only the first one gets values, and calls `ready`.
// `findings`, when it is not null, gets what is known of single instances.
[[nodiscard]] report::Report build_report(const Analysis& analysis, const MetricReady& ready = {},
                                          SevereFindings* findings = nullptr);

// Whether it notes that the analysis has found itself to be wrong.
[[nodiscard]] bool tells_own_error(const report::Report& report);

}  // namespace lull::analysis
