// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The specifications that come with Lull, as texts in the program: the .asl files of this folder,
// which the build embeds. Constant, thread safe.
#pragma once

#include <string_view>
#include <vector>

namespace lull::asl {

struct LibraryFile {
  std::string_view name;  // "mpi.asl"
  std::string_view text;
  bool always = true;  // else where it is imported, or named, only; it counts as the user's then
};

// In the order they are loaded.
[[nodiscard]] const std::vector<LibraryFile>& library();

}  // namespace lull::asl
