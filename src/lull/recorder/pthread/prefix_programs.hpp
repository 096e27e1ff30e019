// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Programs that precede another program on a command line, change its environment, and execute or
// start it. Only the program after them is recorded.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace lull::recorder::pthread {

constexpr std::array<std::string_view, 18> kPrefixPrograms{
    "env",     "time",    "timeout", "nice",   "nohup",   "stdbuf",
    "taskset", "numactl", "chrt",    "ionice", "setarch", "linux32",
    "linux64", "i386",    "x86_64",  "setsid", "prlimit", "catchsegv"};

// `file` has no directory.
constexpr bool is_prefix_program(std::string_view file) {
  return std::ranges::find(kPrefixPrograms, file) != kPrefixPrograms.end();
}

}  // namespace lull::recorder::pthread
