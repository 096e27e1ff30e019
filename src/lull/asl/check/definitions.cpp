// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks bodies of top-level functions and constants, and conditions and attributes of event types.
#include "lull/asl/check/context/checking.hpp"
#include "lull/asl/check/expressions/body_checker.hpp"

namespace lull::asl {
namespace {

void check_constant(Checking& checking, const Expression* value, const Origin& origin,
                    ConstantId id) {
  if (value == nullptr) return;
  code::Constant& constant = checking.program.constants[id.index()];
  BodyChecker body(checking, origin, {});
  body.begin(constant.scope);
  constant.value = body.expressions().check(*value, constant.type);
  body.end();
}

}  // namespace

void check_definitions(Checking& checking) {
  for (const auto& one : checking.constants)
    check_constant(checking, one.tree->value.get(), one.origin, one.id);
  for (const ActualValue& one : checking.actual_values)
    check_constant(checking, one.value, one.origin, one.constant);
  for (const auto& one : checking.functions) {
    if (!one.id.defined()) continue;
    code::Function& function = checking.program.functions[one.id.index()];
    BodyChecker body(checking, one.origin, {});
    body.begin(function.scope);
    function.body = body.expressions().check(*one.tree->body, function.type);
    body.end();
  }
}

void check_event_types(Checking& checking) {
  for (const auto& one : checking.classes) {
    if (!one.id.defined() || !checking.is_event(one.id)) continue;
    code::Class& declared = checking.program.classes[one.id.index()];
    BodyChecker body(checking, one.origin, {{}, one.id, false});
    body.begin(declared.scope);
    if (one.tree->condition)
      declared.condition =
          body.expressions().check(*one.tree->condition, StaticType::Kind::Boolean);
    for (std::size_t i = 0; i < declared.attributes.size(); ++i)
      if (one.tree->attributes[i].value)
        declared.attributes[i].value =
            body.expressions().check(*one.tree->attributes[i].value, declared.attributes[i].type);
    body.end();
  }
}

}  // namespace lull::asl
