// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lull/analysis/analysis.hpp"
#include "lull/report/run/run_map.hpp"

namespace lull::analysis {

// Returns the analysis's map as fractions, limited to about two million characters, with the time
// metrics of the report. Empty if the analysis has no map.
[[nodiscard]] report::RunMap map_for(const Analysis& analysis, const report::Report& report);

}  // namespace lull::analysis
