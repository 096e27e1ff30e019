// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A file seen through a small buffer that moves forward: for checking files that do not fit in
// memory. Whole files are never held.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace lull::otf2 {

class FileWindow {
 public:
  static constexpr std::size_t kBehind = 8;  // readable bytes after those requested

  static constexpr std::size_t kCapacity = std::size_t{64} * 1024;

  // A file that cannot be opened is empty; see opened(). Everything that reopens it throws Error
  // (system) when too many files are open. The buffer has `capacity` bytes, or more when more are
  // requested at once.
  explicit FileWindow(std::filesystem::path path, std::size_t capacity = kCapacity);
  // Opens the file on first use: for many files that are used one after the other.
  struct Later {};
  FileWindow(Later, std::filesystem::path path, std::size_t capacity);
  FileWindow(const FileWindow&) = delete;
  FileWindow& operator=(const FileWindow&) = delete;
  ~FileWindow() { release(); }

  [[nodiscard]] bool opened() const { return opened_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }

  // Frees buffer and file handle until the next access.
  void release();

  // Returns at least `count` bytes from `offset` on, with readable space after them; null when the
  // file is shorter than that. Valid until the next call.
  [[nodiscard]] const std::uint8_t* at(std::uint64_t offset, std::uint64_t count) {
    if (offset < begin_ || count > filled_ || offset - begin_ > filled_ - count)
      return refill(offset, count);
    return buffer_.get() + (offset - begin_);
  }

  // Returns what the buffer holds from `offset` on: at least `least` bytes unless the file ends
  // there.
  [[nodiscard]] std::span<const std::uint8_t> buffered(std::uint64_t offset, std::uint64_t least) {
    if (offset >= size_ || at(offset, std::min(least, size_ - offset)) == nullptr) return {};
    return {buffer_.get() + (offset - begin_), filled_ - (offset - begin_)};
  }

  // Prefetches the start of the buffer from `offset` on; the hardware prefetcher takes over from
  // there.
  [[gnu::always_inline]] void expect(std::uint64_t offset) const {
    constexpr std::size_t kBegin = 512;
    constexpr std::size_t kLine = 64;
    if (offset - begin_ >= filled_) return;
    const std::uint8_t* const first = buffer_.get() + (offset - begin_);
    for (std::size_t at = 0; at < kBegin; at += kLine) __builtin_prefetch(first + at);
  }

 private:
  const std::uint8_t* refill(std::uint64_t offset, std::uint64_t count);

  std::filesystem::path path_;
  std::size_t capacity_;
  int file_ = -1;
  bool opened_ = false;
  std::uint64_t size_ = 0;
  std::unique_ptr<std::uint8_t[]> buffer_;
  std::uint64_t room_ = 0;   // capacity for file data
  std::uint64_t begin_ = 0;  // offset of the buffer in the file
  std::uint64_t filled_ = 0;
};

}  // namespace lull::otf2
