// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A journal line built in memory of a fixed size, for use where nothing may be allocated. It
// becomes empty when something does not fit.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace lull::recorder {

class JsonLine {
 public:
  // A text takes at most six bytes for each of its own bytes.
  static constexpr std::size_t kMostOfByte = 6;

  explicit JsonLine(std::span<char> memory) : memory_(memory) {}

  JsonLine& raw(std::string_view text);
  // Appends it in quotes; replaces what is not UTF-8.
  JsonLine& text(std::string_view text);
  JsonLine& number(std::integral auto value) {
    char digits[24];  // NOLINT(cppcoreguidelines-avoid-c-arrays)
    return raw({digits, std::to_chars(digits, digits + sizeof digits, value).ptr});
  }
  // Empty if it did not fit.
  [[nodiscard]] std::string_view line() const {
    return whole_ ? std::string_view(memory_.data(), size_) : std::string_view{};
  }

 private:
  std::span<char> memory_;
  std::size_t size_ = 0;
  bool whole_ = true;
};

}  // namespace lull::recorder
