// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "lull/base/error.hpp"

namespace lull {

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code missing;
  const auto status = std::filesystem::status(path_, missing);
  if (std::filesystem::is_directory(status))
    throw system_error(fmt::format("cannot write {}", path_.string()), EISDIR);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(ExitStatus::System,
                fmt::format("cannot write {}: it is a device or pipe", path_.string()));
  target_ = std::filesystem::exists(status) ? std::filesystem::canonical(path_) : path_;
  std::string name = target_.string() + ".XXXXXX";
  descriptor_ = ::mkstemp(name.data());
  if (descriptor_ < 0) throw system_error(fmt::format("cannot write {}", path_.string()), errno);
  temporary_ = name;
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(const void* bytes, std::size_t size) {
  const char* next = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t written = ::write(descriptor_, next, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw system_error(fmt::format("cannot write {}", path_.string()), errno);
    next += written;
    size -= static_cast<std::size_t>(written);
  }
}

void AtomicFile::commit() {
  // mkstemp creates private files; a result has the permissions any other new file would have.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const bool failed = ::fchmod(descriptor_, 0666 & ~mask) != 0 || ::fsync(descriptor_) != 0 ||
                      ::close(std::exchange(descriptor_, -1)) != 0 ||
                      ::rename(temporary_.c_str(), target_.c_str()) != 0;
  if (failed) throw system_error(fmt::format("cannot write {}", path_.string()), errno);
  temporary_.clear();
}

}  // namespace lull
