// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Analysis with patterns written in Python, which Lull's Python module runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lull::cli {

// Replaces this process by a Python program. Returns only by throwing Error (system): if Python is
// missing, or Lull was built without its module.
[[noreturn]] void analyze_with_plugins(const std::filesystem::path& anchor,
                                       const std::filesystem::path& output, bool json, bool colour,
                                       const std::string& topology, const std::string& clocks,
                                       const std::vector<std::string>& plugins);

}  // namespace lull::cli
