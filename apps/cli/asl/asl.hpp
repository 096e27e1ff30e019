// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the commands of `lull asl` share: one function per command, as in commands.hpp, and reading
// a specification.
#pragma once

#include <cstddef>
#include <string>

#include "cli/common/commands.hpp"
#include "lull/asl/load.hpp"
#include "lull/asl/program/program.hpp"

namespace lull::cli {

void add_asl_check(CLI::App& asl, Action& action);
void add_asl_run(CLI::App& asl, Action& action);
void add_asl_show(CLI::App& asl, Action& action);

// For functions that call themselves 10,000 times, and specifications that nest deeply.
inline constexpr std::size_t kAslStack = std::size_t{512} << 20U;

// A specification without mistakes. Positions in the program point into what was loaded.
struct CheckedSpecification {
  asl::Loaded loaded;
  asl::Program program;
};

// Prints what is wrong, and throws Error (input) if there is something. Wants kAslStack. `further`
// is asked about what is right in itself, `tell` is told what is wrong before it is printed.
using FurtherCheck = std::function<void(const asl::Program&, asl::Diagnostics&)>;
using TellMistakes = std::function<void(const asl::Diagnostics&)>;
[[nodiscard]] CheckedSpecification checked_specification(const std::string& file,
                                                         const FurtherCheck& further = {},
                                                         const TellMistakes& tell = {});

}  // namespace lull::cli
