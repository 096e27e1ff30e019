// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// --clocks: which times of a trace are taken.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lull/analysis/clocks/clock_pass.hpp"
#include "lull/clock/clock_correction.hpp"

namespace lull::cli {

enum class ClockWish : std::uint8_t { Auto, Measured, Messages, None };

// Goes through the trace as it was recorded; on a terminal with a progress bar.
[[nodiscard]] analysis::ClockFindings observe_with_progress(const TraceSource& raw,
                                                            unsigned threads);

// The correction that is wished for. With Auto measured offsets have been found to violate
// something. Reads the trace where messages are to be asked.
[[nodiscard]] ClockCorrection correction_for(ClockWish wish, const TraceSource& raw,
                                             unsigned threads);

// What CorrectedTrace takes for it.
[[nodiscard]] inline const ClockOffsets* offsets_of(const ClockCorrection& correction) {
  return correction.source == ClockSource::Measured ? nullptr : &correction.offsets;
}

// As in "lull analyze takes ...".
[[nodiscard]] std::string_view sentence_part(ClockSource source);

// A sentence: what is taken, and why. Empty for measured offsets.
[[nodiscard]] std::string remark_on_clocks(const ClockCorrection& correction,
                                           const Definitions& definitions);

}  // namespace lull::cli
