// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the files of programs say of themselves, before they are run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lull::cli {

// The names of all shared libraries that the program would be run with, those that its libraries
// need included, as its own loader finds them. Empty for scripts and programs that need none.
[[nodiscard]] std::vector<std::string> shared_libraries_of(const std::filesystem::path& program);

// The same libraries' files; those that are not found are left out.
[[nodiscard]] std::vector<std::filesystem::path> library_files_of(
    const std::filesystem::path& program);

// Whether it is a program that is complete by itself: nothing can be loaded into it.
[[nodiscard]] bool is_static(const std::filesystem::path& program);

}  // namespace lull::cli
