// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses specifications and expressions for tests, and returns the diagnostics.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lull/asl/syntax/parse.hpp"

namespace lull::asl {

struct Parsed {
  std::unique_ptr<Source> source;  // "f.asl"
  Diagnostics diagnostics;
  Specification specification;
  ExpressionPtr expression;
};

[[nodiscard]] Parsed parsed(std::string text);
[[nodiscard]] Parsed parsed_expression(std::string text);

// Returns each as "3:7: message", in order.
[[nodiscard]] std::vector<std::string> mistakes(const Parsed& parsed);
[[nodiscard]] std::vector<std::string> mistakes_in(std::string text);
[[nodiscard]] std::vector<std::string> mistakes_in_expression(std::string text);
// Does the same for the clauses of a property or pattern, all on line 1.
[[nodiscard]] std::vector<std::string> mistakes_in_property(const std::string& clauses);

// Returns the tree of an expression with all its brackets, such as "(+ a (* b c))"; after a
// mistake, "?" and the message.
[[nodiscard]] std::string tree_text(const Expression& expression);
[[nodiscard]] std::string tree_of(std::string text);

template <class Declared>
const Declared& only(const Parsed& parsed) {
  return std::get<Declared>(parsed.specification.declarations.at(0));
}

}  // namespace lull::asl
