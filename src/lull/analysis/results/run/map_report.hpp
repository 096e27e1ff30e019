// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lull/analysis/analysis.hpp"
#include "lull/report/run/run_map.hpp"

namespace lull::analysis {

// The analysis's map in shares: of no more than about two million characters. With metrics of time
// that the report has. Empty where the analysis has made none.
[[nodiscard]] report::RunMap map_for(const Analysis& analysis, const report::Report& report);

}  // namespace lull::analysis
