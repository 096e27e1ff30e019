// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/otf2/file_window.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace lull::otf2 {

namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

FileWindow::FileWindow(std::filesystem::path path) : path_(std::move(path)) {
  const Descriptor file(path_);
  struct stat status {};
  opened_ = file.number() >= 0 && ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode);
  if (opened_) size_ = static_cast<std::uint64_t>(status.st_size);
}

void FileWindow::release() {
  std::vector<std::uint8_t>().swap(buffer_);  // its memory too
  filled_ = 0;
}

const std::uint8_t* FileWindow::refill(std::uint64_t offset, std::uint64_t count) {
  if (offset > size_ || count > size_ - offset) return nullptr;
  const Descriptor file(path_);
  buffer_.resize(std::min<std::uint64_t>(kCapacity, size_));
  begin_ = offset;
  filled_ = 0;
  while (filled_ < count) {
    const ssize_t read = ::pread(file.number(), buffer_.data() + filled_, buffer_.size() - filled_,
                                 static_cast<off_t>(offset + filled_));
    if (read <= 0) return nullptr;
    filled_ += static_cast<std::uint64_t>(read);
  }
  return buffer_.data();
}

}  // namespace lull::otf2
