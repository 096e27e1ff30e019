// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The specifications shipped with Lull, embedded by the build from the .asl files of this folder.
// Constant, thread safe.
#pragma once

#include <string_view>
#include <vector>

namespace lull::asl {

struct LibraryFile {
  std::string_view name;  // such as "mpi.asl"
  std::string_view text;
  bool always = true;  // false: only if imported or named; then treated as a user file
};

// Returns the files in loading order.
[[nodiscard]] const std::vector<LibraryFile>& library();

}  // namespace lull::asl
