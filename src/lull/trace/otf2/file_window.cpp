// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/file_window.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace lull::otf2 {

FileWindow::FileWindow(std::filesystem::path path) : path_(std::move(path)) {
  open();
  struct stat status {};
  opened_ = descriptor_ >= 0 && ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  if (opened_) size_ = static_cast<std::uint64_t>(status.st_size);
}

FileWindow::~FileWindow() { release(); }

void FileWindow::open() { descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC); }

void FileWindow::release() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  buffer_ = {};
  filled_ = 0;
}

const std::uint8_t* FileWindow::refill(std::uint64_t offset, std::uint64_t count) {
  if (offset > size_ || count > size_ - offset) return nullptr;
  if (descriptor_ < 0) open();
  buffer_.resize(kCapacity);
  begin_ = offset;
  filled_ = 0;
  while (filled_ < count) {
    const ssize_t read = ::pread(descriptor_, buffer_.data() + filled_, kCapacity - filled_,
                                 static_cast<off_t>(offset + filled_));
    if (read <= 0) return nullptr;
    filled_ += static_cast<std::uint64_t>(read);
  }
  return buffer_.data();
}

}  // namespace lull::otf2
