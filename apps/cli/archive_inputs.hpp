// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <vector>

namespace lull::cli {

// The files of an archive, which no output may replace; not what else lies beside them, such as
// reports.
[[nodiscard]] std::vector<std::filesystem::path> files_of_archive(
    const std::filesystem::path& anchor);

}  // namespace lull::cli
