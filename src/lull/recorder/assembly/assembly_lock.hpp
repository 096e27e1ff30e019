// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The right to assemble what was recorded in a directory: one process has it at a time, and loses
// it when it ends, however. Nothing is written for it. Where a file system has no such locks, it is
// not kept.
#pragma once

#include <filesystem>

namespace lull::recorder {

class AssemblyLock {
 public:
  // `parts`: where the processes' parts are. Throws Error (system) when another process has it.
  explicit AssemblyLock(const std::filesystem::path& parts);
  ~AssemblyLock();
  AssemblyLock(const AssemblyLock&) = delete;
  AssemblyLock& operator=(const AssemblyLock&) = delete;

 private:
  int directory_ = -1;
};

}  // namespace lull::recorder
