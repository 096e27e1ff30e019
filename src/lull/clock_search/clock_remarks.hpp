// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Sentences that describe clock corrections.
#pragma once

#include <string>
#include <string_view>

#include "lull/clock/clock_correction.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

// Returns a part of a sentence, as in "lull analyze takes ...".
[[nodiscard]] std::string_view sentence_part(const ClockCorrection& correction);

// Returns a sentence on processes that begin late only because of the correction. Empty if there
// are none.
[[nodiscard]] std::string remark_on_beginnings(const ClockCorrection& correction,
                                               const Definitions& definitions);

// Returns a sentence on which times are used, and why. Empty for measured offsets of processes.
[[nodiscard]] std::string remark_on_clocks(const ClockCorrection& correction,
                                           const Definitions& definitions);

}  // namespace lull::analysis
