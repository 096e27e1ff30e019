// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks sets and ranges over sets.
#include <fmt/format.h>

#include <utility>

#include "lull/asl/check/expressions/expression_checker.hpp"
#include "lull/asl/syntax/expression_text.hpp"

namespace lull::asl {

code::Range ExpressionChecker::open_range(const Name& name, const Expression& set,
                                          const Expression* filter) {
  code::Range range;
  range.set = check(set);
  StaticType element;
  if (range.set->type.kind == Kind::Empty) {
    element = type_of(Kind::Null);
  } else if (range.set->type.is_set()) {
    element = range.set->type.element();
  } else if (!is_wrong(range.set)) {
    fail(set.at, fmt::format("a set is expected here, not {}", text(range.set->type)),
         range.set->type.is_object() ? "write a set of one element as {…}" : "");
    range.set = error(set.at);
  }
  range.slot = locals_.new_slot();
  locals_.declare(name.text, {Variable::Kind::Slot, range.slot, element, 0, 0});
  open_facts_.push_back(locals_.facts());
  if (filter != nullptr) {
    range.filter = check(*filter, Kind::Boolean);
    learn(*filter, true);
  }
  return range;
}

void ExpressionChecker::close_range() {
  locals_.forget(open_facts_.back());
  open_facts_.pop_back();
  locals_.undeclare();
}

NodePtr ExpressionChecker::operator()(const Quantified& e) {
  const Position at = at_;
  code::Range range = open_range(e.variable, *e.set, nullptr);
  NodePtr body = check(*e.body, Kind::Boolean);
  close_range();
  return make(at, type_of(Kind::Boolean),
              code::Quantified{e.quantifier, std::move(range), std::move(body)});
}

NodePtr ExpressionChecker::operator()(const Aggregate& e) {
  const Position at = at_;
  code::Range range =
      open_range(e.range.variable, *e.range.set, e.range.filter ? e.range.filter.get() : nullptr);
  NodePtr value = check(*e.value);
  close_range();
  if (e.aggregator == Aggregator::Count)
    return make(at, type_of(Kind::Integer),
                code::Aggregate{e.aggregator, std::move(range), nullptr});
  StaticType type = value->type;
  if (!type.is_number()) {
    if (!is_wrong(value))
      fail(e.value->at, fmt::format("{} takes numbers, not {}", name_of(e.aggregator), text(type)));
    return error(at);
  }
  if (e.aggregator == Aggregator::Avg) type = type_of(Kind::Float);
  value = converted(checking_, std::move(value), type);
  return make(at, type, code::Aggregate{e.aggregator, std::move(range), std::move(value)});
}

NodePtr ExpressionChecker::operator()(const Extreme& e) {
  const Position at = at_;
  code::Extreme extreme;
  extreme.greatest = e.aggregator == Aggregator::Max;
  StaticType type = type_of(Kind::Integer);
  bool wrong = false;
  for (const ExpressionPtr& one : e.operands) {
    NodePtr operand = check(*one);
    if (operand->type.is(Kind::Float)) type = type_of(Kind::Float);
    if (!is_wrong(operand) && !operand->type.is_number())
      fail(one->at,
           fmt::format("{} takes numbers, not {}", name_of(e.aggregator), text(operand->type)),
           operand->type.is_set()
               ? fmt::format("write {} (… WHERE name IN set)", name_of(e.aggregator))
               : "");
    wrong = wrong || !operand->type.is_number();
    extreme.operands.push_back(std::move(operand));
  }
  if (wrong) return error(at);
  for (NodePtr& operand : extreme.operands)
    operand = converted(checking_, std::move(operand), type);
  return make(at, type, std::move(extreme));
}

NodePtr ExpressionChecker::operator()(const SetLiteral& e) { return set_literal(e, nullptr); }

// {a, b}: the element type is the common type of the elements, or the required set's element type.
NodePtr ExpressionChecker::set_literal(const SetLiteral& e, const StaticType* wanted) {
  const Position at = at_;
  if (e.elements.empty()) return make(at, type_of(Kind::Empty), code::EmptySet{});
  const bool typed = wanted != nullptr && wanted->set;
  StaticType type = typed ? wanted->element() : type_of(Kind::Null);
  code::Elements set;
  bool wrong = false;
  for (const ExpressionPtr& one : e.elements) {
    NodePtr element = typed ? check(*one, type) : check(*one);
    if (element->type.is_set() && !is_wrong(element)) {
      fail(one->at, "a set cannot be an element of a set", "join sets with +");
      element = error(one->at);
    }
    const bool first = set.elements.empty() && !typed;
    const auto common = first ? element->type : common_type(checking_.program, type, element->type);
    if (!common)
      fail(one->at, fmt::format("{} is expected here, not {}", text(type), text(element->type)),
           "all elements of a set must have the same type");
    wrong = wrong || is_wrong(element) || !common;
    if (common && !wrong) type = *common;
    set.elements.push_back(std::move(element));
  }
  if (wrong) return error(at);
  if (type.kind == Kind::Null) return make(at, type_of(Kind::Empty), code::EmptySet{});
  for (NodePtr& element : set.elements) element = converted(checking_, std::move(element), type);
  return make(at, type.set_of(), std::move(set));
}

NodePtr ExpressionChecker::operator()(const Comprehension& e) {
  const Position at = at_;
  code::Range range =
      open_range(e.range.variable, *e.range.set, e.range.filter ? e.range.filter.get() : nullptr);
  StaticType type = range.set->type;
  // Facts that the filter establishes for all elements hold for the set.
  const Variable* const variable = locals_.find(e.range.variable.text);
  const auto narrowed = locals_.narrowed(fmt::format("#{}", variable->number));
  if (narrowed && type.set && type.kind == Kind::Object &&
      !checking_.program.is_derived(type.class_id(), *narrowed))
    type = object_of(*narrowed).set_of();
  const bool wrong = is_wrong(range.set) || (range.filter && is_wrong(range.filter));
  close_range();
  if (wrong) return error(at);
  return make(at, type, code::Those{std::move(range)});
}

NodePtr ExpressionChecker::operator()(const Unique& e) {
  const Position at = at_;
  NodePtr set = check(*e.operand);
  if (is_wrong(set)) return set;
  const StaticType type = set->type;
  if (type.kind == Kind::Empty)
    return checking_.literal(at, type_of(Kind::Null), event_value(nullptr));
  if (!type.set || type.kind != Kind::Object) {
    fail(e.operand->at, fmt::format("a set of objects is expected here, not {}", text(type)));
    return error(at);
  }
  return make(at, type.element(), code::OnlyElement{std::move(set), {}});
}

}  // namespace lull::asl
