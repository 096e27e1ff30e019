// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The options of `lull record` about functions of the program, its input and output, and counters:
// what they make of the program's environment, and which libraries it needs for that.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace lull::cli {

struct FunctionOptions {
  std::string functions;  // patterns of names; empty: none are recorded
  std::string filter;     // a file
  std::string counters;   // names; "help" asks for all there are
  bool memory = false;    // the counters of the heap, too
  bool io = false;        // input and output
};

void add_options(CLI::App& command, FunctionOptions& options);

// Names and values of environment variables. Throws Error (usage) for a filter or
// counters that cannot be used.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> variables_of(
    const FunctionOptions& options);

// Prints all counters that this machine has.
void print_counters();

// Beside the one for the MPI library, by what stands between "liblull-record-" and ".so".
[[nodiscard]] std::vector<std::string> libraries_of(const FunctionOptions& options);

}  // namespace lull::cli
