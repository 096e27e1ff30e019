// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/report/cubex/xml_text.hpp"

#include <algorithm>

#include "lull/base/text/utf8.hpp"

namespace lull::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Returns the replacement of the character; empty if none is needed.
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

// Returns whether the byte never needs a replacement, which holds for nearly all bytes.
bool is_plain(char c) {
  return c >= ' ' && c < 0x7F && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'';
}

std::string escaped(std::string_view text, bool attribute) {
  std::string result;
  result.reserve(text.size());
  while (true) {
    const auto special = std::ranges::find_if_not(text, is_plain);
    const auto plain = static_cast<std::size_t>(special - text.begin());
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return result;
    const std::size_t length = utf8_sequence_length(text);
    const std::string_view replaced = length == 0 ? kReplacement : escape(text.front(), attribute);
    result += replaced.empty() ? text.substr(0, length) : replaced;
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

}  // namespace

std::string xml_element_text(std::string_view text) { return escaped(text, false); }

std::string xml_attribute_text(std::string_view text) { return escaped(text, true); }

}  // namespace lull::report
