// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Determines from a program's file whether the recorder can be loaded into it. It is for processes
// that are about to execute that program: between fork and exec, or after vfork, in their parent's
// memory. Nothing here allocates, locks or keeps state.
#pragma once

namespace lull::recorder {

enum class Loading {
  Works,
  Impossible,  // nothing is loaded into it, without other effects
  Harmful      // it would not run, or would print that the recorder cannot be loaded
};

struct Executable {
  Loading loading = Loading::Works;
  const char* why = "";  // reason for users: "X is statically linked"
};

// If it is a script, examines its interpreter.
[[nodiscard]] Executable look_at_executable(const char* path) noexcept;

}  // namespace lull::recorder
