// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/source/cursor.hpp"

namespace lull::cli {

// Returns the files of an archive, which no output may replace. Other files in the same directory,
// such as reports, are not included.
[[nodiscard]] std::vector<std::filesystem::path> files_of_archive(
    const std::filesystem::path& anchor);

// Opens an archive that has locations. Throws Error (input) if it defines none.
[[nodiscard]] std::unique_ptr<TraceSource> open_inhabited(const std::filesystem::path& anchor);
// Prints the sentence about each location that could not be read to the end, followed by `done`. If
// there are more than eight, prints the first eight and the number of the others.
void print_damages(std::span<const std::string> damages, std::string_view done = "");
void require_locations(const TraceSource& archive, const std::filesystem::path& anchor);

}  // namespace lull::cli
