// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/journal.hpp"

#include <fcntl.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "lull/recorder/measurement/no_cancel.hpp"
#include "lull/recorder/measurement/signals.hpp"

namespace lull::recorder {

bool Journal::open(const std::filesystem::path& path) {
  return file_.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
}

bool Journal::append_to(const std::filesystem::path& path) {
  return file_.open(path, O_WRONLY | O_APPEND);
}

void Journal::write(const nlohmann::json& entry) {
  const std::string line =
      entry.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const NoSizeSignal no_signal;
  const NoCancel no_cancel;
  const std::scoped_lock lock(mutex_);
  if (!file_.is_open()) return;
  for (std::size_t written = 0; written < line.size();) {
    const ssize_t count = file_.write(line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) give_up(written);
    written += static_cast<std::size_t>(count);
  }
}

// Takes back what was written of a line.
void Journal::give_up(std::size_t written) {
  const int error = errno;
  if (written > 0) file_.shorten(written);
  file_.close();
  throw std::system_error(error, std::generic_category(), "its journal");
}

void Journal::close() {
  const std::scoped_lock lock(mutex_);
  file_.close();
}

}  // namespace lull::recorder
