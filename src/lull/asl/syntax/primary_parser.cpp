// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses operands: literals, names, calls, and bracketed expressions.
#include <fmt/format.h>

#include <utility>

#include "lull/asl/syntax/expression_parser.hpp"

namespace lull::asl {

ExpressionPtr ExpressionParser::primary() {
  ExpressionPtr object = operand();
  while (object && tokens_.accept(TokenKind::Dot)) {
    std::optional<Name> name = tokens_.expect_name("the name of an attribute");
    if (!name) return nullptr;
    if (!std::holds_alternative<Member>(object->node)) {
      const Position at = object->at;
      object = make_expression(at, Member{std::move(object), {}});
    }
    std::get<Member>(object->node).path.push_back(std::move(*name));
  }
  return object;
}

ExpressionPtr ExpressionParser::operand() {
  if (is_literal(tokens_.kind())) return literal();
  switch (tokens_.kind()) {
    case TokenKind::Identifier:
    case TokenKind::OpenParenthesis:
    case TokenKind::OpenBrace:
    case TokenKind::Unique:
    case TokenKind::TypeOf:
      return bracketed();
    default:
      return aggregator_of(tokens_.kind()) && tokens_.kind(1) == TokenKind::OpenParenthesis
                 ? bracketed()
                 : no_operand();
  }
}

ExpressionPtr ExpressionParser::literal() {
  using Kind = ContextName::Kind;
  const TokenKind kind = tokens_.kind();
  const std::string_view text = tokens_.text();
  const Position at = tokens_.take();
  switch (kind) {
    case TokenKind::Integer:
      return make_expression(at, IntegerLiteral{integer_value(text).value_or(0)});
    case TokenKind::Float:
      return make_expression(at, FloatLiteral{float_value(text).value_or(0)});
    case TokenKind::String:
      return make_expression(at, StringLiteral{string_value(text)});
    case TokenKind::True:
    case TokenKind::False:
      return make_expression(at, BooleanLiteral{kind == TokenKind::True});
    case TokenKind::Root:
      return make_expression(at, ContextName{Kind::Root});
    case TokenKind::Trace:
      return make_expression(at, ContextName{Kind::Trace});
    case TokenKind::This:
      return make_expression(at, ContextName{Kind::This});
    default:
      return make_expression(at, NullLiteral{});
  }
}

ExpressionPtr ExpressionParser::bracketed() {
  if (tokens_.is(TokenKind::Identifier) && tokens_.kind(1) != TokenKind::OpenParenthesis)
    return name_or_call();
  const Nested nested(tokens_);
  if (!nested.allowed()) return nullptr;
  switch (tokens_.kind()) {
    case TokenKind::Identifier:
      return name_or_call();
    case TokenKind::OpenParenthesis:
      return parenthesised();
    case TokenKind::OpenBrace:
      return set();
    case TokenKind::Unique:
    case TokenKind::TypeOf:
      return in_parentheses();
    default:
      return aggregate();
  }
}

ExpressionPtr ExpressionParser::parenthesised() {
  const Position at = tokens_.take();
  ExpressionPtr inner = expression();
  if (!inner || !tokens_.expect(TokenKind::CloseParenthesis)) return nullptr;
  inner->at = at;
  return inner;
}

ExpressionPtr ExpressionParser::name_or_call() {
  std::optional<Name> name = tokens_.expect_name("a name");
  const Position at = name->at;
  if (!tokens_.accept(TokenKind::OpenParenthesis))
    return make_expression(at, NameUse{std::move(*name)});
  Call call{std::move(*name), {}, {}};
  if (!expressions(call.arguments, TokenKind::CloseParenthesis)) return nullptr;
  call.close = tokens_.take();
  return make_expression(at, std::move(call));
}

// Parses up to the closing bracket, which is not taken.
bool ExpressionParser::expressions(std::vector<ExpressionPtr>& list, TokenKind close) {
  if (tokens_.is(close)) return true;
  do {
    list.push_back(expression());
    if (!list.back()) return false;
  } while (tokens_.accept(TokenKind::Comma));
  return tokens_.is(close) || tokens_.fail_expecting(fmt::format("',' or {}", description(close)));
}

ExpressionPtr ExpressionParser::set() {
  const Position at = tokens_.take();
  if (tokens_.are({TokenKind::Identifier, TokenKind::In})) return comprehension(at);
  SetLiteral set;
  if (!expressions(set.elements, TokenKind::CloseBrace)) return nullptr;
  tokens_.take();
  return make_expression(at, std::move(set));
}

// Parses UNIQUE (…) and TYPEOF (…).
ExpressionPtr ExpressionParser::in_parentheses() {
  const bool unique = tokens_.is(TokenKind::Unique);
  const Position at = tokens_.take();
  if (!tokens_.expect(TokenKind::OpenParenthesis)) return nullptr;
  ExpressionPtr operand = expression();
  if (!operand || !tokens_.expect(TokenKind::CloseParenthesis)) return nullptr;
  return unique ? make_expression(at, Unique{std::move(operand)})
                : make_expression(at, TypeOf{std::move(operand)});
}

ExpressionPtr ExpressionParser::no_operand() {
  const TokenKind kind = tokens_.kind();
  if (kind == TokenKind::If || kind == TokenKind::Not || quantifier_of(kind) || aggregator_of(kind))
    tokens_.fail(fmt::format("{} needs its own parentheses here", tokens_.text()),
                 fmt::format("write ({} …)", tokens_.text()));
  else
    tokens_.fail_expecting("an expression");
  return nullptr;
}

}  // namespace lull::asl
