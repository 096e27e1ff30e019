// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/base/text/utf8.hpp"

namespace lull::asl {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

// The byte order mark is not part of the first line.
std::string without_byte_order_mark(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

}  // namespace

Source::Source(std::string name, std::string text, std::size_t order)
    : name_(std::move(name)),
      text_(without_byte_order_mark(std::move(text))),
      order_(order),
      line_begins_{0} {
  // Offsets have 32 bits; longer texts are rejected before anything reads them.
  const std::size_t size = std::min<std::size_t>(text_.size(), kMostSourceBytes);
  for (std::size_t i = 0; i < size; ++i)
    if (text_[i] == '\n') line_begins_.push_back(static_cast<std::uint32_t>(i + 1));
}

std::size_t Source::line(std::size_t offset) const {
  const auto after = std::upper_bound(line_begins_.begin(), line_begins_.end(), offset);
  return static_cast<std::size_t>(after - line_begins_.begin());
}

std::size_t Source::column(std::size_t offset) const {
  const std::size_t begin = line_begins_[line(offset) - 1];
  const std::string_view before = text().substr(begin, offset - begin);
  return 1 + static_cast<std::size_t>(std::ranges::count_if(before, begins_character));
}

std::string_view Source::line_text(std::size_t line) const {
  const std::size_t begin = line_begins_[line - 1];
  std::string_view rest = text().substr(begin);
  rest = rest.substr(0, rest.find('\n'));
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  return rest;
}

bool before(const Position& a, const Position& b) {
  if (a.source == nullptr || b.source == nullptr) return a.source == nullptr && b.source != nullptr;
  const auto key = [](const Position& p) { return std::pair(p.source->order(), p.offset); };
  return key(a) < key(b);
}

std::string place_text(const Position& position) {
  if (!position.defined()) return "(built in)";
  const Source& source = *position.source;
  return fmt::format("{}:{}:{}", source.name(), source.line(position.offset),
                     source.column(position.offset));
}

bool check_source(const Source& source, Diagnostics& diagnostics) {
  std::string_view text = source.text();
  if (text.size() > kMostSourceBytes) {
    diagnostics.add(source.at(0), "the file is larger than 16 MiB");
    return false;
  }
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    if (length == 0) {
      diagnostics.add(source.at(source.text().size() - text.size()),
                      "the file is not UTF-8 from here on");
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace lull::asl
