// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Generic traversal of checked expressions.
#pragma once

#include <type_traits>
#include <variant>

#include "lull/asl/program/program.hpp"

namespace lull::asl {

// Calls visit(node) for each direct subexpression.
template <class Visit>
void visit_children(const Node& node, const Visit& visit) {
  const auto one = [&](const NodePtr& child) {
    if (child != nullptr) visit(*child);
  };
  const auto all = [&](const Nodes& children) {
    for (const NodePtr& child : children) one(child);
  };
  std::visit(
      [&]<class Body>(const Body& body) {
        if constexpr (requires { body.range; }) {
          one(body.range.set);
          one(body.range.filter);
        }
        if constexpr (requires { body.branches; })
          for (const auto& branch : body.branches) {
            one(branch.condition);
            one(branch.value);
          }
        if constexpr (requires { body.otherwise; }) one(body.otherwise);
        if constexpr (requires { body.object; }) one(body.object);
        if constexpr (requires { body.match; }) one(body.match);
        if constexpr (requires { body.arguments; }) all(body.arguments);
        if constexpr (requires { body.instance; }) one(body.instance);
        if constexpr (requires { body.event; }) one(body.event);
        if constexpr (requires { body.text; }) one(body.text);
        if constexpr (std::is_same_v<Body, code::Counter>) one(body.name);
        if constexpr (requires { body.dimension; }) one(body.dimension);
        if constexpr (requires { body.region; }) one(body.region);
        if constexpr (requires { body.experiment; }) one(body.experiment);
        if constexpr (requires { body.left; }) one(body.left);
        if constexpr (requires { body.right; }) one(body.right);
        if constexpr (requires { body.operand; }) one(body.operand);
        if constexpr (requires { body.operands; }) all(body.operands);
        if constexpr (requires { body.elements; }) all(body.elements);
        if constexpr (requires { body.set; }) one(body.set);
        if constexpr (requires { body.other; }) one(body.other);
        if constexpr (requires { body.body; }) one(body.body);
        if constexpr (std::is_same_v<Body, code::Aggregate>) one(body.value);
      },
      node.body);
}

// Calls visit(node) for the expression and all subexpressions, outermost first.
template <class Visit>
void visit_all(const Node& node, const Visit& visit) {
  visit(node);
  visit_children(node, [&](const Node& child) { visit_all(child, visit); });
}

// Returns whether both are certainly the same expression.
[[nodiscard]] bool same_expression(const Node& a, const Node& b);

// Returns whether the expression uses a variable of its own frame.
[[nodiscard]] bool uses_slot(const Node& node, std::uint32_t slot);

}  // namespace lull::asl
