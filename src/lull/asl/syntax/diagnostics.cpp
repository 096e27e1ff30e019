// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "lull/base/text/counted.hpp"
#include "lull/base/text/printable.hpp"
#include "lull/base/text/utf8.hpp"

namespace lull::asl {
namespace {

constexpr std::size_t kMostMessageCharacters = 1000;
// The most characters of a line that are shown before the position.
constexpr std::size_t kMostBefore = 120;
constexpr std::size_t kMostAfter = 120;

std::string shown(std::string_view text) {
  return without_middle(printable(text), kMostMessageCharacters);
}

// An excerpt of the line around a byte, and the text before the caret.
struct ShownLine {
  std::string text;
  std::string indent;
};

std::string shown_character(std::string_view character) {
  return character == "\t" ? "\t" : printable(character);
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Returns blanks as wide as the text; tabs are kept.
std::string blanks_for(std::string_view text) {
  std::string blanks;
  for (const char c : text)
    if (!continues_character(c)) blanks += c == '\t' ? '\t' : ' ';
  return blanks;
}

// Returns the first byte of the character that is `characters` before the byte `at`.
std::size_t back_from(std::string_view line, std::size_t at, std::size_t characters) {
  while (at > 0 && characters > 0)
    if (!continues_character(line[--at])) --characters;
  return at;
}

ShownLine shown_line(std::string_view line, std::size_t at) {
  at = std::min(at, line.size());
  const std::size_t begin = back_from(line, at, kMostBefore);
  ShownLine shown;
  if (begin > 0) shown.text = "…";
  std::size_t after = 0;
  for (std::size_t i = begin; i < line.size() && after < kMostAfter;) {
    if (i == at) shown.indent = blanks_for(shown.text);
    if (i >= at) ++after;
    const std::size_t length = std::max<std::size_t>(utf8_sequence_length(line.substr(i)), 1);
    shown.text += shown_character(line.substr(i, length));
    i += length;
    if (after == kMostAfter && i < line.size()) shown.text += "…";
  }
  if (at == line.size()) shown.indent = blanks_for(shown.text);
  return shown;
}

// Returns text of the form "FILE:LINE:COLUMN: error: TEXT", the line and the caret.
std::string placed_text(const Position& at, std::string_view kind, std::string_view message) {
  std::string text = fmt::format("{}: {}: {}\n", shown(place_text(at)), kind, shown(message));
  if (!at.defined()) return text;
  const std::string_view line = at.source->line_text(at.source->line(at.offset));
  const auto begin = static_cast<std::size_t>(line.data() - at.source->text().data());
  const ShownLine window = shown_line(line, at.offset - begin);
  return text + fmt::format("{}\n{}^\n", window.text, window.indent);
}

}  // namespace

void Diagnostics::add(Diagnostic diagnostic) {
  if (kept_.size() == kMostKept) {
    ++more_;
    return;
  }
  const std::pair place(diagnostic.at.source, diagnostic.at.offset);
  if (known_.emplace(place, diagnostic.message).second) kept_.push_back(std::move(diagnostic));
}

void Diagnostics::add(const Position& at, std::string message, std::string hint) {
  add(Diagnostic{at, std::move(message), std::move(hint), {}});
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> result = kept_;
  std::ranges::stable_sort(result, before, &Diagnostic::at);
  return result;
}

std::string Diagnostics::print() const {
  std::string text;
  const std::vector<Diagnostic> all = sorted();
  for (std::size_t i = 0; i < std::min(all.size(), kMostPrinted); ++i)
    text += diagnostic_text(all[i]);
  if (count() > kMostPrinted)
    text += fmt::format("… and {}\n", counted(count() - kMostPrinted, "more error"));
  return text;
}

std::string diagnostic_text(const Diagnostic& diagnostic) {
  std::string text = placed_text(diagnostic.at, "error", diagnostic.message);
  if (!diagnostic.hint.empty()) text += fmt::format("hint: {}\n", shown(diagnostic.hint));
  for (const DiagnosticNote& note : diagnostic.notes)
    text += placed_text(note.at, "note", note.message);
  return text;
}

}  // namespace lull::asl
