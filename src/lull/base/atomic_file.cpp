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
namespace {

// The name by which the open file can be given a name in a folder; needs a mounted /proc.
std::string name_of(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

// A file without a name, which vanishes with this process; -1 where the file system has none.
int open_nameless(const std::filesystem::path& folder) {
  const int descriptor =
      ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor < 0 || ::access(name_of(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

// Where a symbolic link leads, whether there is something or not.
std::filesystem::path followed(std::filesystem::path path) {
  constexpr int kMostLinks = 40;
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code none;
    const auto next = std::filesystem::read_symlink(path, none);
    if (none) return path;
    path = path.parent_path() / next;  // the latter alone if it is absolute
  }
  return path;
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code missing;
  const auto status = std::filesystem::status(path_, missing);
  if (std::filesystem::is_directory(status))
    throw system_error(fmt::format("cannot write {}", path_.string()), EISDIR);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(ExitStatus::System,
                fmt::format("cannot write {}: it is a device or pipe", path_.string()));
  target_ = followed(path_);
  descriptor_ = open_nameless(target_.parent_path());
  if (descriptor_ >= 0) return;
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

// mkstemp creates private files; a result has the permissions any other new file would have.
bool AtomicFile::make_public() const {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return ::fchmod(descriptor_, 0666 & ~mask) == 0;
}

// A link replaces no file, so it gets a temporary name first.
bool AtomicFile::give_name() {
  for (unsigned attempt = 0; attempt < 1000; ++attempt) {
    const std::string name = fmt::format("{}.{}-{}", target_.string(), ::getpid(), attempt);
    if (::linkat(AT_FDCWD, name_of(descriptor_).c_str(), AT_FDCWD, name.c_str(),
                 AT_SYMLINK_FOLLOW) == 0) {
      temporary_ = name;
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

void AtomicFile::commit() {
  const bool written = (temporary_.empty() || make_public()) && ::fsync(descriptor_) == 0 &&
                       (!temporary_.empty() || give_name()) &&
                       ::close(std::exchange(descriptor_, -1)) == 0 &&
                       ::rename(temporary_.c_str(), target_.c_str()) == 0;
  if (!written) throw system_error(fmt::format("cannot write {}", path_.string()), errno);
  temporary_.clear();
}

}  // namespace lull
