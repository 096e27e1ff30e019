// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/check/context/conversion.hpp"

#include <utility>
#include <variant>

namespace lull::asl {
namespace {

using TypeKind = StaticType::Kind;

bool is_ordered(const StaticType& type) {
  return type.is_number() || type.is(TypeKind::String) || type.is(TypeKind::DateTime);
}

std::optional<ClassId> common_base(const Program& program, ClassId a, ClassId b) {
  for (ClassId base = a; base.defined(); base = program.classes[base.index()].base)
    if (program.is_derived(b, base)) return base;
  return std::nullopt;
}

void convert_to_float(Checking& checking, NodePtr& node) {
  if (auto* const literal = std::get_if<code::Literal>(&node->body)) {
    literal->value = real_value(static_cast<double>(literal->value.integer));
    node->type = type_of(TypeKind::Float);
    return;
  }
  const Position at = node->at;
  node = checking.node(at, type_of(TypeKind::Float), code::ToFloat{std::move(node)});
}

void convert(Checking& checking, NodePtr& node, const StaticType& to);

void convert_branches(Checking& checking, code::Choice& choice, const StaticType& to) {
  for (code::Choice::Branch& branch : choice.branches) convert(checking, branch.value, to);
  convert(checking, choice.otherwise, to);
}

void convert(Checking& checking, NodePtr& node, const StaticType& to) {
  const StaticType from = node->type;
  if (from.kind == TypeKind::Error || to.kind == TypeKind::Error || from == to) return;
  if (auto* const choice = std::get_if<code::Choice>(&node->body)) {
    convert_branches(checking, *choice, to);
    node->type = to;
  } else if (from.is(TypeKind::Integer) && to.is(TypeKind::Float)) {
    convert_to_float(checking, node);
  } else if (auto* const set = std::get_if<code::Elements>(&node->body)) {
    for (NodePtr& element : set->elements) convert(checking, element, to.element());
    node->type = to;
  } else if (from.kind == TypeKind::Null) {
    if (auto* const literal = std::get_if<code::Literal>(&node->body))
      literal->value = checking.null_of(to.class_id());
    node->type = to;
  } else if (from.kind == TypeKind::Empty) {
    node->type = to;
  }
}

}  // namespace

bool fits(const Program& program, const StaticType& from, const StaticType& to) {
  if (from.kind == TypeKind::Error || to.kind == TypeKind::Error || from == to) return true;
  if (from.kind == TypeKind::Empty) return to.is_set();
  if (from.set != to.set) return false;
  if (from.kind == TypeKind::Null) return to.is(TypeKind::Object);
  if (from.kind == TypeKind::Object && to.kind == TypeKind::Object)
    return program.is_derived(from.class_id(), to.class_id());
  return from.is(TypeKind::Integer) && to.is(TypeKind::Float);
}

std::optional<StaticType> common_type(const Program& program, const StaticType& a,
                                      const StaticType& b) {
  if (a.kind == TypeKind::Error || b.kind == TypeKind::Error) return type_of(TypeKind::Error);
  if (fits(program, a, b)) return b;
  if (fits(program, b, a)) return a;
  if (a.kind != TypeKind::Object || b.kind != TypeKind::Object || a.set != b.set)
    return std::nullopt;
  const auto base = common_base(program, a.class_id(), b.class_id());
  if (!base) return std::nullopt;
  return a.set ? object_of(*base).set_of() : object_of(*base);
}

NodePtr converted(Checking& checking, NodePtr node, const StaticType& to) {
  convert(checking, node, to);
  return node;
}

std::optional<StaticType> comparison_type(const Program& program, Operator op, const StaticType& a,
                                          const StaticType& b) {
  const auto common = common_type(program, a, b);
  if (!common || common->kind == TypeKind::Error) return common;
  if (op != Operator::Equal && op != Operator::NotEqual && !is_ordered(*common))
    return std::nullopt;
  if (common->is_set() || common->kind == TypeKind::Null) return std::nullopt;
  return common;
}

std::optional<StaticType> arithmetic_type(Operator op, const StaticType& a, const StaticType& b) {
  if (a.kind == TypeKind::Error || b.kind == TypeKind::Error) return type_of(TypeKind::Error);
  if (!a.is_number() || !b.is_number()) return std::nullopt;
  const bool integer = a.kind == TypeKind::Integer && b.kind == TypeKind::Integer;
  return type_of(integer && op != Operator::Divide ? TypeKind::Integer : TypeKind::Float);
}

}  // namespace lull::asl
