// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Processes that begin late on corrected clocks and not as they were recorded: what others wait for
// them at first follows from the correction alone. Reads the beginning of each location.
#pragma once

#include <vector>

#include "lull/clock/clock_correction.hpp"
#include "lull/trace/cursor.hpp"

namespace lull::analysis {

struct LateBeginning {
  ProcessId process;
  Duration late;  // after half of all have begun
};

// The latest first.
[[nodiscard]] std::vector<LateBeginning> late_beginnings(const TraceSource& raw,
                                                         const ClockCorrection& correction);

}  // namespace lull::analysis
