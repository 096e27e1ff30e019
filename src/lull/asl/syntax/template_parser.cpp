// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses text between < and >: formals of templates, actuals of instances.
#include <utility>

#include "lull/asl/syntax/declaration_parser.hpp"

namespace lull::asl {

bool DeclarationParser::formals(std::vector<Formal>& formals) {
  if (!tokens_.expect(TokenKind::Less)) return false;
  do {
    std::optional<Formal> read = formal();
    if (!read) return false;
    formals.push_back(std::move(*read));
  } while (tokens_.accept(TokenKind::Comma));
  return tokens_.accept(TokenKind::Greater) || tokens_.fail_expecting("',' or '>'");
}

std::optional<Formal> DeclarationParser::formal() {
  Formal result;
  const bool pattern = tokens_.accept(TokenKind::Pattern);
  if (pattern || tokens_.accept(TokenKind::Property)) {
    result.kind = pattern ? Formal::Kind::Pattern : Formal::Kind::Property;
  } else {
    std::optional<Type> of = type();
    if (!of) return std::nullopt;
    result.type = std::move(*of);
  }
  std::optional<Name> name = tokens_.expect_name("the name of a formal");
  if (!name) return std::nullopt;
  result.name = std::move(*name);
  if (result.kind != Formal::Kind::Value || !tokens_.is(TokenKind::OpenParenthesis)) return result;
  result.kind = Formal::Kind::Function;
  if (!parameters(result.parameters)) return std::nullopt;
  return result;
}

std::optional<Instance> DeclarationParser::instance(bool of_pattern) {
  Instance result;
  result.of_pattern = of_pattern;
  result.name = *tokens_.expect_name("a name");
  tokens_.take();
  std::optional<Name> origin = tokens_.expect_name("the name of a template");
  if (!origin || !actuals(result) || !tokens_.expect(TokenKind::Semicolon)) return std::nullopt;
  result.origin = std::move(*origin);
  return result;
}

bool DeclarationParser::actuals(Instance& instance) {
  constexpr const char* kSpaced = "put blanks around operators: < == >";
  if (!tokens_.expect(TokenKind::Less, kSpaced)) return false;
  do {
    std::optional<Actual> read = actual();
    if (!read) return false;
    instance.actuals.push_back(std::move(*read));
  } while (tokens_.accept(TokenKind::Comma));
  instance.close = tokens_.at();
  return tokens_.accept(TokenKind::Greater) || tokens_.fail_expecting("',' or '>'", kSpaced);
}

// Accepts an operator only if it is the whole actual.
std::optional<Actual> DeclarationParser::actual() {
  const std::optional<Operator> op = ExpressionParser::binary_operator(tokens_.kind());
  const bool alone = tokens_.kind(1) == TokenKind::Comma || tokens_.kind(1) == TokenKind::Greater;
  if (op && alone && *op != Operator::And && *op != Operator::Or)
    return OperatorActual{*op, tokens_.take()};
  ExpressionPtr value = expressions_.sum();
  if (!value) return std::nullopt;
  return value;
}

}  // namespace lull::asl
