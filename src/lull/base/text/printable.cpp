// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/text/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "lull/base/text/utf8.hpp"

namespace lull {
namespace {

bool plain(char c) { return c >= ' ' && c <= '~'; }

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Decodes a sequence of two or three bytes.
std::uint32_t code_of(std::string_view sequence) {
  const auto bits = [&](std::size_t i, unsigned mask) {
    return static_cast<unsigned char>(sequence[i]) & mask;
  };
  if (sequence.size() == 2) return bits(0, 0x1F) << 6 | bits(1, 0x3F);
  return bits(0, 0x0F) << 12 | bits(1, 0x3F) << 6 | bits(2, 0x3F);
}

// Returns whether the code is a non-ASCII terminal control, a line or paragraph separator, or a
// bidirectional control.
bool harmful(std::uint32_t code) {
  return (code >= 0x80 && code <= 0x9F) || code == 0x061C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string escaped(std::string_view sequence) {
  const char first = sequence.front();
  if (sequence.size() == 1) {
    if (plain(first)) return std::string(sequence);
    if (first == '\n') return "\\n";
    if (first == '\t') return "\\t";
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(first));
  }
  if (sequence.size() <= 3)
    if (const std::uint32_t code = code_of(sequence); harmful(code))
      return fmt::format("\\u{:04x}", code);
  return std::string(sequence);
}

std::string printable(std::string_view text, bool lines) {
  if (std::ranges::all_of(text, plain)) return std::string(text);
  std::string result;
  result.reserve(text.size() + 16);
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_sequence_length(text), 1);
    result += lines && text.front() == '\n' ? "\n" : escaped(text.substr(0, length));
    text.remove_prefix(length);
  }
  return result;
}

// Returns the byte position that is `characters` characters from the beginning.
std::size_t place_of(std::string_view text, std::size_t characters) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if (!continues_character(text[at]) && characters-- == 0) break;
  return at;
}

}  // namespace

std::string printable(std::string_view text) { return printable(text, false); }

std::string printable_lines(std::string_view text) { return printable(text, true); }

std::string without_middle(std::string_view text, std::size_t most) {
  const auto all = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return !continues_character(c); }));
  if (all <= most) return std::string(text);
  const std::size_t begin = most * 2 / 3;
  const std::size_t end = most - begin;
  return fmt::format("{}…{}", text.substr(0, place_of(text, begin)),
                     text.substr(place_of(text, all - end)));
}

}  // namespace lull
