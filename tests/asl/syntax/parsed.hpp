// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Specifications and expressions read in tests, with what was said about them.
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

// "3:7: message" of each, in order.
[[nodiscard]] std::vector<std::string> mistakes(const Parsed& parsed);
[[nodiscard]] std::vector<std::string> mistakes_in(std::string text);
[[nodiscard]] std::vector<std::string> mistakes_in_expression(std::string text);
// In the clauses of a property or pattern, all on line 1.
[[nodiscard]] std::vector<std::string> mistakes_in_property(const std::string& clauses);

// The tree of an expression with all its brackets: "(+ a (* b c))"; "?" and what is wrong after a
// mistake.
[[nodiscard]] std::string tree_text(const Expression& expression);
[[nodiscard]] std::string tree_of(std::string text);

template <class Declared>
const Declared& only(const Parsed& parsed) {
  return std::get<Declared>(parsed.specification.declarations.at(0));
}

}  // namespace lull::asl
