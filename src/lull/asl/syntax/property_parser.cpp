// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses bodies of properties: conditions and ratings.
#include <utility>

#include "lull/asl/syntax/body_parser.hpp"

namespace lull::asl {
namespace {

// Returns whether the token can follow a label.
bool begins_operand(TokenKind kind) {
  switch (kind) {
    case TokenKind::Identifier:
    case TokenKind::Unique:
    case TokenKind::TypeOf:
    case TokenKind::OpenParenthesis:
    case TokenKind::OpenBrace:
    case TokenKind::Not:
      return true;
    default:
      return is_literal(kind) || quantifier_of(kind) || aggregator_of(kind);
  }
}

}  // namespace

void BodyParser::read(Property& property) {
  using At = const Position&;
  let(property.let);
  clause(TokenKind::Condition, [&](At) { return colon() && conditions(property.conditions); });
  clause(TokenKind::Confidence, [&](At at) {
    property.confidence.at = at;
    return colon() && rating(property.confidence);
  });
  clause(TokenKind::Severity, [&](At at) {
    property.severity.at = at;
    return colon() && rating(property.severity);
  });
  property.close = end();
}

bool BodyParser::conditions(std::vector<Labelled>& conditions) {
  do {
    Labelled condition;
    if (at_condition_label()) condition.label = label();
    condition.expression = expressions_.conjunction();
    if (!condition.expression) return false;
    conditions.push_back(std::move(condition));
  } while (tokens_.accept(TokenKind::Or));
  return tokens_.expect(TokenKind::Semicolon);
}

// "(a)" before an operand is a label; otherwise it is itself an operand.
bool BodyParser::at_condition_label() const {
  return tokens_.are(
             {TokenKind::OpenParenthesis, TokenKind::Identifier, TokenKind::CloseParenthesis}) &&
         begins_operand(tokens_.kind(3));
}

Name BodyParser::label() {
  tokens_.take();
  std::string text(tokens_.text());
  Name name{std::move(text), tokens_.take()};
  tokens_.take();
  return name;
}

bool BodyParser::rating(Rating& rating) {
  if (at_greatest()) return greatest(rating) && tokens_.expect(TokenKind::Semicolon);
  std::optional<Labelled> single = guarded();
  if (!single) return false;
  rating.expressions.push_back(std::move(*single));
  return tokens_.expect(TokenKind::Semicolon);
}

// MAX (…) as a complete rating; MAX (…) / 2 is an expression.
bool BodyParser::at_greatest() const {
  if (!tokens_.are({TokenKind::Max, TokenKind::OpenParenthesis})) return false;
  const std::optional<std::size_t> close = tokens_.partner(1);
  if (!close) return true;
  const TokenKind next = tokens_.kind(*close + 1);
  return !ExpressionParser::binary_operator(next) && next != TokenKind::Dot &&
         next != TokenKind::Where;
}

bool BodyParser::greatest(Rating& rating) {
  const Position at = tokens_.take();
  tokens_.take();
  do {
    std::optional<Labelled> one = guarded();
    if (!one) return false;
    if (rating.expressions.empty() && !one->label && tokens_.is(TokenKind::Where)) {
      one->expression =
          expressions_.closed_aggregate(at, Aggregator::Max, std::move(one->expression));
      if (!one->expression) return false;
      rating.expressions.push_back(std::move(*one));
      return true;
    }
    rating.expressions.push_back(std::move(*one));
  } while (tokens_.accept(TokenKind::Comma));
  return tokens_.accept(TokenKind::CloseParenthesis) || tokens_.fail_expecting("',' or ')'");
}

std::optional<Labelled> BodyParser::guarded() {
  Labelled result;
  if (tokens_.are({TokenKind::OpenParenthesis, TokenKind::Identifier, TokenKind::CloseParenthesis,
                   TokenKind::Arrow})) {
    result.label = label();
    tokens_.take();
  }
  result.expression = expressions_.expression();
  if (!result.expression) return std::nullopt;
  return result;
}

}  // namespace lull::asl
