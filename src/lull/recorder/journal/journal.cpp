// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace lull::recorder {

bool Journal::open(const std::filesystem::path& path) {
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  return file_ >= 0;
}

void Journal::write(const nlohmann::json& entry) {
  const std::string line =
      entry.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const std::scoped_lock lock(mutex_);
  if (file_ < 0) return;
  for (std::size_t written = 0; written < line.size();) {
    const ssize_t count = ::write(file_, line.data() + written, line.size() - written);
    if (count < 0) throw std::system_error(errno, std::generic_category(), "its journal");
    written += static_cast<std::size_t>(count);
  }
}

void Journal::close() {
  const std::scoped_lock lock(mutex_);
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

}  // namespace lull::recorder
