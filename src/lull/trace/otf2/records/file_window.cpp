// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/records/file_window.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "lull/base/error.hpp"

namespace lull::otf2 {

namespace {

// Throws Error (system) where the file may exist but cannot be opened now.
int open_file(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 && (errno == EMFILE || errno == ENFILE))
    throw system_error(fmt::format("cannot open {}", path.string()), errno);
  return file;
}

}  // namespace

FileWindow::FileWindow(std::filesystem::path path, std::size_t capacity)
    : path_(std::move(path)), capacity_(capacity) {
  file_ = open_file(path_);
  struct stat status {};
  opened_ = file_ >= 0 && ::fstat(file_, &status) == 0 && S_ISREG(status.st_mode);
  if (opened_) size_ = static_cast<std::uint64_t>(status.st_size);
}

FileWindow::FileWindow(Later /*when*/, std::filesystem::path path, std::size_t capacity)
    : path_(std::move(path)), capacity_(capacity) {
  struct stat status {};
  opened_ = ::stat(path_.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
            ::access(path_.c_str(), R_OK) == 0;
  if (opened_) size_ = static_cast<std::uint64_t>(status.st_size);
}

void FileWindow::release() {
  buffer_.reset();
  room_ = 0;
  filled_ = 0;
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

const std::uint8_t* FileWindow::refill(std::uint64_t offset, std::uint64_t count) {
  if (offset > size_ || count > size_ - offset) return nullptr;
  if (file_ < 0) file_ = open_file(path_);
  const std::size_t room =
      std::max<std::uint64_t>(std::min<std::uint64_t>(capacity_, size_), count);
  if (room > room_) {
    buffer_ = std::make_unique_for_overwrite<std::uint8_t[]>(room + kBehind);
    room_ = room;
  }
  begin_ = offset;
  filled_ = 0;
  while (filled_ < count) {
    const ssize_t read = ::pread(file_, buffer_.get() + filled_, room_ - filled_,
                                 static_cast<off_t>(offset + filled_));
    if (read <= 0) return nullptr;
    filled_ += static_cast<std::uint64_t>(read);
  }
  std::fill_n(buffer_.get() + filled_, kBehind, std::uint8_t{0});
  return buffer_.get();
}

}  // namespace lull::otf2
