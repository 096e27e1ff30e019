// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// --clocks: which times of a trace are taken.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "lull/clock/clock_correction.hpp"
#include "lull/clock_search/clock_choice.hpp"
#include "lull/clock_search/clock_pass.hpp"

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
// The same; the user is told where it is not what the archive says.
[[nodiscard]] ClockCorrection reported_correction(ClockWish wish, const TraceSource& raw,
                                                  unsigned threads);
void correct_the_rest(ClockCorrection& correction, const TraceSource& raw, unsigned threads);

// As the user writes it.
[[nodiscard]] std::string name_of(ClockWish wish);
// --clocks
void add_clocks_option(CLI::App& command, ClockWish& wish);

}  // namespace lull::cli
