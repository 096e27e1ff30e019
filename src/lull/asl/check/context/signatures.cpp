// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Resolves the signatures of functions, constants, patterns and properties: types of parameters and
// results, root classes, exports.
#include "lull/asl/check/context/signatures.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "lull/asl/model/model.hpp"
#include "lull/base/text/counted.hpp"

namespace lull::asl {
namespace {

using TypeKind = StaticType::Kind;

// A redeclared built-in function must have the same signature.
void compare_external(Checking& checking, const Declared<Function, FunctionId>& one) {
  const Function& tree = *one.tree;
  const Entity* const entity = checking.names.find_in(Names::Space::Language, tree.name.text);
  const ExternalSignature known = signature_of(static_cast<External>(entity->index));
  const StaticType result = checking.resolve(tree.type, one.origin);
  std::vector<StaticType> types;
  for (const Parameter& parameter : tree.parameters)
    types.push_back(checking.resolve(parameter.type, one.origin));
  if (known.parameters.empty()) return;  // overloaded
  if (result.kind != TypeKind::Error && result != known.type)
    return checking.fail(one.origin, tree.type.at,
                         fmt::format("{} returns {}", tree.name.text, checking.text(known.type)));
  if (types.size() != known.parameters.size())
    return checking.fail(one.origin, tree.name.at,
                         fmt::format("{} has {}, not {}", tree.name.text,
                                     counted(known.parameters.size(), "parameter"), types.size()));
  for (std::size_t i = 0; i < types.size(); ++i)
    if (types[i].kind != TypeKind::Error && types[i] != known.parameters[i])
      checking.fail(one.origin, tree.parameters[i].type.at,
                    fmt::format("{} is expected here, not {}", checking.text(known.parameters[i]),
                                checking.text(types[i])));
}

// Returns the root's class. If it is not an event class, reports this and returns an undefined id.
ClassId root_class(Checking& checking, const Pattern& tree, const Origin& origin) {
  const StaticType type = checking.resolve_name(tree.root_type, origin);
  if (checking.is_event(type)) return type.class_id();
  if (type.kind != TypeKind::Error)
    checking.fail(origin, tree.root_type.at,
                  fmt::format("{} is not a class of events", tree.root_type.text));
  return {};
}

}  // namespace

ExternalSignature signature_of(External external) {
  const Model& m = model();
  const StaticType text = type_of(TypeKind::String);
  const StaticType integer = type_of(TypeKind::Integer);
  const StaticType message = object_of(*m.find_class("MsgEvent"));
  switch (external) {
    case External::Pred:
      return {object_of(m.event), {object_of(m.event)}};
    case External::Duration:
      return {type_of(TypeKind::Float), {object_of(m.region), object_of(m.experiment)}};
    case External::Counter:
      return {type_of(TypeKind::Float), {object_of(m.event), text}};
    case External::Grid:
      return {integer, {message}};
    case External::Offset:
      return {integer, {message, integer}};
    case External::RegionByName:
      return {object_of(m.region), {text}};
    case External::Matches:
    case External::Match:
      break;
  }
  return {};
}

std::vector<code::Parameter> resolve_parameters(Checking& checking,
                                                const std::vector<Parameter>& parameters,
                                                const Origin& origin) {
  std::vector<code::Parameter> result;
  std::unordered_set<std::string> known;
  for (const Parameter& one : parameters) {
    if (!known.insert(one.name.text).second)
      checking.fail(origin, one.name.at,
                    fmt::format("there is already a parameter {}", one.name.text));
    result.push_back({one.name.text, checking.resolve(one.type, origin), one.name.at});
  }
  return result;
}

void set_parameters(code::Scope& scope, std::vector<code::Parameter> parameters) {
  scope.slots = static_cast<std::uint32_t>(parameters.size());
  scope.parameters = std::move(parameters);
}

void resolve_functions(Checking& checking) {
  for (const auto& one : checking.functions) {
    if (!one.id.defined()) {
      compare_external(checking, one);
      continue;
    }
    code::Function& function = checking.program.functions[one.id.index()];
    function.type = checking.resolve(one.tree->type, one.origin);
    set_parameters(function.scope, resolve_parameters(checking, one.tree->parameters, one.origin));
  }
  for (const auto& one : checking.constants)
    checking.program.constants[one.id.index()].type = checking.resolve(one.tree->type, one.origin);
}

void resolve_patterns(Checking& checking) {
  for (const auto& one : checking.patterns) {
    code::Pattern& pattern = checking.program.patterns[one.id.index()];
    set_parameters(pattern.scope, resolve_parameters(checking, one.tree->parameters, one.origin));
    pattern.root_class = root_class(checking, *one.tree, one.origin);
    for (const Constant& tree : one.tree->exports) {
      const StaticType type = checking.resolve(tree.type, one.origin);
      if (tree.name.text == "root")
        checking.fail(one.origin, tree.name.at, "root is already the event of a match",
                      "choose another name");
      pattern.exports.push_back({tree.name.text, type, tree.name.at, 0, nullptr});
    }
  }
  for (const auto& one : checking.properties)
    set_parameters(checking.program.properties[one.id.index()].scope,
                   resolve_parameters(checking, one.tree->parameters, one.origin));
}

}  // namespace lull::asl
