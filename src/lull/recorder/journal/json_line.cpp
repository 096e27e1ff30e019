// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/journal/json_line.hpp"

#include <algorithm>
#include <cstdint>

namespace lull::recorder {
namespace {

// Returns the length in bytes of the text's first character; 0 if that is not valid UTF-8.
std::size_t length_of_character(std::string_view text) {
  const auto at = [text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = at(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (at(i) >> 6 != 2) return 0;
  const std::uint8_t second = at(1);
  const bool outside = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                       (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
  return outside ? 0 : length;
}

}  // namespace

JsonLine& JsonLine::raw(std::string_view text) {
  whole_ = whole_ && text.size() <= memory_.size() - size_;
  if (!whole_) return *this;
  std::ranges::copy(text, memory_.data() + size_);
  size_ += text.size();
  return *this;
}

JsonLine& JsonLine::text(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  raw("\"");
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const auto first = static_cast<std::uint8_t>(text[0]);
    if (length == 0) {
      raw("\\ufffd");
    } else if (first < 0x20) {
      raw("\\u00").raw(kDigits.substr(first >> 4, 1)).raw(kDigits.substr(first & 15, 1));
    } else {
      if (first == '"' || first == '\\') raw("\\");
      raw(text.substr(0, length));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return raw("\"");
}

}  // namespace lull::recorder
