// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lull/analysis/analysis.hpp"
#include "lull/report/run/communication_matrix.hpp"

namespace lull::analysis {

// Returns the analysis's matrix in seconds, with the metrics of the report. Empty if the analysis
// has no matrix, or no processes communicate.
[[nodiscard]] report::CommunicationMatrix matrix_for(const Analysis& analysis,
                                                     const report::Report& report);

}  // namespace lull::analysis
