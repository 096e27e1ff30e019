// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/expressions/interpreter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lull/asl/evaluate/expressions/evaluator.hpp"
#include "lull/asl/evaluate/values/state_cell.hpp"
#include "lull/asl/model/model.hpp"

namespace lull::asl {

Interpreter::Interpreter(const Program& program, Archive& archive, World& world,
                         const Limits& limits)
    : program_(program),
      archive_(archive),
      world_(world),
      limits_(limits),
      region_class_(model().region),
      regions_(program.region_names.size(), -2),
      constants_(program.constants.size()) {
  for (std::size_t i = 0; i < program.classes.size(); ++i) {
    const code::Class& own = program.classes[i];
    events_.push_back(program.is_derived(ClassId{i}, model().event) ? 1 : 0);
    const bool points = events_.back() != 0 || own.matches_of || own.instances_of;
    pointers_.push_back(points ? 1 : 0);
  }
  for (const code::Function& function : program.functions) {
    const auto& parameters = function.scope.parameters;
    const bool of_event = parameters.size() == 1 && is_event(parameters.front().type);
    remembers_.push_back(of_event && !function.has_outer ? 1 : 0);
  }
  archive_.make_set = [this](const std::vector<Value>& values) {
    return scratch_.copied_set(values);
  };
  begin_root();
}

void Interpreter::begin_root() {
  scratch_.clear();
  stack_.clear();
  ++generation_;
  missing_ = false;
  depth_ = 0;
  step_limit_ = std::min(steps_ + limits_.steps_of_root, limits_.steps);
}

Frame Interpreter::make_frame(const code::Scope& scope) {
  const std::span<Value> all = scratch_.values(scope.slots + scope.lazy.size());
  Value* const known = all.data() + scope.slots;
  std::fill(known, known + scope.lazy.size(), truth_value(false));
  return {all.data(), known, &scope, nullptr, nullptr, nullptr};
}

void Interpreter::too_many_steps(const Node& node) const {
  if (limits_.of_replay)
    throw RunError{node.at, fmt::format("more than {} steps at one event", limits_.steps_of_root),
                   "a state with new arguments is evaluated from the first event"};
  if (steps_ > limits_.steps)
    throw RunError{node.at, fmt::format("more than {} steps in total", limits_.steps),
                   "change the limit with --steps"};
  throw RunError{
      node.at, fmt::format("more than {} steps at one event", limits_.steps_of_root), {}};
}

bool Interpreter::equal(const StaticType& type, Value a, Value b) const {
  if (type.set) {
    if (a.set->size() != b.set->size()) return false;
    if (a.set->is_trace()) return b.set->is_trace();
    return std::ranges::all_of(a.set->elements(), [&](Value element) {
      return contains(type.element(), *b.set, element);
    });
  }
  switch (type.kind) {
    case StaticType::Kind::Float:
      return a.real == b.real;
    case StaticType::Kind::Boolean:
      return a.truth == b.truth;
    case StaticType::Kind::String:
      return a.text == b.text || *a.text == *b.text;
    case StaticType::Kind::Object:
      return equal_objects(type.class_id(), a, b);
    default:
      return a.integer == b.integer;
  }
}

bool Interpreter::equal_objects(ClassId id, Value a, Value b) const {
  if (a.integer == b.integer) return true;
  if (id == region_class_) return archive_.same_region(a.integer, b.integer);
  if (!events_[id.index()]) return false;
  return a.event != nullptr && b.event != nullptr && a.event->event.index == b.event->event.index;
}

bool Interpreter::contains(const StaticType& element, const SetValue& set, Value value) const {
  if (set.is_trace()) return value.event != nullptr && value.event->event.index < set.size();
  if (set.cell() != nullptr && set.cell()->is_ascending() && is_event(element))
    return value.event != nullptr &&
           set.cell()->contains_at(set.moment(), value.event->event.index);
  return std::ranges::any_of(set.elements(),
                             [&](Value other) { return equal(element, other, value); });
}

Value Interpreter::attribute_of_element(const code::IndexPart& part, Value element) const {
  if (part.own) return world_.event_attribute(*element.event, part.declared, part.index);
  const ModelAttribute& attribute = model().classes[part.declared.index()].attributes[part.index];
  return attribute.get(archive_, element, attribute.field);
}

void Interpreter::add_keys(const code::IndexParts& parts, Value element,
                           std::vector<std::int64_t>& keys) {
  keys.assign(1, code::kNoKey);
  for (const code::IndexPart& part : parts) {
    const Value value = attribute_of_element(part, element);
    if (!part.member) {
      for (std::int64_t& key : keys) key = code::joined(key, number_of(part, value));
      continue;
    }
    const std::int64_t before = keys.front();  // at most one part is a set
    keys.clear();
    for (const Value member : value.set->elements())
      keys.push_back(code::joined(before, number_of(part, member)));
  }
}

std::int64_t number_of(const code::IndexPart& part, Value value) {
  if (part.event)
    return value.event == nullptr ? kNullObject
                                  : static_cast<std::int64_t>(value.event->event.index);
  if (part.kind == StaticType::Kind::Boolean) return value.truth ? 1 : 0;
  if (part.kind != StaticType::Kind::Float) return value.integer;
  if (value.real == 0) return 0;  // maps both zeros to one number
  // Bits of negative numbers are in reverse order.
  constexpr std::int64_t kAllButSign = std::numeric_limits<std::int64_t>::max();
  return value.real < 0 ? value.integer ^ kAllButSign : value.integer;
}

std::int64_t Interpreter::compare(const StaticType& type, Value a, Value b) const {
  switch (type.kind) {
    case StaticType::Kind::Float:
      return a.real < b.real ? -1 : static_cast<std::int64_t>(a.real > b.real);
    case StaticType::Kind::String:
      return a.text->compare(*b.text);
    default:
      return a.integer < b.integer ? -1 : static_cast<std::int64_t>(a.integer > b.integer);
  }
}

Value Interpreter::nothing(const StaticType& type) {
  if (type.is_set()) return set_value(scratch_.set({}));
  return is_pointer(type) ? event_value(nullptr) : integer_value(kNullObject);
}

void Interpreter::check_depth(const Node& node) const {
  if (depth_ >= limits_.depth)
    throw RunError{
        node.at, fmt::format("calls are nested more than {} levels deep", limits_.depth), {}};
}

std::optional<Value> Interpreter::attribute_of(const Node& node, Frame& frame) {
  const NodePtr* object = nullptr;
  if (const auto* const of_model = std::get_if<code::ModelAttributeOf>(&node.body))
    object = &of_model->object;
  else if (const auto* const own = std::get_if<code::EventTypeAttribute>(&node.body))
    object = &own->object;
  if (object != nullptr) {
    const std::optional<Value> value = attribute_of(**object, frame);
    if (!value || is_null((*object)->type, *value)) return std::nullopt;
  }
  return evaluate(node, frame);
}

// Text arguments are compared by address, but texts of the specification have other addresses.
Value Interpreter::argument(const Node& node, Frame& frame) {
  const Value value = evaluate(node, frame);
  return node.type.is(StaticType::Kind::String) ? text_value(archive_.intern(*value.text)) : value;
}

std::span<Value> Interpreter::arguments(const Nodes& nodes, Frame& frame) {
  const std::span<Value> values = scratch_.values(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) values[i] = argument(*nodes[i], frame);
  return values;
}

Value Interpreter::run(const Node& node, FunctionId id, const Nodes& arguments, Frame& frame) {
  check_depth(node);
  if (remembers_[id.index()] == 0) return call(id, arguments, frame);
  const Value event = evaluate(*arguments.front(), frame);
  if (event.event == nullptr) return call_with(id, event);
  const std::uint64_t key = event.event->event.index * program_.functions.size() + id.index();
  Remembered& remembered = remembered_[(key * 0x9E3779B97F4A7C15U) >> 56U];
  if (remembered.key == key && remembered.generation == generation_) {
    missing_ = missing_ || remembered.missing;
    return remembered.value;
  }
  const bool missing_before = std::exchange(missing_, false);
  const Value value = call_with(id, event);
  remembered = {key, generation_, value, missing_};
  missing_ = missing_ || missing_before;
  return value;
}

// Calls a function with one argument and no other inputs.
Value Interpreter::call_with(FunctionId id, Value argument) {
  const code::Function& function = program_.functions[id.index()];
  Frame own = make_frame(function.scope);
  own.slots[0] = argument;
  ++depth_;
  const Value value = evaluate(*function.body, own);
  --depth_;
  return value;
}

Value Interpreter::call(FunctionId id, const Nodes& arguments, Frame& frame) {
  const code::Function& function = program_.functions[id.index()];
  Frame own = make_frame(function.scope);
  for (std::size_t i = 0; i < arguments.size(); ++i) own.slots[i] = argument(*arguments[i], frame);
  if (function.has_outer) {
    own.outer = frame.outer != nullptr ? frame.outer : &frame;
    own.root = own.outer->root;
    own.self = own.outer->self;
  }
  ++depth_;
  const Value value = evaluate(*function.body, own);
  --depth_;
  return value;
}

Value Interpreter::dispatch(const Node& node, Frame& frame) {
  return std::visit(Evaluator{*this, node, frame}, node.body);
}

}  // namespace lull::asl
