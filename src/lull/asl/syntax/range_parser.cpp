// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses expressions that range over a set: aggregates, quantifiers, comprehensions.
#include <fmt/format.h>

#include <utility>

#include "lull/asl/syntax/expression_parser.hpp"
#include "lull/asl/syntax/expression_text.hpp"

namespace lull::asl {
namespace {

// Returns whether a sum can contain this token outside of brackets.
bool is_part_of_sum(TokenKind kind) {
  switch (kind) {
    case TokenKind::Identifier:
    case TokenKind::Unique:
    case TokenKind::TypeOf:
    case TokenKind::Dot:
    case TokenKind::Plus:
    case TokenKind::Minus:
    case TokenKind::Times:
    case TokenKind::Divide:
      return true;
    default:
      return is_literal(kind) || aggregator_of(kind);
  }
}

}  // namespace

std::optional<Aggregator> aggregator_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Sum:
      return Aggregator::Sum;
    case TokenKind::Min:
      return Aggregator::Min;
    case TokenKind::Max:
      return Aggregator::Max;
    case TokenKind::Avg:
      return Aggregator::Avg;
    case TokenKind::Count:
      return Aggregator::Count;
    default:
      return std::nullopt;
  }
}

std::optional<Quantifier> quantifier_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Exists:
      return Quantifier::Exists;
    case TokenKind::NotExists:
      return Quantifier::NotExists;
    case TokenKind::ForAll:
      return Quantifier::ForAll;
    default:
      return std::nullopt;
  }
}

// Recognises SUM m.x WHERE … and SUM (m.x) * 2 WHERE …, where the parenthesis is not the
// aggregate's.
bool ExpressionParser::opens_aggregate() const {
  if (!aggregator_of(tokens_.kind())) return false;
  if (tokens_.kind(1) != TokenKind::OpenParenthesis) return true;
  for (std::size_t ahead = 1;; ++ahead) {
    const TokenKind kind = tokens_.kind(ahead);
    if (kind == TokenKind::Where) return true;
    if (const auto partner = tokens_.partner(ahead))
      ahead = *partner;
    else if (!is_part_of_sum(kind))
      return false;
  }
}

ExpressionPtr ExpressionParser::open_aggregate() {
  const Aggregator aggregator = *aggregator_of(tokens_.kind());
  const Position at = tokens_.take();
  ExpressionPtr value = sum();
  if (!value) return nullptr;
  if (!tokens_.expect(
          TokenKind::Where,
          fmt::format("{0} ranges over a set: {0} … WHERE name IN set", name_of(aggregator))))
    return nullptr;
  std::optional<Range> range = range_after_where();
  if (!range) return nullptr;
  return make_expression(at, Aggregate{aggregator, true, std::move(value), std::move(*range)});
}

// The aggregate's parenthesis is the next token: SUM (value WHERE …), MAX (a, b).
ExpressionPtr ExpressionParser::aggregate() {
  const Aggregator aggregator = *aggregator_of(tokens_.kind());
  const Position at = tokens_.take();
  tokens_.take();
  ExpressionPtr first = disjunction();
  if (!first) return nullptr;
  if (tokens_.is(TokenKind::Where)) return closed_aggregate(at, aggregator, std::move(first));
  return extreme(at, aggregator, std::move(first));
}

ExpressionPtr ExpressionParser::closed_aggregate(const Position& at, Aggregator aggregator,
                                                 ExpressionPtr value) {
  if (!tokens_.expect(TokenKind::Where)) return nullptr;
  std::optional<Range> range = range_after_where();
  if (!range || !tokens_.expect(TokenKind::CloseParenthesis)) return nullptr;
  return make_expression(at, Aggregate{aggregator, false, std::move(value), std::move(*range)});
}

ExpressionPtr ExpressionParser::extreme(const Position& at, Aggregator aggregator,
                                        ExpressionPtr first) {
  if (aggregator != Aggregator::Min && aggregator != Aggregator::Max) {
    tokens_.fail_expecting("WHERE", fmt::format("{0} ranges over a set: {0} (… WHERE name IN set)",
                                                name_of(aggregator)));
    return nullptr;
  }
  Extreme extreme{aggregator, {}};
  extreme.operands.push_back(std::move(first));
  while (tokens_.accept(TokenKind::Comma)) {
    extreme.operands.push_back(disjunction());
    if (!extreme.operands.back()) return nullptr;
  }
  if (!tokens_.is(TokenKind::CloseParenthesis)) {
    tokens_.fail_expecting(extreme.operands.size() == 1 ? "',', ')' or WHERE" : "',' or ')'");
    return nullptr;
  }
  tokens_.take();
  return make_expression(at, std::move(extreme));
}

ExpressionPtr ExpressionParser::quantified() {
  Quantified quantified;
  quantified.quantifier = *quantifier_of(tokens_.kind());
  const Position at = tokens_.take();
  Range range;
  if (!this->range(range)) return nullptr;
  if (!tokens_.expect(TokenKind::Such) || !tokens_.expect(TokenKind::That)) return nullptr;
  quantified.variable = std::move(range.variable);
  quantified.set = std::move(range.set);
  quantified.body = binary(Level::Test);
  if (!quantified.body) return nullptr;
  return make_expression(at, std::move(quantified));
}

ExpressionPtr ExpressionParser::comprehension(const Position& at) {
  Comprehension comprehension;
  Range& range = comprehension.range;
  if (!this->range(range)) return nullptr;
  const bool such = tokens_.accept(TokenKind::Such);
  if (such && !tokens_.expect(TokenKind::That)) return nullptr;
  if (such || tokens_.accept(TokenKind::With)) {
    range.filter = expression();
    if (!range.filter) return nullptr;
  }
  if (!tokens_.is(TokenKind::CloseBrace)) {
    tokens_.fail_expecting(range.filter ? "'}'" : "SUCH THAT, WITH or '}'");
    return nullptr;
  }
  tokens_.take();
  return make_expression(at, std::move(comprehension));
}

// Parses id IN sum.
bool ExpressionParser::range(Range& range) {
  std::optional<Name> variable = tokens_.expect_name("the name of an element");
  if (!variable || !tokens_.expect(TokenKind::In)) return false;
  range.variable = std::move(*variable);
  range.set = sum();
  return range.set != nullptr;
}

std::optional<Range> ExpressionParser::range_after_where() {
  std::optional<Range> result(std::in_place);
  if (!range(*result)) return std::nullopt;
  if (!tokens_.accept(TokenKind::And)) return result;
  result->filter = disjunction();
  if (!result->filter) return std::nullopt;
  return result;
}

}  // namespace lull::asl
