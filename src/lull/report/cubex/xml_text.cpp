// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/xml_text.hpp"

#include <cstdint>

namespace lull::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The bits of the first byte of a sequence of `length` bytes, and the least character it may hold.
struct Lead {
  unsigned char mask, bits;
  std::uint32_t least;
};
constexpr Lead kLeads[] = {
    {0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};

// What stands for the character, empty when it stands for itself.
std::string_view escape(char c, bool attribute) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&apos;";
    case '\n':
      return attribute ? "&#10;" : "";
    case '\r':
      return "&#13;";
    case '\t':
      return attribute ? "&#9;" : "";
    default:
      return static_cast<unsigned char>(c) < 0x20 ? kReplacement : std::string_view();
  }
}

std::string escaped(std::string_view text, bool attribute) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const std::string_view replaced = length == 0 ? kReplacement : escape(text.front(), attribute);
    result += replaced.empty() ? text.substr(0, length) : replaced;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

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

std::string xml_element_text(std::string_view text) { return escaped(text, false); }

std::string xml_attribute_text(std::string_view text) { return escaped(text, true); }

}  // namespace lull::report
