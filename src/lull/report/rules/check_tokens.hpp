// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The words of a check rule (check_rule.hpp). Any bytes are input; what is no word is a mistake
// with its place. A word may hold what names of metrics and call paths often have: main/solve, a.b,
// page-faults, perf::cycles, any letters. Other names are quoted: "Late Sender", 'f(x)'.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lull::report {

struct RuleMistake {
  std::size_t at = 0;  // byte of the rule's text
  std::string sentence;
};

struct RuleToken {
  enum class Kind { Word, Quoted, Number, Symbol, End };
  Kind kind = Kind::End;
  std::string text;  // of a quoted name: without quotes; symbols: > >= < <= ( ) : + - %
  double number = 0;
  std::size_t at = 0;   // byte of the rule's text
  std::size_t end = 0;  // the first byte behind it
};

// The last token is End. A '#' outside of quotes begins a comment, which is left out.
[[nodiscard]] std::variant<std::vector<RuleToken>, RuleMistake> rule_tokens(std::string_view text);

}  // namespace lull::report
