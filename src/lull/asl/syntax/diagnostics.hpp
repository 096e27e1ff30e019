// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Collects mistakes in specifications and prints them at the end, by file in loading order and by
// position. The same mistake at the same place counts once. Messages may contain any text; output
// is valid UTF-8 without control characters. Not thread safe.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lull/asl/syntax/source.hpp"

namespace lull::asl {

// A related place, such as the instance of a template.
struct DiagnosticNote {
  Position at;
  std::string message;
};

struct Diagnostic {
  Position at;
  std::string message;  // starts in lower case, no full stop
  std::string hint;     // empty: none
  std::vector<DiagnosticNote> notes;
};

class Diagnostics {
 public:
  // Further diagnostics are only counted.
  static constexpr std::size_t kMostKept = 1000;
  static constexpr std::size_t kMostPrinted = 20;

  void add(Diagnostic diagnostic);
  void add(const Position& at, std::string message, std::string hint = {});

  [[nodiscard]] bool empty() const { return kept_.empty(); }
  [[nodiscard]] std::size_t count() const { return kept_.size() + more_; }
  // Returns the stored diagnostics in order.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

  // For each of the first 20 mistakes, returns "FILE:LINE:COLUMN: error: TEXT", the line, a caret,
  // "hint: …" and notes; then the number of further mistakes.
  [[nodiscard]] std::string print() const;

 private:
  std::vector<Diagnostic> kept_;
  std::set<std::pair<std::pair<const Source*, std::uint32_t>, std::string>> known_;
  std::size_t more_ = 0;
};

// Formats one diagnostic; every line ends with a newline.
[[nodiscard]] std::string diagnostic_text(const Diagnostic& diagnostic);

}  // namespace lull::asl
