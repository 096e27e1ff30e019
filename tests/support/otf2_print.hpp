// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The output of otf2-print for an archive: an independent check of Lull's output.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lull::support {

[[nodiscard]] bool have_otf2_print();
// Returns whether it reads the whole archive without errors.
[[nodiscard]] bool otf2_print_accepts(const std::filesystem::path& anchor);

// Return the lines of its listing of events, or of definitions, without headings. Throw Error
// (system) with its message when it fails.
[[nodiscard]] std::vector<std::string> print_events(const std::filesystem::path& anchor);
[[nodiscard]] std::vector<std::string> print_definitions(const std::filesystem::path& anchor);

// Returns the first three columns of the event lines, such as "ENTER 0 17".
[[nodiscard]] std::vector<std::string> event_heads(const std::vector<std::string>& lines);

}  // namespace lull::support
