// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "lull/recorder/measurement/signals.hpp"

namespace lull::recorder {

bool Journal::open(const std::filesystem::path& path) {
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  return file_ >= 0;
}

bool Journal::append_to(const std::filesystem::path& path) {
  file_ = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  return file_ >= 0;
}

void Journal::write(const nlohmann::json& entry) {
  const std::string line =
      entry.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const NoSizeSignal no_signal;
  const std::scoped_lock lock(mutex_);
  if (file_ < 0) return;
  for (std::size_t written = 0; written < line.size();) {
    const ssize_t count = ::write(file_, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) give_up(written);
    written += static_cast<std::size_t>(count);
  }
}

// Takes back what was written of a line.
void Journal::give_up(std::size_t written) {
  const int error = errno;
  const off_t size = ::lseek(file_, 0, SEEK_END);
  if (written > 0 && size >= static_cast<off_t>(written))
    (void)!::ftruncate(file_, size - static_cast<off_t>(written));
  ::close(file_);
  file_ = -1;
  throw std::system_error(error, std::generic_category(), "its journal");
}

void Journal::close() {
  const std::scoped_lock lock(mutex_);
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

}  // namespace lull::recorder
