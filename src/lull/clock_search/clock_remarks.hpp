// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What was done to clocks, in words.
#pragma once

#include <string>
#include <string_view>

#include "lull/clock/clock_correction.hpp"
#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

// As in "lull analyze takes ...".
[[nodiscard]] std::string_view sentence_part(const ClockCorrection& correction);

// A sentence: who begins late by the correction alone. Empty where nobody does.
[[nodiscard]] std::string remark_on_beginnings(const ClockCorrection& correction,
                                               const Definitions& definitions);

// A sentence: what is taken, and why. Empty for measured offsets of processes.
[[nodiscard]] std::string remark_on_clocks(const ClockCorrection& correction,
                                           const Definitions& definitions);

}  // namespace lull::analysis
