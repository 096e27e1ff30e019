// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What `lull record` says before it starts a command of which little or nothing will be recorded.
#pragma once

#include <string>
#include <vector>

#include "cli/program_environment.hpp"

namespace lull::cli {

// A sentence for each reason; `functions`: whether functions of the program are to be recorded.
[[nodiscard]] std::vector<std::string> recording_hints(const std::vector<NamedProgram>& programs,
                                                       bool functions);

}  // namespace lull::cli
