// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses expressions by recursive descent: operators by a precedence table (expression_parser.cpp),
// operands in primary_parser.cpp, expressions that bind names in range_parser.cpp. Each function
// parses the production with the same name; after a mistake it adds a diagnostic and returns null,
// and the parser of the definition resumes after it. Takes linear time: the only lookahead search,
// for the WHERE of an aggregate, runs once per expression over its own tokens.
#pragma once

#include <optional>

#include "lull/asl/syntax/token_stream.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::asl {

class ExpressionParser {
 public:
  explicit ExpressionParser(TokenStream& tokens) : tokens_(tokens) {}

  // Returns the operator that a token denotes between two operands.
  [[nodiscard]] static std::optional<Operator> binary_operator(TokenKind kind);

  ExpressionPtr expression();
  ExpressionPtr disjunction();
  ExpressionPtr conjunction();
  ExpressionPtr sum();

  // Parses id IN sum [AND disj], after WHERE.
  std::optional<Range> range_after_where();
  // Parses the rest after "SUM (value": WHERE … ")".
  ExpressionPtr closed_aggregate(const Position& at, Aggregator aggregator, ExpressionPtr value);

 private:
  enum class Level { Or, And, Test, Sum, Product, Unary };
  struct BinaryOperator;
  static const BinaryOperator kOperators[];

  ExpressionPtr binary(Level level);
  ExpressionPtr joined(Level level, ExpressionPtr first, std::vector<Term> rest);
  bool chained_comparison();
  ExpressionPtr test();
  ExpressionPtr negated();
  ExpressionPtr unary();
  ExpressionPtr conditional();
  bool branch(Conditional& conditional);

  ExpressionPtr primary();
  ExpressionPtr operand();
  ExpressionPtr bracketed();
  ExpressionPtr literal();
  ExpressionPtr parenthesised();
  ExpressionPtr name_or_call();
  ExpressionPtr set();
  ExpressionPtr in_parentheses();
  ExpressionPtr no_operand();
  bool expressions(std::vector<ExpressionPtr>& list, TokenKind close);

  ExpressionPtr quantified();
  ExpressionPtr comprehension(const Position& at);
  ExpressionPtr aggregate();
  ExpressionPtr open_aggregate();
  ExpressionPtr extreme(const Position& at, Aggregator aggregator, ExpressionPtr first);
  bool range(Range& range);
  [[nodiscard]] bool opens_aggregate() const;

  TokenStream& tokens_;
};

// Must only be called for tokens that are an aggregator.
[[nodiscard]] std::optional<Aggregator> aggregator_of(TokenKind kind);
[[nodiscard]] std::optional<Quantifier> quantifier_of(TokenKind kind);

template <class Node>
[[nodiscard]] ExpressionPtr make_expression(const Position& at, Node node) {
  return std::make_unique<Expression>(Expression{at, std::move(node)});
}

}  // namespace lull::asl
