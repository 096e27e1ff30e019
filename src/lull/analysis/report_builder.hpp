// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes the report out of a finished analysis: splits the profile over the metric tree by call
// path, adds what the patterns charged, turns ticks into seconds.
#pragma once

#include "lull/analysis/analysis.hpp"
#include "lull/report/report.hpp"

namespace lull::analysis {

// With partners all of them have to call it; only the first one gets all values.
[[nodiscard]] report::Report build_report(const Analysis& analysis);

}  // namespace lull::analysis
