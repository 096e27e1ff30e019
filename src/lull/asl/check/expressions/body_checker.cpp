// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/check/expressions/body_checker.hpp"

#include <fmt/format.h>

#include <utility>

#include "lull/asl/check/context/signatures.hpp"
#include "lull/asl/check/context/walk.hpp"

namespace lull::asl {

void BodyChecker::begin(code::Scope& scope) {
  Locals& locals = expressions_.locals();
  locals.enter(scope);
  for (std::size_t i = 0; i < scope.parameters.size(); ++i)
    locals.declare(scope.parameters[i].name, {Variable::Kind::Slot, static_cast<std::uint32_t>(i),
                                              scope.parameters[i].type, 0, 0});
}

void BodyChecker::announce(const Name& name) { expressions_.locals().announce(name.text); }

void BodyChecker::declare(const Name& name, const Variable& variable) {
  Locals& locals = expressions_.locals();
  if (locals.has_own(name.text))
    expressions_.fail(name.at, fmt::format("{} is already declared", name.text));
  locals.arrive(name.text);
  locals.declare(name.text, variable);
}

void BodyChecker::let(const std::vector<Definition>& definitions) {
  for (const Definition& one : definitions)
    std::visit([&](const auto& tree) { announce(tree.name); }, one);
  for (const Definition& one : definitions) {
    if (const auto* const constant = std::get_if<Constant>(&one))
      lazy(*constant);
    else
      function(std::get<Function>(one));
  }
}

void BodyChecker::lazy(const Constant& tree) {
  Locals& locals = expressions_.locals();
  const StaticType type = checking_.resolve(tree.type, origin_);
  NodePtr value =
      tree.value ? expressions_.check(*tree.value, type) : checking_.error(tree.name.at);
  code::Scope& scope = locals.scope();
  const auto index = static_cast<std::uint32_t>(scope.lazy.size());
  scope.lazy.push_back({tree.name.text, type, tree.name.at, locals.new_slot(), std::move(value)});
  declare(tree.name, {Variable::Kind::Lazy, index, type, 0, 0});
}

// A function may be recursive: its name is declared before its body is checked.
void BodyChecker::function(const Function& tree) {
  const FunctionId id{checking_.program.functions.size()};
  code::Scope scope;
  set_parameters(scope, resolve_parameters(checking_, tree.parameters, origin_));
  const StaticType type = checking_.resolve(tree.type, origin_);
  code::Function& declared = checking_.program.functions.emplace_back();
  declared.name = tree.name.text;
  declared.type = type;
  declared.at = tree.name.at;
  declared.scope.parameters = scope.parameters;
  declare(tree.name, {Variable::Kind::Function, id.value, type, 0, 0});
  if (!tree.body) {
    expressions_.fail(tree.name.at, fmt::format("the function {} has no body", tree.name.text),
                      "declare external functions at the top level");
    return;
  }
  begin(scope);
  NodePtr body = expressions_.check(*tree.body, type);
  end();
  code::Function& function = checking_.program.functions[id.index()];
  function.scope = std::move(scope);
  function.has_outer = uses_outer(checking_.program, *body);
  function.body = std::move(body);
}

code::Step BodyChecker::step(const Constant& tree, const StaticType& type) {
  NodePtr value =
      tree.value ? expressions_.check(*tree.value, type) : checking_.error(tree.name.at);
  const std::uint32_t slot = expressions_.locals().new_slot();
  declare(tree.name, {Variable::Kind::Slot, slot, type, 0, 0});
  return {tree.name.text, type, tree.name.at, slot, std::move(value)};
}

bool uses_outer(const Program& program, const Node& node) {
  bool result = false;
  walk(node, [&](const Node& one) {
    if (const auto* const local = std::get_if<code::Local>(&one.body)) result |= local->outer;
    if (const auto* const lazy = std::get_if<code::Lazy>(&one.body)) result |= lazy->outer;
    if (const auto* const root = std::get_if<code::Root>(&one.body)) result |= root->outer;
    if (const auto* const call = std::get_if<code::CallFunction>(&one.body))
      result |= program.functions[call->function.index()].has_outer;
  });
  return result;
}

}  // namespace lull::asl
