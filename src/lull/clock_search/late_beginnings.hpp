// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// When processes begin on corrected clocks. Who begins late there, and not as it was recorded: what
// others wait for it at first follows from the correction alone.
#pragma once

#include "lull/clock/clock_correction.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::analysis {

// Reads the beginning of each location; of clocks that messages correct.
void note_beginnings(ClockCorrection& correction, const TraceSource& raw);

}  // namespace lull::analysis
