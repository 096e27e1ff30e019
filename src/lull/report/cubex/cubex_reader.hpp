// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a CUBE4 file (.cubex) from Lull, Score-P, SCOUT, CubeLib or CubeW. INCLUSIVE data becomes
// exclusive along the call tree. Metrics without a readable value (derived metrics, types with
// several numbers) are kept, with a note. Members other than metric data are kept unchanged. Safe
// for hostile files: memory and time are bounded by the size of the file, and every error is one
// sentence. Memory: about four times anchor.xml, then the report.
#pragma once

#include <filesystem>

#include "lull/report/model/report.hpp"

namespace lull::report {

// Reads the report. Throws Error (input).
[[nodiscard]] Report read_cubex(const std::filesystem::path& path);

}  // namespace lull::report
