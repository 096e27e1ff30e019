// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Properties of standard output, for commands that print tables of reports.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "lull/report/show/tree_table.hpp"

namespace CLI {
class App;
}

namespace lull::cli {

// The width assumed for a file or a pipe.
inline constexpr std::size_t kNoEdge = 100000;

// Adds --colour to the command.
void add_colour_option(CLI::App& command, std::string& choice);

// Returns true for "always", and for "auto" on a terminal if NO_COLOR is not set.
[[nodiscard]] bool wants_colour(const std::string& choice);

// Returns the terminal's width, and colour as `choice` requests.
[[nodiscard]] report::TableStyle table_style(const std::string& choice);

// Returns whether block characters can be shown: not on a terminal whose locale is not UTF-8.
[[nodiscard]] bool shows_blocks();

// Calls `write` to print JSON, CSV or another machine-readable format to standard output:
// unchanged, except that a terminal shows control characters in names visibly.
void write_for_programs(const std::function<void(std::ostream&)>& write);

// Throws Error (system) if some output could not be written.
void flush_output();

}  // namespace lull::cli
