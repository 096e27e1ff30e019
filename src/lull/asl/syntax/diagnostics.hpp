// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Mistakes in specifications, collected and printed at the end, by file as loaded and position.
// The same mistake at the same place counts once. Any text may be in them: what is printed is
// valid UTF-8 without control characters. Not thread safe.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lull/asl/syntax/source.hpp"

namespace lull::asl {

// Another place that belongs to a mistake, such as the instance of a template.
struct DiagnosticNote {
  Position at;
  std::string message;
};

struct Diagnostic {
  Position at;
  std::string message;  // begins small, ends without a full stop
  std::string hint;     // empty: none
  std::vector<DiagnosticNote> notes;
};

class Diagnostics {
 public:
  // Beyond this many they are only counted.
  static constexpr std::size_t kMostKept = 1000;
  static constexpr std::size_t kMostPrinted = 20;

  void add(Diagnostic diagnostic);
  void add(const Position& at, std::string message, std::string hint = {});

  [[nodiscard]] bool empty() const { return kept_.empty(); }
  [[nodiscard]] std::size_t count() const { return kept_.size() + more_; }
  // Those that are kept, in order.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;

  // "FILE:LINE:COLUMN: error: TEXT", the line, a caret, "hint: …", notes; of the first 20. Then how
  // many more there are.
  [[nodiscard]] std::string print() const;

 private:
  std::vector<Diagnostic> kept_;
  std::set<std::pair<std::pair<const Source*, std::uint32_t>, std::string>> known_;
  std::size_t more_ = 0;
};

// One diagnostic as it is printed, each line ended.
[[nodiscard]] std::string diagnostic_text(const Diagnostic& diagnostic);

}  // namespace lull::asl
