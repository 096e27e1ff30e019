// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a program's file says about whether the recorder can be loaded into it. For processes that
// are about to become that program: between fork and exec, or after vfork, in their parent's
// memory. Nothing here allocates, locks or keeps anything.
#pragma once

namespace lull::recorder {

enum class Loading {
  Works,
  Impossible,  // nothing is loaded into it, and nothing happens
  Harmful      // it would not run, or say that the recorder cannot be loaded
};

struct Executable {
  Loading loading = Loading::Works;
  const char* why = "";  // for people: "X is statically linked"
};

// Of a script it is its interpreter that counts.
[[nodiscard]] Executable look_at_executable(const char* path) noexcept;

}  // namespace lull::recorder
