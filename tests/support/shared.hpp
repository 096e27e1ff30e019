// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where the folder of the tests is, and the collection of large traces and reports, if present:
// next to the source tree. In a separate source file, so that all others compile identically
// wherever the tree is.
#pragma once

#include <filesystem>

namespace lull::support {

[[nodiscard]] std::filesystem::path shared_directory();
[[nodiscard]] std::filesystem::path tests_directory();

}  // namespace lull::support
