// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks conditions and conditionals, and finds the facts they establish: typeof(e) == C gives e
// the type C to the right of its AND, in that branch of an IF, and in sets and quantifiers inside
// these.
#include <fmt/format.h>

#include <utility>

#include "lull/asl/check/expressions/expression_checker.hpp"

namespace lull::asl {

NodePtr ExpressionChecker::check(const Expression& expression) {
  at_ = expression.at;
  if (checking_.full()) return error(expression.at);
  return std::visit(*this, expression.node);
}

NodePtr ExpressionChecker::check(const Expression& expression, const StaticType& wanted) {
  at_ = expression.at;
  if (checking_.full()) return error(expression.at);
  const bool known = wanted.kind != Kind::Error;
  if (const auto* const choice = std::get_if<Conditional>(&expression.node); choice && known)
    return conditional(*choice, &wanted);
  if (const auto* const set = std::get_if<SetLiteral>(&expression.node); set && known)
    return fitted(set_literal(*set, &wanted), expression.at, wanted);
  return fitted(check(expression), expression.at, wanted);
}

NodePtr ExpressionChecker::fitted(NodePtr node, const Position& at, const StaticType& wanted) {
  if (fits(checking_.program, node->type, wanted))
    return converted(checking_, std::move(node), wanted);
  const StaticType& type = node->type;
  std::string hint;
  if (type.kind == Kind::Null && wanted.is_set())
    hint = "the empty set is {}";
  else if (type.is_set() && wanted.is(Kind::Object))
    hint = "UNIQUE (…) returns the only element of a set";
  else if (checking_.is_event(type) && checking_.is_event(wanted) &&
           checking_.program.is_derived(wanted.class_id(), type.class_id()))
    hint = fmt::format("test typeof(…) == {} first", text(wanted));
  else if (wanted.is_set() && type == wanted.element())
    hint = "write a set of one element as {…}";
  fail(at, fmt::format("{} is expected here, not {}", text(wanted), text(type)), hint);
  return error(at);
}

NodePtr ExpressionChecker::operator()(const Not& e) {
  const Position at = at_;
  NodePtr operand = check(*e.operand, Kind::Boolean);
  if (is_wrong(operand)) return operand;
  return make(at, type_of(Kind::Boolean), code::Inverse{std::move(operand)});
}

NodePtr ExpressionChecker::operator()(const Logical& e) {
  const Position at = at_;
  const std::size_t facts = locals_.facts();
  Nodes operands;
  bool wrong = false;
  const Expression* before = nullptr;
  const auto add = [&](const Expression& operand) {
    if (before != nullptr) learn(*before, e.op == Operator::And);
    operands.push_back(check(operand, Kind::Boolean));
    wrong = wrong || is_wrong(operands.back());
    before = &operand;
  };
  add(*e.first);
  for (const Term& term : e.rest) add(*term.operand);
  locals_.forget(facts);
  const StaticType boolean = type_of(Kind::Boolean);
  if (wrong) return error(at);
  if (e.op == Operator::And) return make(at, boolean, code::Both{std::move(operands)});
  return make(at, boolean, code::Either{std::move(operands)});
}

NodePtr ExpressionChecker::operator()(const TypeOf& e) {
  const Position at = at_;
  NodePtr event = check(*e.operand);
  if (is_wrong(event)) return event;
  if (!checking_.is_event(event->type)) {
    fail(e.operand->at, fmt::format("an event is expected here, not {}", text(event->type)));
    return error(at);
  }
  return make(at, type_of(Kind::Class), code::ClassOf{std::move(event)});
}

NodePtr ExpressionChecker::operator()(const Conditional& e) { return conditional(e, nullptr); }

NodePtr ExpressionChecker::conditional(const Conditional& e, const StaticType* wanted) {
  const Position at = at_;
  code::Choice choice;
  const auto value = [&](const Expression& one) {
    return wanted != nullptr ? check(one, *wanted) : check(one);
  };
  bool wrong = false;
  const std::size_t before = locals_.facts();
  for (const Branch& branch : e.branches) {
    NodePtr condition = check(*branch.condition, Kind::Boolean);
    const std::size_t facts = locals_.facts();
    learn(*branch.condition, true);
    choice.branches.push_back({std::move(condition), value(*branch.value)});
    locals_.forget(facts);
    learn(*branch.condition, false);
    wrong = wrong || is_wrong(choice.branches.back().condition);
  }
  if (e.otherwise) choice.otherwise = value(*e.otherwise);
  locals_.forget(before);
  NodePtr result = make(at, wanted != nullptr ? *wanted : type_of(Kind::Null), std::move(choice));
  if (wanted == nullptr && !merge(*result, at)) return error(at);
  auto& made = std::get<code::Choice>(result->body);
  if (!made.otherwise) made.otherwise = otherwise(at, result->type);
  for (const code::Choice::Branch& branch : made.branches) wrong = wrong || is_wrong(branch.value);
  if (wrong || is_wrong(made.otherwise)) return error(at);
  return result;
}

// Converts all branches to their common type.
bool ExpressionChecker::merge(Node& node, const Position& at) {
  auto& choice = std::get<code::Choice>(node.body);
  std::vector<NodePtr*> values;
  for (code::Choice::Branch& branch : choice.branches) values.push_back(&branch.value);
  if (choice.otherwise) values.push_back(&choice.otherwise);
  StaticType type = (*values.front())->type;
  for (NodePtr* const value : values) {
    const auto common = common_type(checking_.program, type, (*value)->type);
    if (!common) {
      fail((*value)->at,
           fmt::format("{} is expected here, not {}", text(type), text((*value)->type)),
           "all branches of an IF must have the same type");
      return false;
    }
    type = *common;
    if (type.kind == Kind::Error) return false;
  }
  for (NodePtr* const value : values) *value = converted(checking_, std::move(*value), type);
  node.type = type;
  node.at = at;
  return true;
}

// Returns the value for the case that no branch applies and there is no ELSE.
NodePtr ExpressionChecker::otherwise(const Position& at, const StaticType& type) {
  if (type.is_set()) return make(at, type, code::EmptySet{});
  if (type.is(Kind::Object)) return checking_.literal(at, type, checking_.null_of(type.class_id()));
  if (type.kind == Kind::Null) return checking_.literal(at, type, event_value(nullptr));
  if (type.kind != Kind::Error)
    fail(at, fmt::format("this IF needs an ELSE, as {} has no default value", text(type)),
         "ELSE can be omitted only for classes and sets");
  return error(at);
}

// ---- Facts from TYPEOF ----

std::string ExpressionChecker::key_of(const Expression& e) const {
  if (const auto* const context = std::get_if<ContextName>(&e.node)) {
    if (context->kind == ContextName::Kind::Root) return "ROOT";
    return context->kind == ContextName::Kind::This ? "THIS" : "";
  }
  if (const auto* const use = std::get_if<NameUse>(&e.node)) {
    const Variable* const variable = locals_.find(use->name.text);
    return variable == nullptr ? "" : fmt::format("#{}", variable->number);
  }
  if (const auto* const call = std::get_if<Call>(&e.node)) return key_of(*call);
  const auto* const member = std::get_if<Member>(&e.node);
  if (member == nullptr) return "";
  std::string key = key_of(*member->object);
  if (key.empty()) return key;
  for (const Name& name : member->path) key += "." + name.text;
  return key;
}

// Functions are deterministic.
std::string ExpressionChecker::key_of(const Call& e) const {
  constexpr std::size_t kLongest = 200;  // nested calls are examined once per level
  std::string key = e.function.text + "(";
  for (const ExpressionPtr& argument : e.arguments) {
    const std::string part = key_of(*argument);
    key += part + ",";
    if (part.empty() || key.size() > kLongest) return "";
  }
  return key + ")";
}

void ExpressionChecker::narrow_node(Node& node, const std::string& key) const {
  if (locals_.facts() == 0 || !node.type.is(Kind::Object)) return;
  const auto known = locals_.narrowed(key);
  if (known && !checking_.program.is_derived(node.type.class_id(), *known))
    node.type = object_of(*known);
}

// Adds the facts of a condition that holds, or does not hold.
void ExpressionChecker::learn(const Expression& condition, bool holds) {
  if (const auto* const comparison = std::get_if<Comparison>(&condition.node))
    return learn_comparison(*comparison, holds);
  if (const auto* const inverse = std::get_if<Not>(&condition.node))
    return learn(*inverse->operand, !holds);
  const auto* const logical = std::get_if<Logical>(&condition.node);
  if (logical == nullptr || logical->op != (holds ? Operator::And : Operator::Or)) return;
  learn(*logical->first, holds);
  for (const Term& term : logical->rest) learn(*term.operand, holds);
}

void ExpressionChecker::learn_comparison(const Comparison& comparison, bool holds) {
  if (comparison.op != (holds ? Operator::Equal : Operator::NotEqual)) return;
  const auto* type = std::get_if<TypeOf>(&comparison.left->node);
  auto id = class_named(*comparison.right);
  if (type == nullptr) {
    type = std::get_if<TypeOf>(&comparison.right->node);
    id = class_named(*comparison.left);
  }
  if (type == nullptr || !id || !checking_.is_event(*id)) return;
  const std::string key = key_of(*type->operand);
  if (key.empty()) return;
  const auto known = locals_.narrowed(key);
  const bool narrower = known && checking_.program.is_derived(*known, *id);
  locals_.narrow(key, narrower ? *known : *id);
}

}  // namespace lull::asl
