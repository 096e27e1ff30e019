// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Programs built with a sanitizer whose runtime is incompatible with the recorder: both must be the
// first to intercept the C library. Such programs run without the recorder, like programs for other
// architectures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/record/program_environment.hpp"

namespace lull::cli {

// Returns a sentence about the first such program; `memory`: true if allocations are counted.
[[nodiscard]] std::optional<std::string> sanitizer_against_recording(
    const std::vector<NamedProgram>& programs, bool memory);

}  // namespace lull::cli
