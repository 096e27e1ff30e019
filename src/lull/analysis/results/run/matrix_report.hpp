// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lull/analysis/analysis.hpp"
#include "lull/report/run/communication_matrix.hpp"

namespace lull::analysis {

// The analysis's matrix in seconds, with metrics that the report has. Empty where the analysis has
// made none, or no process has anything to do with another one.
[[nodiscard]] report::CommunicationMatrix matrix_for(const Analysis& analysis,
                                                     const report::Report& report);

}  // namespace lull::analysis
