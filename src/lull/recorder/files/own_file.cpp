// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/files/own_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "lull/recorder/system/own_memory.hpp"

namespace lull::recorder {

namespace {
std::atomic<int> kept_descriptors{0};
}

int most_kept_descriptors() noexcept {
  constexpr rlim_t kShare = 16;
  constexpr rlim_t kMost = 64;
  rlimit most{};
  if (::getrlimit(RLIMIT_NOFILE, &most) != 0) return 0;
  return static_cast<int>(std::min(most.rlim_cur / kShare, kMost));
}

// Moves the descriptor close to the default limit, but not beyond it, since a larger descriptor
// table would take memory.
int out_of_the_way(int descriptor) noexcept {
  constexpr rlim_t kUsual = 1024;
  constexpr int kFirst = 900;
  rlimit most{};
  if (::getrlimit(RLIMIT_NOFILE, &most) != 0) return descriptor;
  const int first = most.rlim_cur >= kUsual ? kFirst : static_cast<int>(most.rlim_cur * 3 / 4);
  const int moved = first > descriptor ? ::fcntl(descriptor, F_DUPFD_CLOEXEC, first) : -1;
  if (moved < 0) return descriptor;
  ::close(descriptor);
  return moved;
}

bool make_own_directory(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  if (!fs::create_directory(path)) return false;
  if ((fs::status(path).permissions() & fs::perms::owner_all) != fs::perms::owner_all)
    fs::permissions(path, fs::perms::owner_all, fs::perm_options::add);
  return true;
}

void make_own(int descriptor) noexcept {
  constexpr mode_t kOwn = S_IRUSR | S_IWUSR;
  struct stat made {};
  if (::fstat(descriptor, &made) == 0 && (made.st_mode & kOwn) != kOwn)
    (void)!::fchmod(descriptor, (made.st_mode & ~static_cast<mode_t>(S_IFMT)) | kOwn);
}

bool OwnFile::open(const char* path, int flags) {
  const std::size_t size = std::strlen(path) + 1;
  void* const kept = own_memory(size);
  if (kept == nullptr) {
    errno = ENOMEM;
    return false;
  }
  path_ = static_cast<const char*>(std::memcpy(kept, path, size));
  const int opened = ::open(path_, flags | O_CLOEXEC, 0666);
  if (opened < 0) return false;
  if ((flags & O_CREAT) != 0) make_own(opened);
  struct stat known {};
  ::fstat(opened, &known);
  device_ = known.st_dev;
  file_ = known.st_ino;
  is_open_ = true;
  keep(opened);
  return true;
}

void OwnFile::keep(int descriptor) {
  if (!is_kept_) is_kept_ = kept_descriptors.fetch_add(1) < most_kept_descriptors();
  if (!is_kept_) --kept_descriptors;
  descriptor_ = is_kept_ ? out_of_the_way(descriptor) : descriptor;
  (void)let_go();
}

bool OwnFile::let_go() { return is_kept_ || ::close(std::exchange(descriptor_, -1)) == 0; }

bool OwnFile::is_own() const {
  struct stat found {};
  return ::fstat(descriptor_, &found) == 0 && found.st_dev == device_ && found.st_ino == file_;
}

bool OwnFile::open_again() {
  const int opened = ::open(path_, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (opened < 0) return false;
  descriptor_ = is_kept_ ? out_of_the_way(opened) : opened;
  if (is_own()) return true;
  ::close(std::exchange(descriptor_, -1));
  errno = ENOENT;
  return false;
}

ssize_t OwnFile::write(const char* from, std::size_t size) {
  if (!is_own() && !open_again()) return -1;
  const ssize_t written = ::write(descriptor_, from, size);
  const int error = errno;
  if (!let_go() && written >= 0) return -1;
  errno = error;
  return written;
}

void OwnFile::shorten(std::size_t by) {
  if (!is_own() && !open_again()) return;
  const off_t size = ::lseek(descriptor_, 0, SEEK_END);
  if (size >= static_cast<off_t>(by))
    (void)!::ftruncate(descriptor_, size - static_cast<off_t>(by));
  (void)let_go();
}

bool OwnFile::close() {
  is_open_ = false;
  if (std::exchange(is_kept_, false)) --kept_descriptors;
  if (descriptor_ < 0) return true;
  const bool own = is_own();
  const int descriptor = std::exchange(descriptor_, -1);
  return !own || ::close(descriptor) == 0;
}

}  // namespace lull::recorder
