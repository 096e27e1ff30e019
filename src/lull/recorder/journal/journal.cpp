// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/journal.hpp"

#include <fcntl.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "lull/recorder/system/signals.hpp"
#include "lull/recorder/system/undisturbed.hpp"

namespace lull::recorder {

bool Journal::open(const std::filesystem::path& path) {
  return file_.open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
}

bool Journal::append_to(const std::filesystem::path& path) {
  return file_.open(path.c_str(), O_WRONLY | O_APPEND);
}

void Journal::write(const nlohmann::json& entry) {
  const std::string line =
      entry.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (const int error = write_line(line); error != 0)
    throw std::system_error(error, std::generic_category(), "its journal");
}

int Journal::write_line(std::string_view line) noexcept {
  const Undisturbed undisturbed;
  const std::scoped_lock lock(mutex_);
  return append(line);
}

int Journal::write_line_if_free(std::string_view line) noexcept {
  const Undisturbed undisturbed;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  return lock.owns_lock() ? append(line) : 0;
}

int Journal::append(std::string_view line) noexcept {
  const NoSizeSignal no_signal;
  if (!file_.is_open()) return 0;
  for (std::size_t written = 0; written < line.size();) {
    const ssize_t count = file_.write(line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return give_up(written);
    written += static_cast<std::size_t>(count);
  }
  return 0;
}

// Removes the written part of a line.
int Journal::give_up(std::size_t written) noexcept {
  const int error = errno;
  if (written > 0) file_.shorten(written);
  file_.close();
  return error;
}

void Journal::close() {
  const Undisturbed undisturbed;
  const std::scoped_lock lock(mutex_);
  file_.close();
}

}  // namespace lull::recorder
