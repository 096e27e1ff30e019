// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/assembly/assembly_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "lull/base/error.hpp"

namespace lull::recorder {

AssemblyLock::AssemblyLock(const std::filesystem::path& parts)
    : directory_(::open(parts.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) {
  if (directory_ < 0 || ::flock(directory_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(directory_);
  throw Error(ExitStatus::System, fmt::format("{}: another process is assembling this archive",
                                              parts.parent_path().string()));
}

AssemblyLock::~AssemblyLock() {
  if (directory_ >= 0) ::close(directory_);
}

}  // namespace lull::recorder
