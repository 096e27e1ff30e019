// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Visits every node of an expression or a program, mutable or const; program/walk.hpp defines the
// children of each node.
#pragma once

#include "lull/asl/program/program.hpp"
#include "lull/asl/program/walk.hpp"

namespace lull::asl {

// Visits the node first, then its children as `visit` left them. `Some` is Node or const Node.
template <class Some, class Visit>
void walk(Some& node, const Visit& visit) {
  visit(node);
  visit_children(node, [&](const Node& child) { walk(const_cast<Some&>(child), visit); });
}

// Visits all expressions of a program with their owners: a Constant, Function, Class, …
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
