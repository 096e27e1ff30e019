// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How standard output is to be written to: what commands that print tables of reports share.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "lull/report/show/tree_table.hpp"

namespace CLI {
class App;
}

namespace lull::cli {

// The width of a file or a pipe.
inline constexpr std::size_t kNoEdge = 100000;

// Adds --colour to the command.
void add_colour_option(CLI::App& command, std::string& choice);

// "always", or "auto" on a terminal without NO_COLOR.
[[nodiscard]] bool wants_colour(const std::string& choice);

// The terminal's width; colour as `choice` wants it.
[[nodiscard]] report::TableStyle table_style(const std::string& choice);

// Whether block characters arrive: not on a terminal whose locale has another encoding than UTF-8.
[[nodiscard]] bool shows_blocks();

// Has `write` print JSON, CSV or another form for programs to standard output: as it is, but on a
// terminal with control characters of names made visible.
void write_for_programs(const std::function<void(std::ostream&)>& write);

// Throws Error (system) when what was printed did not arrive.
void flush_output();

}  // namespace lull::cli
