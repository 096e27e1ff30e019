// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A file that is written in large pieces and appears complete or not at all.
#pragma once

#include <fmt/compile.h>
#include <fmt/format.h>

#include <filesystem>
#include <string_view>

#include "lull/base/files/atomic_file.hpp"

namespace lull::exchange {

class TextOutput {
 public:
  explicit TextOutput(const std::filesystem::path& path) : file_(path) {}

  // `format` is a FMT_COMPILE string.
  template <class Format, class... Values>
  void print(const Format& format, const Values&... values) {
    fmt::format_to(fmt::appender(buffer_), format, values...);
    flush_if_large();
  }
  void write(std::string_view text) {
    buffer_.append(text.data(), text.data() + text.size());
    flush_if_large();
  }
  void commit() {
    flush();
    file_.commit();
  }

 private:
  static constexpr std::size_t kLarge = std::size_t{1} << 20U;
  void flush_if_large() {
    if (buffer_.size() >= kLarge) flush();
  }
  void flush() {
    file_.write(buffer_.data(), buffer_.size());
    buffer_.clear();
  }

  AtomicFile file_;
  fmt::memory_buffer buffer_;
};

}  // namespace lull::exchange
