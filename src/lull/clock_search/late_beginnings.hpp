// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The start of processes on corrected clocks. If a process begins late there but not as recorded,
// the initial waiting of others for it results from the correction alone.
#pragma once

#include "lull/clock/clock_correction.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::analysis {

// Reads the beginning of each location; for clocks corrected from messages.
void note_beginnings(ClockCorrection& correction, const TraceSource& raw);

}  // namespace lull::analysis
