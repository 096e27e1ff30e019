// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// --clocks: which times of a trace are taken.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "lull/analysis/clocks/clock_choice.hpp"
#include "lull/analysis/clocks/clock_pass.hpp"
#include "lull/clock/clock_correction.hpp"

namespace lull::cli {

using analysis::ClockWish;

// Goes through the trace as it was recorded; on a terminal with a progress bar.
[[nodiscard]] analysis::ClockFindings observe_with_progress(const TraceSource& raw,
                                                            unsigned threads);

// analysis::correct_clocks and analysis::correct_the_rest, on a terminal with progress bars.
[[nodiscard]] ClockCorrection correction_for(ClockWish wish, const TraceSource& raw,
                                             unsigned threads);
[[nodiscard]] ClockCorrection correction_for(ClockWish wish,
                                             const analysis::ClockFindings& findings,
                                             const TraceSource& raw, unsigned threads);
void correct_the_rest(ClockCorrection& correction, const TraceSource& raw, unsigned threads);

// --clocks
void add_clocks_option(CLI::App& command, ClockWish& wish);

// As in "lull analyze takes ...".
[[nodiscard]] std::string_view sentence_part(ClockSource source);

// A sentence: who begins late by the correction alone. Empty where nobody does.
[[nodiscard]] std::string remark_on_beginnings(const TraceSource& raw,
                                               const ClockCorrection& correction);

// A sentence: what is taken, and why. Empty for measured offsets.
[[nodiscard]] std::string remark_on_clocks(const ClockCorrection& correction,
                                           const Definitions& definitions);

}  // namespace lull::cli
