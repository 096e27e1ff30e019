// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Shared by the commands of `lull asl`: one function per command, as in commands.hpp, and the
// reading of a specification.
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

// Is enough for functions that recurse 10,000 times, and for deeply nested specifications.
inline constexpr std::size_t kAslStack = std::size_t{512} << 20U;

// A specification without mistakes. Positions in the program refer to the loaded text.
struct CheckedSpecification {
  asl::Loaded loaded;
  asl::Program program;
};

// Prints mistakes, and throws Error (input) if there are any. Needs kAslStack. `further` checks a
// specification that is correct in itself; `on_mistakes` receives the mistakes before they are
// printed.
using FurtherCheck = std::function<void(const asl::Program&, asl::Diagnostics&)>;
using MistakeHandler = std::function<void(const asl::Diagnostics&)>;
[[nodiscard]] CheckedSpecification checked_specification(const std::string& file,
                                                         const FurtherCheck& further = {},
                                                         const MistakeHandler& on_mistakes = {});

}  // namespace lull::cli
