// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Information in the files of programs, read before they run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lull::cli {

// Returns the names of all shared libraries that the program would load, directly or indirectly, as
// its loader resolves them. The result is empty for scripts and programs without libraries.
[[nodiscard]] std::vector<std::string> shared_libraries_of(const std::filesystem::path& program);

// Returns the files of the same libraries; libraries that are not found are omitted.
[[nodiscard]] std::vector<std::filesystem::path> library_files_of(
    const std::filesystem::path& program);

// Returns whether the program is statically linked: nothing can be loaded into it.
[[nodiscard]] bool is_static(const std::filesystem::path& program);

}  // namespace lull::cli
