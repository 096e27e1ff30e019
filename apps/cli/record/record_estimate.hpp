// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// `lull record --estimate`: a run that only counts, and what it says.
#pragma once

#include <filesystem>
#include <string>

#include "cli/record/record_limit.hpp"

namespace lull::cli {

// Prints how large the archive would be, of what was counted in `directory`, and writes a filter
// beside `output`; the directory is removed. `filter` was in use; empty: none was.
void print_estimate(const std::filesystem::path& directory, const std::string& output,
                    const LimitOptions& limits, const std::string& filter);

}  // namespace lull::cli
