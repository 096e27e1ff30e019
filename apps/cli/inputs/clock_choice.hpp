// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// --clocks: the clock correction applied to a trace.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "lull/clock/clock_correction.hpp"
#include "lull/clock_search/clock_choice.hpp"
#include "lull/clock_search/clock_pass.hpp"

namespace lull::cli {

using analysis::ClockWish;

// Reads the trace as recorded; shows a progress bar on a terminal.
[[nodiscard]] analysis::ClockFindings observe_with_progress(const TraceSource& raw,
                                                            unsigned threads);

// Does the same as analysis::correct_clocks and analysis::correct_the_rest, with progress bars on a
// terminal.
[[nodiscard]] ClockCorrection correction_for(ClockWish wish, const TraceSource& raw,
                                             unsigned threads);
[[nodiscard]] ClockCorrection correction_for(ClockWish wish,
                                             const analysis::ClockFindings& findings,
                                             const TraceSource& raw, unsigned threads);
// Does the same, and prints a remark if the correction differs from what the archive specifies.
[[nodiscard]] ClockCorrection reported_correction(ClockWish wish, const TraceSource& raw,
                                                  unsigned threads);
void correct_the_rest(ClockCorrection& correction, const TraceSource& raw, unsigned threads);

// Returns the option's value for `wish`.
[[nodiscard]] std::string name_of(ClockWish wish);
// adds --clocks
void add_clocks_option(CLI::App& command, ClockWish& wish);

}  // namespace lull::cli
