// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/base/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "lull/base/printable.hpp"

namespace lull {

std::string message_text(std::string_view sentence) {
  constexpr std::size_t kMostCharacters = 1000;
  constexpr std::size_t kMostLines = 200;
  std::string text;
  for (std::size_t line = 0; line < kMostLines; ++line) {
    const std::size_t end = sentence.find('\n');
    if (line > 0) text += '\n';
    text += without_middle(printable(sentence.substr(0, end)), kMostCharacters);
    if (end == sentence.npos) return text;
    sentence.remove_prefix(end + 1);
  }
  return text + "\n…";
}

void print_message(std::string_view sentence) {
  fmt::print(stderr, "lull: {}\n", message_text(sentence));
  std::fflush(stderr);
}

}  // namespace lull
