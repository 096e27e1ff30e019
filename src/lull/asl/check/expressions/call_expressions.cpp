// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Checks calls to functions, built-in functions and patterns. States are recognised later
// (states.cpp); until then their calls are ordinary calls.
#include <fmt/format.h>

#include <utility>

#include "lull/asl/check/context/signatures.hpp"
#include "lull/asl/check/expressions/expression_checker.hpp"
#include "lull/asl/model/model.hpp"
#include "lull/base/text/counted.hpp"

namespace lull::asl {

NodePtr ExpressionChecker::operator()(const Call& e) {
  const bool of_pattern = std::exchange(wants_pattern_, false);
  NodePtr node = call(e, of_pattern ? "pattern" : "function");
  if (locals_.facts() > 0) narrow_node(*node, key_of(e));
  return node;
}

NodePtr ExpressionChecker::call(const Call& e, std::string_view wanted) {
  const Name& name = e.function;
  const Variable* const local = locals_.find(name.text);
  if (local != nullptr && local->kind == Variable::Kind::Function)
    return call_function(e, FunctionId{std::size_t{local->index}});
  const Entity* const entity = local == nullptr ? checking_.find(name.text, origin_) : nullptr;
  if (local == nullptr && locals_.is_later(name.text)) {
    fail(name.at, fmt::format("{} is declared later", name.text),
         "a name can be used after its declaration");
  } else if (local != nullptr) {
    fail(name.at, fmt::format("{} is not a function", name.text));
  } else if (entity == nullptr) {
    fail(name.at, fmt::format("there is no {} {}", wanted, name.text), nearest_hint(name));
  } else {
    return call_entity(e, *entity);
  }
  for (const ExpressionPtr& argument : e.arguments) (void)check(*argument);
  return error(name.at);
}

NodePtr ExpressionChecker::call_entity(const Call& call, const Entity& entity) {
  const std::size_t index = entity.index;
  switch (entity.kind) {
    case Entity::Kind::Function:
      return call_function(call, FunctionId{index});
    case Entity::Kind::External:
      return call_external(call, static_cast<External>(index));
    case Entity::Kind::Formal:
      return call_formal(call, checking_.formal_functions[index]);
    case Entity::Kind::Pattern:
      return call_pattern(call, PatternId{index});
    case Entity::Kind::Property:
      fail(call.function.at, "a property is not a value",
           fmt::format("write {}(…).holds, .confidence or .severity", call.function.text));
      break;
    case Entity::Kind::Broken:
      break;
    default:
      fail(call.function.at,
           fmt::format("{} is {}, not a function", call.function.text, kind_text(entity.kind)));
  }
  for (const ExpressionPtr& argument : call.arguments) (void)check(*argument);
  return error(call.function.at);
}

std::optional<Nodes> ExpressionChecker::arguments(const Call& call, const Signature& signature) {
  const std::size_t wanted = signature.parameters.size();
  Nodes result;
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    result.push_back(i < wanted ? check(*call.arguments[i], signature.parameters[i])
                                : check(*call.arguments[i]));
  if (result.size() == wanted) return result;
  fail(result.size() > wanted ? call.arguments[wanted]->at : call.close,
       fmt::format("{} has {}, not {}", signature.name, counted(wanted, "parameter"),
                   result.size()));
  return std::nullopt;
}

ExpressionChecker::Signature ExpressionChecker::signature_of_scope(const std::string& name,
                                                                   const code::Scope& scope) const {
  Signature result{name, {}};
  for (const code::Parameter& one : scope.parameters) result.parameters.push_back(one.type);
  return result;
}

NodePtr ExpressionChecker::call_function(const Call& call, FunctionId id) {
  const code::Function& function = checking_.program.functions[id.index()];
  const StaticType type = function.type;
  auto given = arguments(call, signature_of_scope(function.name, function.scope));
  const Position& at = call.function.at;
  // The type is known nevertheless, so the context can be checked.
  if (!given) return make(at, type, code::CallFunction{id, {}});
  return make(at, type, code::CallFunction{id, std::move(*given)});
}

NodePtr ExpressionChecker::call_external(const Call& call, External external) {
  if (external == External::Matches || external == External::Match)
    return matches(call, external == External::Matches);
  const ExternalSignature known = signature_of(external);
  auto given = arguments(call, {call.function.text, known.parameters});
  if (!given) return error(call.function.at);
  return this->external(call.function.at, external, std::move(*given));
}

NodePtr ExpressionChecker::external(const Position& at, External external, Nodes given) {
  const StaticType type = signature_of(external).type;
  switch (external) {
    case External::Pred:
      return make(at, type, code::Predecessor{std::move(given[0])});
    case External::Duration:
      return make(at, type, code::DurationOf{std::move(given[0]), std::move(given[1])});
    case External::Counter:
      return make(at, type, code::Counter{std::move(given[0]), std::move(given[1])});
    case External::Grid:
      return make(at, type, code::GridOf{std::move(given[0])});
    case External::Offset:
      return make(at, type, code::OffsetOn{std::move(given[0]), std::move(given[1])});
    case External::RegionByName:
      return make(at, type, code::RegionByText{std::move(given[0])});
    default:
      return error(at);
  }
}

// Arguments are converted to the formal's parameter types, then to the actual function's parameter
// types.
NodePtr ExpressionChecker::call_formal(const Call& call, const FormalFunction& formal) {
  Signature signature{formal.name, {}};
  for (const code::Parameter& one : formal.parameters) signature.parameters.push_back(one.type);
  auto given = arguments(call, signature);
  const Position& at = call.function.at;
  if (!given) return error(at);
  NodePtr result;
  if (formal.is_operator) {
    NodePtr& left = (*given)[0];
    NodePtr& right = (*given)[1];
    result = is_arithmetic(formal.op) ? joined(formal.op, at, std::move(left), std::move(right))
                                      : compared(formal.op, at, std::move(left), std::move(right));
  } else if (formal.target.is(Entity::Kind::External)) {
    result = external(at, static_cast<External>(formal.target.index), std::move(*given));
  } else {
    const FunctionId id{std::size_t{formal.target.index}};
    const code::Function& function = checking_.program.functions[id.index()];
    for (std::size_t i = 0; i < given->size(); ++i)
      (*given)[i] = converted(checking_, std::move((*given)[i]), function.scope.parameters[i].type);
    result = make(at, function.type, code::CallFunction{id, std::move(*given)});
  }
  return converted(checking_, std::move(result), formal.type);
}

NodePtr ExpressionChecker::call_pattern(const Call& call, PatternId id) {
  const code::Pattern& pattern = checking_.program.patterns[id.index()];
  const StaticType type = object_of(pattern.instance_class);
  auto given = arguments(call, signature_of_scope(pattern.name, pattern.scope));
  if (!given) given.emplace();
  return make(call.function.at, type, code::MakeInstance{id, std::move(*given)});
}

// PATTERN_MATCHES (P(…), trace) and MATCH (P(…), event).
NodePtr ExpressionChecker::matches(const Call& call, bool all) {
  const Name& name = call.function;
  const std::size_t given = call.arguments.size();
  wants_pattern_ = given > 0 && std::holds_alternative<Call>(call.arguments[0]->node);
  NodePtr instance = given > 0 ? check(*call.arguments[0]) : nullptr;
  if (given != 2) {
    fail(given > 2 ? call.arguments[2]->at : call.close,
         fmt::format("{} has 2 parameters, not {}", name.text, given));
    return error(name.at);
  }
  NodePtr event;
  NodePtr experiment;
  bool whole = true;
  if (all)
    whole = is_whole_trace(*call.arguments[1], experiment);
  else
    event = check(*call.arguments[1], object_of(model().event));
  if (is_wrong(instance)) return instance;
  const StaticType type = instance->type;
  if (!type.is(Kind::Object) || !checking_.program.classes[type.index].instances_of) {
    fail(call.arguments[0]->at, fmt::format("a pattern is expected here, not {}", text(type)),
         "write the pattern with its arguments");
    return error(name.at);
  }
  if (!whole) return error(name.at);
  const PatternId id = *checking_.program.classes[type.index].instances_of;
  const StaticType match = object_of(checking_.program.patterns[id.index()].match_class);
  if (all)
    return make(name.at, match.set_of(),
                code::MatchesOf{id, std::move(instance), std::move(experiment)});
  return make(name.at, match, code::MatchAt{id, std::move(instance), std::move(event)});
}

bool ExpressionChecker::is_whole_trace(const Expression& e, NodePtr& experiment) {
  const NodePtr node = check(e);
  if (is_wrong(node) || std::holds_alternative<code::Trace>(node->body)) return true;
  auto* const attribute = std::get_if<code::ModelAttributeOf>(&node->body);
  if (attribute != nullptr && attribute->declared == model().experiment && node->type.set &&
      node->type.element() == object_of(model().event)) {
    experiment = std::move(attribute->object);
    return true;
  }
  fail(e.at, "the whole trace is expected here", "write e.trace, where e is an Experiment");
  return false;
}

}  // namespace lull::asl
