// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/expression_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace lull::asl {
namespace {

constexpr std::string_view kOperatorNames[] = {
    "OR", "AND", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/"};
constexpr std::string_view kAggregatorNames[] = {"SUM", "MIN", "MAX", "AVG", "COUNT"};
constexpr std::string_view kQuantifierNames[] = {"EXISTS", "NEXISTS", "FORALL"};
constexpr std::string_view kContextNames[] = {"ROOT", "TRACE", "THIS"};

// The grammar's productions. Where a production is expected, later productions may also occur.
enum class Production { Expression, Disjunction, Conjunction, Test, Sum, Product, Unary, Primary };

struct ProductionOf {
  Production operator()(const Conditional&) const { return Production::Expression; }
  Production operator()(const Aggregate& node) const {
    return node.open ? Production::Expression : Production::Primary;
  }
  Production operator()(const Logical& node) const {
    return node.op == Operator::Or ? Production::Disjunction : Production::Conjunction;
  }
  Production operator()(const Not&) const { return Production::Test; }
  Production operator()(const Quantified&) const { return Production::Test; }
  Production operator()(const Comparison&) const { return Production::Test; }
  Production operator()(const Arithmetic& node) const {
    const Operator op = node.rest.front().op;
    return op == Operator::Add || op == Operator::Subtract ? Production::Sum : Production::Product;
  }
  Production operator()(const Negation&) const { return Production::Unary; }
  template <class Node>
  Production operator()(const Node&) const {
    return Production::Primary;
  }
};

// Returns whether the expression would take a following ELSE.
bool takes_else(const Expression& expression) {
  const auto* const conditional = std::get_if<Conditional>(&expression.node);
  return conditional != nullptr &&
         (conditional->otherwise == nullptr || takes_else(*conditional->otherwise));
}

std::string quoted(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    if (c == '\n')
      text += "\\n";
    else if (c == '\t')
      text += "\\t";
    else
      text += c;
  }
  return text + '"';
}

class Printer {
 public:
  std::string run(const Expression& expression) {
    print(expression, Production::Expression);
    return std::move(text_);
  }

  void operator()(const IntegerLiteral& node) { text_ += fmt::to_string(node.value); }
  void operator()(const FloatLiteral& node) {
    const std::string digits = fmt::format("{}", node.value);
    text_ += digits;
    if (digits.find_first_of(".e") == digits.npos) text_ += ".0";
  }
  void operator()(const StringLiteral& node) { text_ += quoted(node.value); }
  void operator()(const BooleanLiteral& node) { text_ += node.value ? "TRUE" : "FALSE"; }
  void operator()(const NullLiteral&) { text_ += "NULL"; }
  void operator()(const ContextName& node) {
    text_ += kContextNames[static_cast<std::size_t>(node.kind)];
  }
  void operator()(const NameUse& node) { text_ += node.name.text; }
  void operator()(const Call& node) {
    text_ += node.function.text + "(";
    list(node.arguments, Production::Expression);
    text_ += ")";
  }
  void operator()(const Member& node) {
    print(*node.object, Production::Primary);
    for (const Name& name : node.path) text_ += "." + name.text;
  }
  void operator()(const Negation& node) {
    text_ += "-";
    print(*node.operand, Production::Primary);
  }
  void operator()(const Not& node) {
    text_ += "NOT ";
    print(*node.operand, Production::Test);
  }
  void operator()(const Logical& node) {
    chain(node.first, node.rest,
          node.op == Operator::Or ? Production::Conjunction : Production::Test);
  }
  void operator()(const Comparison& node) {
    print(*node.left, Production::Sum);
    text_ += fmt::format(" {} ", name_of(node.op));
    print(*node.right, Production::Sum);
  }
  void operator()(const Arithmetic& node) {
    const bool sum = ProductionOf()(node) == Production::Sum;
    chain(node.first, node.rest, sum ? Production::Product : Production::Unary);
  }
  void operator()(const Conditional& node) {
    for (std::size_t i = 0; i < node.branches.size(); ++i) {
      const Branch& branch = node.branches[i];
      text_ += i == 0 ? "IF (" : " ELIF (";
      print(*branch.condition, Production::Expression);
      text_ += ") ";
      const bool last = i + 1 == node.branches.size() && node.otherwise == nullptr;
      print(*branch.value,
            !last && takes_else(*branch.value) ? Production::Disjunction : Production::Expression);
    }
    if (node.otherwise == nullptr) return;
    text_ += " ELSE ";
    print(*node.otherwise, Production::Expression);
  }
  void operator()(const Quantified& node) {
    text_ += fmt::format("{} {} IN ", name_of(node.quantifier), node.variable.text);
    print(*node.set, Production::Sum);
    text_ += " SUCH THAT ";
    print(*node.body, Production::Test);
  }
  void operator()(const Aggregate& node) {
    text_ += fmt::format("{} {}", name_of(node.aggregator), node.open ? "" : "(");
    print(*node.value, node.open ? Production::Sum : Production::Disjunction);
    text_ += " WHERE ";
    range(node.range, " AND ", Production::Disjunction);
    if (!node.open) text_ += ")";
  }
  void operator()(const Extreme& node) {
    text_ += fmt::format("{} (", name_of(node.aggregator));
    list(node.operands, Production::Disjunction);
    text_ += ")";
  }
  void operator()(const SetLiteral& node) {
    text_ += "{";
    list(node.elements, Production::Expression);
    text_ += "}";
  }
  void operator()(const Comprehension& node) {
    text_ += "{";
    range(node.range, " SUCH THAT ", Production::Expression);
    text_ += "}";
  }
  void operator()(const Unique& node) { in_parentheses("UNIQUE", node.operand); }
  void operator()(const TypeOf& node) { in_parentheses("TYPEOF", node.operand); }

 private:
  void print(const Expression& expression, Production expected) {
    const bool parentheses = std::visit(ProductionOf(), expression.node) < expected;
    if (parentheses) text_ += "(";
    std::visit(*this, expression.node);
    if (parentheses) text_ += ")";
  }

  void chain(const ExpressionPtr& first, const std::vector<Term>& rest, Production operands) {
    print(*first, operands);
    for (const Term& term : rest) {
      text_ += fmt::format(" {} ", name_of(term.op));
      print(*term.operand, operands);
    }
  }

  void list(const std::vector<ExpressionPtr>& expressions, Production expected) {
    for (std::size_t i = 0; i < expressions.size(); ++i) {
      if (i > 0) text_ += ", ";
      print(*expressions[i], expected);
    }
  }

  void range(const Range& range, std::string_view before_filter, Production filter) {
    text_ += range.variable.text + " IN ";
    print(*range.set, Production::Sum);
    if (range.filter == nullptr) return;
    text_ += before_filter;
    print(*range.filter, filter);
  }

  void in_parentheses(std::string_view keyword, const ExpressionPtr& operand) {
    text_ += fmt::format("{}(", keyword);
    print(*operand, Production::Expression);
    text_ += ")";
  }

  std::string text_;
};

}  // namespace

std::string expression_text(const Expression& expression) { return Printer().run(expression); }

std::string_view name_of(Operator op) { return kOperatorNames[static_cast<std::size_t>(op)]; }

std::string_view name_of(Aggregator aggregator) {
  return kAggregatorNames[static_cast<std::size_t>(aggregator)];
}

std::string_view name_of(Quantifier quantifier) {
  return kQuantifierNames[static_cast<std::size_t>(quantifier)];
}

}  // namespace lull::asl
