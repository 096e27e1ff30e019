// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Every node below a node, or of a program, itself first. Depth is bounded by that of expressions.
#pragma once

#include <type_traits>
#include <variant>

#include "lull/asl/program/program.hpp"

namespace lull::asl {

// Calls `visit` with each NodePtr that is directly in the body, in the order of the text.
template <class Body, class Visit>
void for_each_child(Body& body, const Visit& visit);

namespace walking {

template <class Visit, class Range>
void in_range(Range& range, const Visit& visit) {
  visit(range.set);
  visit(range.filter);
}

template <class Visit>
struct Children {
  const Visit& visit;

  template <class Body>
  void operator()(Body& body) const {
    using Plain = std::remove_const_t<Body>;
    if constexpr (requires { body.operands; }) {
      for (auto& one : body.operands) visit(one);
    } else if constexpr (std::is_same_v<Plain, code::Choice>) {
      for (auto& branch : body.branches) {
        visit(branch.condition);
        visit(branch.value);
      }
      visit(body.otherwise);
    } else if constexpr (std::is_same_v<Plain, code::Quantified>) {
      in_range(body.range, visit);
      visit(body.body);
    } else if constexpr (std::is_same_v<Plain, code::Aggregate>) {
      in_range(body.range, visit);
      visit(body.value);
    } else if constexpr (std::is_same_v<Plain, code::Those>) {
      in_range(body.range, visit);
    } else if constexpr (std::is_same_v<Plain, code::Elements>) {
      for (auto& one : body.elements) visit(one);
    } else {
      members(body);
    }
  }

 private:
  // Whatever is called like that.
  template <class Body>
  void members(Body& body) const {
    if constexpr (requires { body.text; }) visit(body.text);
    if constexpr (requires { body.object; }) visit(body.object);
    if constexpr (requires { body.match; }) visit(body.match);
    if constexpr (requires { body.instance; }) visit(body.instance);
    if constexpr (requires { body.event; }) visit(body.event);
    if constexpr (requires { body.region; }) visit(body.region);
    if constexpr (requires { body.experiment; }) visit(body.experiment);
    if constexpr (requires { body.operand; }) visit(body.operand);
    if constexpr (requires { body.left; }) visit(body.left);
    if constexpr (requires { body.right; }) visit(body.right);
    if constexpr (requires { body.set; }) visit(body.set);
    if constexpr (requires { body.other; }) visit(body.other);
    if constexpr (requires { body.arguments; })
      for (auto& one : body.arguments) visit(one);
    if constexpr (std::is_same_v<std::remove_const_t<Body>, code::Counter>) visit(body.name);
  }
};

}  // namespace walking

template <class Body, class Visit>
void for_each_child(Body& body, const Visit& visit) {
  std::visit(walking::Children<Visit>{visit}, body);
}

// `Some` is Node or const Node.
template <class Some, class Visit>
void walk(Some& node, const Visit& visit) {
  visit(node);
  for_each_child(node.body, [&](auto& child) {
    if (child) walk(static_cast<Some&>(*child), visit);
  });
}

// All expressions of a program, with what they belong to: a Constant, Function, Class, …
template <class Visit>
void for_each_root(Program& program, const Visit& visit) {
  const auto one = [&](auto& owner, NodePtr& node) {
    if (node) visit(owner, *node);
  };
  const auto scope = [&](auto& owner) {
    for (code::LazyVariable& lazy : owner.scope.lazy) one(owner, lazy.value);
  };
  for (code::Constant& constant : program.constants) one(constant, constant.value);
  for (code::Function& function : program.functions) one(function, function.body);
  for (code::Class& declared : program.classes) {
    one(declared, declared.condition);
    for (code::Attribute& attribute : declared.attributes) one(declared, attribute.value);
  }
  for (code::Pattern& pattern : program.patterns) {
    scope(pattern);
    for (code::Step& step : pattern.instantiation) one(pattern, step.value);
    one(pattern, pattern.constraint);
    for (code::Step& step : pattern.exports) one(pattern, step.value);
    if (!pattern.metric) continue;
    one(pattern, pattern.metric->seconds);
    one(pattern, pattern.metric->event);
    if (!pattern.metric->each) continue;
    one(pattern, pattern.metric->each->set);
    one(pattern, pattern.metric->each->filter);
  }
  for (code::Property& property : program.properties) {
    scope(property);
    for (code::Condition& condition : property.conditions) one(property, condition.value);
    for (code::Guarded& guarded : property.confidence) one(property, guarded.value);
    for (code::Guarded& guarded : property.severity) one(property, guarded.value);
  }
}

}  // namespace lull::asl
