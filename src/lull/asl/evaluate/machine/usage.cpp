// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/machine/usage.hpp"

#include "lull/asl/program/walk.hpp"

namespace lull::asl {

UsageFinder::UsageFinder(const Program& program) : program_(program) {
  usage_.functions.resize(program.functions.size());
  usage_.classes.resize(program.classes.size());
  usage_.patterns.resize(program.patterns.size());
  usage_.properties.resize(program.properties.size());
}

void UsageFinder::add(const NodePtr& node) {
  if (node != nullptr) visit_all(*node, [this](const Node& inner) { look_at(inner); });
}

void UsageFinder::add(const code::Scope& scope) {
  for (const code::Parameter& parameter : scope.parameters)
    if (parameter.type.kind == StaticType::Kind::Object) add_class(parameter.type.class_id());
  for (const code::LazyVariable& variable : scope.lazy) add(variable.value);
}

void UsageFinder::add_function(FunctionId id) {
  if (usage_.functions[id.index()]) return;
  usage_.functions[id.index()] = true;
  const code::Function& function = program_.functions[id.index()];
  add(function.scope);
  add(function.body);
}

void UsageFinder::add_class(ClassId id) {
  if (!id.defined() || usage_.classes[id.index()]) return;
  usage_.classes[id.index()] = true;
  const code::Class& own = program_.classes[id.index()];
  add_class(own.base);
  if (own.model || !own.event) return;
  add(own.scope);
  add(own.condition);
  for (const code::Attribute& attribute : own.attributes) add(attribute.value);
}

void UsageFinder::look_at(const Node& node) {
  if (node.type.kind == StaticType::Kind::Object) add_class(node.type.class_id());
  if (const auto* const call = std::get_if<code::CallFunction>(&node.body))
    add_function(call->function);
  if (const auto* const state = std::get_if<code::StateAt>(&node.body)) {
    add_function(state->state);
    // An event passed to a function may be any event.
    const auto& event = state->event->body;
    const bool in_hand =
        std::holds_alternative<code::Root>(event) || std::holds_alternative<code::This>(event);
    usage_.queries_past = usage_.queries_past || !in_hand;
  }
  if (const auto* const of = std::get_if<code::IsOfClass>(&node.body)) add_class(of->id);
  if (const auto* const of = std::get_if<code::EventTypeAttribute>(&node.body))
    add_class(of->declared);
  if (std::holds_alternative<code::ClassOf>(node.body))
    for (std::size_t i = 0; i < program_.classes.size(); ++i) add_class(ClassId{i});
  if (const auto* const constant = std::get_if<code::TopConstant>(&node.body))
    add(program_.constants[constant->constant.index()].value);
  if (const auto* const instance = std::get_if<code::MakeInstance>(&node.body))
    add(instance->pattern);
  if (const auto* const part = std::get_if<code::PropertyPart>(&node.body)) add(part->property);
  usage_.durations = usage_.durations || std::holds_alternative<code::DurationOf>(node.body);
  usage_.counters = usage_.counters || std::holds_alternative<code::Counter>(node.body);
}

void UsageFinder::add(PatternId id) {
  if (usage_.patterns[id.index()]) return;
  usage_.patterns[id.index()] = true;
  const code::Pattern& pattern = program_.patterns[id.index()];
  add(pattern.scope);
  add_class(pattern.root_class);
  for (const code::Step& step : pattern.instantiation) add(step.value);
  add(pattern.constraint);
  for (const code::Step& step : pattern.exports) add(step.value);
  if (!pattern.metric) return;
  add(pattern.metric->seconds);
  add(pattern.metric->event);
  if (pattern.metric->each) {
    add(pattern.metric->each->set);
    add(pattern.metric->each->filter);
  }
}

void UsageFinder::add(PropertyId id) {
  if (usage_.properties[id.index()]) return;
  usage_.properties[id.index()] = true;
  const code::Property& property = program_.properties[id.index()];
  add(property.scope);
  for (const code::Condition& condition : property.conditions) add(condition.value);
  for (const code::Guarded& guarded : property.confidence) add(guarded.value);
  for (const code::Guarded& guarded : property.severity) add(guarded.value);
}

}  // namespace lull::asl
