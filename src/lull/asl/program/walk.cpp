// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/program/walk.hpp"

#include <vector>

namespace lull::asl {
namespace {

// Compares expressions of one kind except for their subexpressions; returns false if the kind is
// unknown.
struct SameHead {
  const Node::Body& other;

  template <class Body>
  [[nodiscard]] const Body& of() const {
    return std::get<Body>(other);
  }
  bool operator()(const code::Local& a) const {
    return a.outer == of<code::Local>().outer && a.slot == of<code::Local>().slot;
  }
  bool operator()(const code::Lazy& a) const {
    return a.outer == of<code::Lazy>().outer && a.variable == of<code::Lazy>().variable;
  }
  bool operator()(const code::Root& a) const { return a.outer == of<code::Root>().outer; }
  bool operator()(const code::This& /*a*/) const { return true; }
  bool operator()(const code::Predecessor& /*a*/) const { return true; }
  bool operator()(const code::TopConstant& a) const {
    return a.constant == of<code::TopConstant>().constant;
  }
  bool operator()(const code::ModelAttributeOf& a) const {
    const auto& b = of<code::ModelAttributeOf>();
    return a.declared == b.declared && a.index == b.index;
  }
  bool operator()(const code::StateAt& a) const {
    const auto& b = of<code::StateAt>();
    return a.state == b.state && a.before == b.before;
  }
  bool operator()(const code::CallFunction& a) const {
    return a.function == of<code::CallFunction>().function;
  }
  template <class Body>
  bool operator()(const Body& /*a*/) const {
    return false;
  }
};

}  // namespace

bool same_expression(const Node& a, const Node& b) {
  if (a.body.index() != b.body.index() || !std::visit(SameHead{b.body}, a.body)) return false;
  std::vector<const Node*> of_a;
  std::vector<const Node*> of_b;
  visit_children(a, [&](const Node& child) { of_a.push_back(&child); });
  visit_children(b, [&](const Node& child) { of_b.push_back(&child); });
  if (of_a.size() != of_b.size()) return false;
  for (std::size_t i = 0; i < of_a.size(); ++i)
    if (!same_expression(*of_a[i], *of_b[i])) return false;
  return true;
}

bool uses_slot(const Node& node, std::uint32_t slot) {
  bool found = false;
  visit_all(node, [&](const Node& inner) {
    const auto* const local = std::get_if<code::Local>(&inner.body);
    found = found || (local != nullptr && !local->outer && local->slot == slot);
  });
  return found;
}

}  // namespace lull::asl
