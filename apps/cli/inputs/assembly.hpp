// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Making an archive of what was recorded, and telling so.
#pragma once

#include <filesystem>

#include "lull/recorder/names/resolve.hpp"

namespace lull::cli {

void assemble_and_report(const std::filesystem::path& directory,
                         recorder::NameLength names = recorder::NameLength::Short);

// The anchor of the archive at `path`, as find_anchor gives it. A directory in which recording was
// interrupted is made an archive first.
[[nodiscard]] std::filesystem::path find_recorded_anchor(const std::filesystem::path& path);

}  // namespace lull::cli
