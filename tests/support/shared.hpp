// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The locations of the tests' folder and of the collection of large traces and reports, which may
// be next to the source tree. They are in a separate source file, so that all other files compile
// identically wherever the tree is.
#pragma once

#include <filesystem>

namespace lull::support {

[[nodiscard]] std::filesystem::path shared_directory();
[[nodiscard]] std::filesystem::path tests_directory();

}  // namespace lull::support
