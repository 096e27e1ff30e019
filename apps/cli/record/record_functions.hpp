// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The options of `lull record` about the program's functions, its input and output, and counters:
// the environment variables and libraries that they require.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace lull::cli {

struct FunctionOptions {
  std::string functions;  // name patterns; empty: functions are not recorded
  std::string filter;     // a file name
  std::string counters;   // names; "help" lists all available ones
  bool memory = false;    // records the counters of the heap, too
  bool io = false;        // records input and output
};

void add_options(CLI::App& command, FunctionOptions& options);

// Returns names and values of environment variables. Throws Error (usage) for an unusable filter or
// counter.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> variables_of(
    const FunctionOptions& options);

// Prints all counters available on this machine.
void print_counters();

// Returns the libraries needed in addition to the MPI library. Each is given as the part of its
// name between "liblull-record-" and ".so".
[[nodiscard]] std::vector<std::string> libraries_of(const FunctionOptions& options);

}  // namespace lull::cli
