// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Where the collection of large traces and reports is, if it is there: beside the source tree. In a
// source of its own, so that all others compile alike wherever the tree is.
#pragma once

#include <filesystem>

namespace lull::support {

[[nodiscard]] std::filesystem::path shared_directory();

}  // namespace lull::support
