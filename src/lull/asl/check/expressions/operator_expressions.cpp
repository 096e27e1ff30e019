// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks arithmetic and comparisons.
#include <fmt/format.h>

#include <utility>

#include "lull/asl/check/expressions/expression_checker.hpp"
#include "lull/asl/syntax/expression_text.hpp"

namespace lull::asl {
namespace {

bool is_null_literal(const NodePtr& node) {
  return node->type.kind == StaticType::Kind::Null &&
         std::holds_alternative<code::Literal>(node->body);
}

}  // namespace

NodePtr ExpressionChecker::operator()(const Arithmetic& e) {
  if (depth_ + e.rest.size() > kMostDepth) {
    fail(e.rest[kMostDepth - depth_].at,
         fmt::format("there are more than {} operators in an expression", kMostDepth),
         "split it with constants or functions");
    return error(at_);
  }
  depth_ += e.rest.size();
  NodePtr result = check(*e.first);
  for (const Term& term : e.rest) {
    NodePtr right = check(*term.operand);
    result = joined(term.op, term.at, std::move(result), std::move(right));
  }
  depth_ -= e.rest.size();
  return result;
}

NodePtr ExpressionChecker::operator()(const Negation& e) {
  const Position at = at_;
  NodePtr operand = check(*e.operand);
  if (is_wrong(operand)) return operand;
  if (!operand->type.is_number()) {
    fail(at, fmt::format("'-' does not apply to {}", text(operand->type)));
    return error(at);
  }
  const StaticType type = operand->type;
  return make(at, type, code::Negate{std::move(operand)});
}

NodePtr ExpressionChecker::joined(Operator op, const Position& at, NodePtr left, NodePtr right) {
  if (is_wrong(left)) return left;
  if (is_wrong(right)) return right;
  if (left->type.is_set() && (op == Operator::Add || op == Operator::Subtract))
    return changed_set(op, at, std::move(left), std::move(right));
  const auto type = arithmetic_type(op, left->type, right->type);
  if (!type) {
    const bool turned = right->type.is_set() && op == Operator::Add;
    fail(at,
         fmt::format("'{}' does not apply to {} and {}", name_of(op), text(left->type),
                     text(right->type)),
         turned ? "the set must be to the left of '+'" : "");
    return error(at);
  }
  left = converted(checking_, std::move(left), *type);
  right = converted(checking_, std::move(right), *type);
  return make(at, *type, code::Arithmetic{op, at, std::move(left), std::move(right)});
}

// set + x and set - x, where x is a set or an element.
NodePtr ExpressionChecker::changed_set(Operator op, const Position& at, NodePtr left,
                                       NodePtr right) {
  const bool add = op == Operator::Add;
  StaticType result = left->type;
  if (right->type.is_set()) {
    const auto common = common_type(checking_.program, left->type, right->type);
    if (!common) {
      no_comparison(op, at, left->type, right->type);
      return error(at);
    }
    if (add) result = *common;
  } else if (left->type.kind == Kind::Empty) {
    if (right->type.kind == Kind::Null) return left;
    if (add) result = right->type.set_of();
  } else {
    const StaticType element = left->type.element();
    const auto common = common_type(checking_.program, element, right->type);
    const bool widens = common && *common != element && element.kind == Kind::Integer;
    if (!common || widens) {
      no_comparison(op, at, left->type, right->type);
      return error(at);
    }
    right = converted(checking_, std::move(right), *common);
    if (add) result = common->set_of();
  }
  return make(at, result, code::SetChange{add, std::move(left), std::move(right)});
}

NodePtr ExpressionChecker::operator()(const Comparison& e) {
  if (e.op == Operator::Equal || e.op == Operator::NotEqual) {
    if (const auto id = class_named(*e.right)) return class_test(e.op, e.at, *e.left, *id);
    if (const auto id = class_named(*e.left)) return class_test(e.op, e.at, *e.right, *id);
  }
  NodePtr left = check(*e.left);
  NodePtr right = check(*e.right);
  return compared(e.op, e.at, std::move(left), std::move(right));
}

NodePtr ExpressionChecker::inverse_if(bool inverted, NodePtr node) {
  if (!inverted) return node;
  const Position at = node->at;
  return make(at, type_of(Kind::Boolean), code::Inverse{std::move(node)});
}

// typeof(e) == C, or c == C.
NodePtr ExpressionChecker::class_test(Operator op, const Position& at, const Expression& operand,
                                      ClassId id) {
  const StaticType boolean = type_of(Kind::Boolean);
  const bool inverted = op == Operator::NotEqual;
  NodePtr node = check(operand);
  if (is_wrong(node)) return node;
  if (auto* const of = std::get_if<code::ClassOf>(&node->body)) {
    if (!checking_.is_event(id)) {
      fail(at, fmt::format("an event is never of class {}", text(object_of(id))));
      return error(at);
    }
    return inverse_if(inverted, make(at, boolean, code::IsOfClass{std::move(of->event), id}));
  }
  if (node->type.is(Kind::Class))
    return inverse_if(inverted, make(at, boolean, code::IsClass{std::move(node), id}));
  fail(at, fmt::format("{} cannot be compared with a class", text(node->type)),
       checking_.is_event(node->type) ? "write typeof(…)" : "");
  return error(at);
}

NodePtr ExpressionChecker::compared(Operator op, const Position& at, NodePtr left, NodePtr right) {
  if (is_wrong(left)) return left;
  if (is_wrong(right)) return right;
  if (op == Operator::Equal || op == Operator::NotEqual)
    if (NodePtr test = null_test(op, at, left, right)) return test;
  const auto type = comparison_type(checking_.program, op, left->type, right->type);
  if (!type) {
    no_comparison(op, at, left->type, right->type);
    return error(at);
  }
  left = converted(checking_, std::move(left), *type);
  right = converted(checking_, std::move(right), *type);
  return make(at, type_of(Kind::Boolean), code::Compare{op, at, std::move(left), std::move(right)});
}

// Comparison with NULL, or of a set with {}; returns null for anything else.
NodePtr ExpressionChecker::null_test(Operator op, const Position& at, NodePtr& left,
                                     NodePtr& right) {
  const auto is_nothing = [](const NodePtr& node) {
    return is_null_literal(node) || std::holds_alternative<code::EmptySet>(node->body);
  };
  const bool inverted = op == Operator::NotEqual;
  if (is_nothing(left) && is_nothing(right))
    return checking_.literal(at, type_of(Kind::Boolean), truth_value(!inverted));
  if (!is_nothing(left) && !is_nothing(right)) return nullptr;
  NodePtr& nothing = is_nothing(right) ? right : left;
  NodePtr& other = is_nothing(right) ? left : right;
  const bool tests = is_null_literal(nothing) ? other->type.is_object() || other->type.is_set()
                                              : other->type.is_set();
  if (!tests) return nullptr;
  if (other->type.kind == Kind::Null)
    return checking_.literal(at, type_of(Kind::Boolean), truth_value(!inverted));
  return inverse_if(inverted, make(at, type_of(Kind::Boolean), code::IsNull{std::move(other)}));
}

void ExpressionChecker::no_comparison(Operator op, const Position& at, const StaticType& a,
                                      const StaticType& b) {
  const bool comparison = op == Operator::Equal || op == Operator::NotEqual;
  std::string hint;
  for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (!comparison || !other.is(Kind::String)) continue;
    if (one == object_of(model().region)) hint = "REGION(\"…\") is the region of a name";
    if (one.is(Kind::Enum)) hint = fmt::format("write {}.value", text(one));
  }
  if (comparison && a.is_set() && b.is_set())
    hint = "a set can be compared with NULL, which it equals if it is empty";
  fail(at, fmt::format("'{}' does not apply to {} and {}", name_of(op), text(a), text(b)), hint);
}

}  // namespace lull::asl
