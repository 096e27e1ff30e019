// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Rules of lull check. A rule states when the check fails:
//
//   rule      = [name ":"] value relation limit ["if" "present"]
//   value     = (metric | function "(" metric ")") ["in" call path]
//   function  = "sum" | "mean" | "median" | "min" | "max" | "imbalance"    (over locations)
//   relation  = ">" | ">=" | "<" | "<="
//   limit     = number [unit | "%"]      the value itself; "%": of the total time
//             | ("+" | "-") number [unit | "%"]        its change against a baseline
//
//   mpi_latesender > 5%                  no more than 5 % of the time in late senders
//   max("Late Sender") in main/solve >= 0.2 s
//   slower: time > +3% if present
//
// A metric is named by its unique name, or by its display name if only one metric has it. Parsing
// never throws, whatever the text.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lull/report/rules/check_tokens.hpp"

namespace lull::report {

// A rule as written, and its source.
struct RuleText {
  std::string text;
  std::string file;      // empty: the command line
  std::size_t line = 0;  // line within the file, from 1
};

enum class Aggregate { Sum, Mean, Median, Minimum, Maximum, Imbalance };
enum class Relation { Greater, GreaterOrEqual, Less, LessOrEqual };

struct CheckRule {
  RuleText source;
  std::string name;       // name as given, or the condition
  std::string condition;  // the rule without name and comment
  Aggregate aggregate = Aggregate::Sum;
  std::string metric;
  std::string call_path;  // empty: the whole program
  Relation relation = Relation::Greater;
  bool change = false;  // relative to the baseline
  double limit = 0;     // as written, with its sign
  std::string unit;     // as written: "", "%", "ms", …
  bool if_present = false;
  // Positions of the members above, for mistakes that are found only with the report at hand.
  std::size_t metric_at = 0, call_path_at = 0, limit_at = 0, unit_at = 0;
};

[[nodiscard]] std::variant<CheckRule, RuleMistake> parse_rule(const RuleText& source);

// Returns the lines of a file that contain rules.
[[nodiscard]] std::vector<RuleText> rules_of_file(const std::string& file,
                                                  std::string_view content);

// Returns the place and the message, such as "rules.txt:3:7: message" or "--fail-on, column 7: …",
// then the line, and a caret below the position.
[[nodiscard]] std::string diagnostic(const RuleText& source, const RuleMistake& mistake);

// Returns the name used in rules, such as "max" or ">=".
[[nodiscard]] std::string_view name_of(Aggregate aggregate);
[[nodiscard]] std::string_view name_of(Relation relation);

}  // namespace lull::report
