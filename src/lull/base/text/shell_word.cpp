// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/shell_word.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lull/base/text/printable.hpp"

namespace lull {
namespace {

// Returns whether no shell gives the character a meaning in any position.
bool is_harmless(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./:=@%+,").find(c) != std::string_view::npos;
}

std::string with_backslashes(std::string_view text, std::string_view what) {
  std::string result;
  for (const char c : text) {
    if (what.find(c) != what.npos) result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, is_harmless)) return std::string(text);
  if (printable(text) != text) return "$'" + printable(with_backslashes(text, "\\'")) + "'";
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string shell_export(std::string_view name, std::string_view value) {
  if (std::ranges::all_of(value, is_harmless)) return fmt::format("export {}='{}';", name, value);
  // printf produces the value; the full stop preserves trailing newlines.
  std::string format;
  for (const char c : value)
    format += is_harmless(c) && c != '%' && c != '-'
                  ? std::string(1, c)
                  : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return fmt::format("{0}=\"$(printf '{1}.')\"; export {0}=\"${{{0}%.}}\";", name, format);
}

}  // namespace lull
