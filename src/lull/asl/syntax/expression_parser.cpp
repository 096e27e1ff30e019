// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/expression_parser.hpp"

#include <algorithm>
#include <utility>

namespace lull::asl {

struct ExpressionParser::BinaryOperator {
  TokenKind token;
  Operator op;
  Level level;
};

// Later levels bind more tightly; all are left-associative.
constexpr ExpressionParser::BinaryOperator ExpressionParser::kOperators[] = {
    {TokenKind::Or, Operator::Or, Level::Or},
    {TokenKind::And, Operator::And, Level::And},
    {TokenKind::Equal, Operator::Equal, Level::Test},
    {TokenKind::NotEqual, Operator::NotEqual, Level::Test},
    {TokenKind::Less, Operator::Less, Level::Test},
    {TokenKind::LessOrEqual, Operator::LessOrEqual, Level::Test},
    {TokenKind::Greater, Operator::Greater, Level::Test},
    {TokenKind::GreaterOrEqual, Operator::GreaterOrEqual, Level::Test},
    {TokenKind::Plus, Operator::Add, Level::Sum},
    {TokenKind::Minus, Operator::Subtract, Level::Sum},
    {TokenKind::Times, Operator::Multiply, Level::Product},
    {TokenKind::Divide, Operator::Divide, Level::Product},
};

ExpressionPtr ExpressionParser::expression() {
  if (tokens_.is(TokenKind::If)) return conditional();
  if (opens_aggregate()) return open_aggregate();
  return disjunction();
}

ExpressionPtr ExpressionParser::disjunction() { return binary(Level::Or); }

ExpressionPtr ExpressionParser::conjunction() { return binary(Level::And); }

ExpressionPtr ExpressionParser::sum() { return binary(Level::Sum); }

ExpressionPtr ExpressionParser::binary(Level level) {
  if (level == Level::Unary) return unary();
  if (level == Level::Test && (tokens_.is(TokenKind::Not) || quantifier_of(tokens_.kind())))
    return test();
  const auto next = static_cast<Level>(static_cast<int>(level) + 1);
  ExpressionPtr first = binary(next);
  std::vector<Term> rest;
  while (first) {
    const auto* const known = std::ranges::find_if(kOperators, [&](const BinaryOperator& o) {
      return o.token == tokens_.kind() && o.level == level;
    });
    if (known == std::end(kOperators)) break;
    if (level == Level::Test && !rest.empty() && !chained_comparison()) return nullptr;
    Term term{known->op, tokens_.take(), binary(next)};
    if (!term.operand) return nullptr;
    rest.push_back(std::move(term));
  }
  return rest.empty() ? std::move(first) : joined(level, std::move(first), std::move(rest));
}

ExpressionPtr ExpressionParser::joined(Level level, ExpressionPtr first, std::vector<Term> rest) {
  const Position at = first->at;
  if (level == Level::Or || level == Level::And)
    return make_expression(at, Logical{rest.front().op, std::move(first), std::move(rest)});
  if (level != Level::Test)
    return make_expression(at, Arithmetic{std::move(first), std::move(rest)});
  Term& term = rest.front();
  return make_expression(at,
                         Comparison{term.op, term.at, std::move(first), std::move(term.operand)});
}

bool ExpressionParser::chained_comparison() {
  return tokens_.fail("a comparison cannot be compared",
                      "join two comparisons with AND, or put one into parentheses");
}

ExpressionPtr ExpressionParser::test() {
  const Nested nested(tokens_);
  if (!nested.allowed()) return nullptr;
  return tokens_.is(TokenKind::Not) ? negated() : quantified();
}

ExpressionPtr ExpressionParser::negated() {
  const Position at = tokens_.take();
  ExpressionPtr operand = binary(Level::Test);
  return operand ? make_expression(at, Not{std::move(operand)}) : nullptr;
}

ExpressionPtr ExpressionParser::unary() {
  if (!tokens_.is(TokenKind::Minus)) return primary();
  const Nested nested(tokens_);
  if (!nested.allowed()) return nullptr;
  const Position at = tokens_.take();
  ExpressionPtr operand = unary();
  return operand ? make_expression(at, Negation{std::move(operand)}) : nullptr;
}

ExpressionPtr ExpressionParser::conditional() {
  const Nested nested(tokens_);
  if (!nested.allowed()) return nullptr;
  const Position at = tokens_.at();
  Conditional conditional;
  do {
    if (!branch(conditional)) return nullptr;
  } while (tokens_.is(TokenKind::Elif));
  if (tokens_.accept(TokenKind::Else)) {
    conditional.otherwise = expression();
    if (!conditional.otherwise) return nullptr;
  }
  return make_expression(at, std::move(conditional));
}

bool ExpressionParser::branch(Conditional& conditional) {
  Branch branch{tokens_.take(), nullptr, nullptr};
  if (!tokens_.expect(TokenKind::OpenParenthesis, "a condition must be in parentheses"))
    return false;
  branch.condition = expression();
  if (!branch.condition || !tokens_.expect(TokenKind::CloseParenthesis)) return false;
  branch.value = expression();
  if (!branch.value) return false;
  conditional.branches.push_back(std::move(branch));
  return true;
}

std::optional<Operator> ExpressionParser::binary_operator(TokenKind kind) {
  const auto* const known = std::ranges::find(kOperators, kind, &BinaryOperator::token);
  if (known == std::end(kOperators)) return std::nullopt;
  return known->op;
}

}  // namespace lull::asl
