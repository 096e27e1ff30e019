// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A line of the journal that is made in memory of a fixed size: for what is noted where nothing may
// be allocated. What does not fit makes it void.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace lull::recorder {

class JsonLine {
 public:
  // A text takes six bytes for each of its own at most, and what else there is.
  static constexpr std::size_t kMostOfByte = 6;

  explicit JsonLine(std::span<char> memory) : memory_(memory) {}

  JsonLine& raw(std::string_view text);
  // In quotes; what is not UTF-8 is replaced.
  JsonLine& text(std::string_view text);
  JsonLine& number(std::integral auto value) {
    char digits[24];  // NOLINT(cppcoreguidelines-avoid-c-arrays)
    return raw({digits, std::to_chars(digits, digits + sizeof digits, value).ptr});
  }
  // Empty where it did not fit.
  [[nodiscard]] std::string_view line() const {
    return whole_ ? std::string_view(memory_.data(), size_) : std::string_view{};
  }

 private:
  std::span<char> memory_;
  std::size_t size_ = 0;
  bool whole_ = true;
};

}  // namespace lull::recorder
