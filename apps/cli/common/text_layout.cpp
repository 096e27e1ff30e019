// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/common/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lull/base/text/printable.hpp"
#include "lull/report/model/value_text.hpp"

namespace lull::cli {

std::string wrapped(std::string_view first, std::size_t indent, std::string_view text) {
  using report::text_width;
  const std::string safe = printable(text);
  text = safe;
  std::string line(first);
  if (text_width(line) < indent) line.append(indent - text_width(line), ' ');
  std::string lines;
  bool empty = true;  // the line has no word yet
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word.empty()) continue;
    if (!empty && text_width(line) + 1 + text_width(word) > kColumns) {
      lines += line + "\n";
      line.assign(indent, ' ');
      empty = true;
    }
    if (!empty) line += ' ';
    line += word;
    empty = false;
  }
  return lines + line + "\n";
}

}  // namespace lull::cli
