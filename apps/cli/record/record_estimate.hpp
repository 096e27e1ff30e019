// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// `lull record --estimate`: a run that only counts events, and its summary.
#pragma once

#include <filesystem>
#include <string>

#include "cli/record/record_limit.hpp"

namespace lull::cli {

// Prints the size that the archive would have, from the counts in `directory`, and writes a filter
// next to `output`. Removes the directory. `filter` is the filter in use; it is empty if there is
// none.
void print_estimate(const std::filesystem::path& directory, const std::string& output,
                    const LimitOptions& limits, const std::string& filter);

}  // namespace lull::cli
