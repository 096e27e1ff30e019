// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Programs that a compiler has built with a sanitizer whose runtime does not go with the recorder:
// both want to be the first that intercepts the C library. These are run without it, as are
// programs of other architectures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/record/program_environment.hpp"

namespace lull::cli {

// A sentence about the first such program; `memory`: whether allocations are to be counted.
[[nodiscard]] std::optional<std::string> sanitizer_against_recording(
    const std::vector<NamedProgram>& programs, bool memory);

}  // namespace lull::cli
