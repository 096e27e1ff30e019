// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The tokens of a check rule (check_rule.hpp). Accepts any bytes; invalid text is a mistake with a
// position. A word may contain characters that are common in names of metrics and call paths:
// main/solve, a.b, page-faults, perf::cycles, any letters. Other names are quoted: "Late Sender",
// 'f(x)'.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lull::report {

struct RuleMistake {
  std::size_t at = 0;  // byte position in the rule's text
  std::string sentence;
};

struct RuleToken {
  enum class Kind { Word, Quoted, Number, Symbol, End };
  Kind kind = Kind::End;
  std::string text;  // names: without quotes; symbols: > >= < <= ( ) : + - %
  double number = 0;
  std::size_t at = 0;   // byte position in the rule's text
  std::size_t end = 0;  // position after its last byte
};

// The last token is End. A '#' outside of quotes begins a comment, which is omitted.
[[nodiscard]] std::variant<std::vector<RuleToken>, RuleMistake> rule_tokens(std::string_view text);

}  // namespace lull::report
