// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// An exclusive lock on assembling the parts of a directory. The process that holds it loses it when
// it ends, for whatever reason. Writes no file. On a file system without such locks, it has no
// effect.
#pragma once

#include <filesystem>

namespace lull::recorder {

class AssemblyLock {
 public:
  // `parts`: the directory of the processes' parts. Throws Error (system) when another process
  // holds the lock.
  explicit AssemblyLock(const std::filesystem::path& parts);
  ~AssemblyLock();
  AssemblyLock(const AssemblyLock&) = delete;
  AssemblyLock& operator=(const AssemblyLock&) = delete;

 private:
  int directory_ = -1;
};

}  // namespace lull::recorder
