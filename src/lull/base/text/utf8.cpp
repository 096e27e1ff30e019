// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/utf8.hpp"

#include <algorithm>
#include <cstdint>

namespace lull {
namespace {

// The bits of the first byte of a sequence of `length` bytes, and the least valid character.
struct Lead {
  unsigned char mask, bits;
  std::uint32_t least;
};
constexpr Lead kLeads[] = {
    {0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};

}  // namespace

std::size_t utf8_sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t length = 1; length <= 4 && length <= text.size(); ++length) {
    const Lead& lead = kLeads[length - 1];
    if ((byte(0) & lead.mask) != lead.bits) continue;
    std::uint32_t character = byte(0) & static_cast<unsigned char>(~lead.mask);
    for (std::size_t i = 1; i < length; ++i) {
      if ((byte(i) & 0xC0) != 0x80) return 0;
      character = (character << 6) | (byte(i) & 0x3F);
    }
    const bool surrogate = character >= 0xD800 && character <= 0xDFFF;
    const bool forbidden = character == 0xFFFE || character == 0xFFFF || character > 0x10FFFF;
    return character < lead.least || surrogate || forbidden ? 0 : length;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string as_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    result += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

}  // namespace lull
