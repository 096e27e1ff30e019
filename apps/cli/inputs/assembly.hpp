// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Assembles an archive from a recording and prints a summary.
#pragma once

#include <filesystem>

#include "lull/recorder/names/resolve.hpp"

namespace lull::cli {

void assemble_and_report(const std::filesystem::path& directory,
                         recorder::NameLength names = recorder::NameLength::Short);

// Returns the anchor of the archive at `path`, as find_anchor does. Assembles an interrupted
// recording first.
[[nodiscard]] std::filesystem::path find_recorded_anchor(const std::filesystem::path& path);

}  // namespace lull::cli
