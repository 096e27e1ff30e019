// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What otf2-print says about an archive: the judge of what Lull writes that Lull did not write.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lull::support {

[[nodiscard]] bool have_otf2_print();
// Whether it reads the whole archive without complaint.
[[nodiscard]] bool otf2_print_accepts(const std::filesystem::path& anchor);

// The lines of its listing of events, or of definitions, without headings. Throws Error (system)
// with its complaint when it fails.
[[nodiscard]] std::vector<std::string> print_events(const std::filesystem::path& anchor);
[[nodiscard]] std::vector<std::string> print_definitions(const std::filesystem::path& anchor);

// The first three columns of the lines that are events: "ENTER 0 17".
[[nodiscard]] std::vector<std::string> event_heads(const std::vector<std::string>& lines);

}  // namespace lull::support
