// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Evaluates names, attributes, calls and operators. Sets are in evaluator_sets.cpp.
#include "lull/asl/evaluate/expressions/evaluator.hpp"

#include <fmt/format.h>

#include <cmath>

namespace lull::asl {

using Kind = StaticType::Kind;

Value Interpreter::Evaluator::operator()(const code::Literal& it) const { return it.value; }
Value Interpreter::Evaluator::operator()(const code::EmptySet& /*it*/) const {
  return set_value(machine.scratch_.set({}));
}
Value Interpreter::Evaluator::operator()(const code::Local& it) const {
  return frame_of(it.outer).slots[it.slot];
}
Value Interpreter::Evaluator::operator()(const code::Lazy& it) const {
  Frame& home = frame_of(it.outer);
  const code::LazyVariable& variable = home.scope->lazy[it.variable];
  if (!home.known[it.variable].truth) {
    home.slots[variable.slot] = machine.evaluate(*variable.value, home);
    home.known[it.variable].truth = true;
  }
  return home.slots[variable.slot];
}
Value Interpreter::Evaluator::operator()(const code::TopConstant& it) const {
  std::optional<Value>& known = machine.constants_[it.constant.index()];
  if (known) return *known;
  const code::Constant& constant = machine.program_.constants[it.constant.index()];
  machine.check_depth(node);
  Frame own = machine.make_frame(constant.scope);
  ++machine.depth_;
  const Value value = machine.evaluate(*constant.value, own);
  --machine.depth_;
  // Values in scratch memory are not persistent.
  if (!constant.type.is_set() && !machine.is_pointer(constant.type)) known = value;
  return value;
}
Value Interpreter::Evaluator::operator()(const code::Root& it) const {
  return event_value(frame_of(it.outer).root);
}
Value Interpreter::Evaluator::operator()(const code::This& /*it*/) const {
  return event_value(frame.self);
}
Value Interpreter::Evaluator::operator()(const code::Trace& /*it*/) const {
  return set_value(machine.scratch_.trace_set(machine.world_.events_so_far()));
}
Value Interpreter::Evaluator::operator()(const code::RegionNamed& it) const {
  std::int64_t& region = machine.regions_[it.name];
  if (region == -2) region = machine.archive_.region_named(machine.program_.region_names[it.name]);
  return integer_value(region);
}
Value Interpreter::Evaluator::operator()(const code::RegionByText& it) const {
  return integer_value(machine.archive_.region_named(*value_of(it.text).text));
}
Value Interpreter::Evaluator::operator()(const code::ProgramRegion& /*it*/) const {
  return integer_value(Archive::kProgram);
}
Value Interpreter::Evaluator::operator()(const code::Counter& it) const {
  const Value event = object_of(it.event, "an event");
  const double value = machine.world_.counter(*event.event, *value_of(it.name).text);
  if (machine.steps_ > machine.step_limit_) machine.too_many_steps(node);
  return real_value(finite(value, node.at));
}
Value Interpreter::Evaluator::operator()(const code::GridOf& it) const {
  const Value event = object_of(it.event, "a message");
  return integer_value(machine.archive_.grid_of(event.event->event));
}
Value Interpreter::Evaluator::operator()(const code::OffsetOn& it) const {
  const Value event = object_of(it.event, "a message");
  return integer_value(
      machine.archive_.offset_on_grid(event.event->event, value_of(it.dimension).integer));
}
Value Interpreter::Evaluator::operator()(const code::DurationOf& it) const {
  const Value region = value_of(it.region);
  const std::int64_t experiment = value_of(it.experiment).integer;
  if (region.integer == kNullObject) fail(node.at, "the region is NULL");
  return here([&] { return real_value(machine.world_.duration(region.integer, experiment)); });
}

Value Interpreter::Evaluator::object_of(const NodePtr& other, const char* what) const {
  const Value value = value_of(other);
  if (machine.is_null(other->type, value))
    fail(node.at, fmt::format("{} is NULL here", what), "test it with == NULL first");
  return value;
}
Value Interpreter::Evaluator::operator()(const code::ModelAttributeOf& it) const {
  const Value object = object_of(it.object, "the object before '.'");
  const ModelAttribute& attribute = it.attribute != nullptr
                                        ? *it.attribute
                                        : model().classes[it.declared.index()].attributes[it.index];
  if (it.declared == model().experiment && object.integer == Archive::kOther)
    return attribute_of_other(attribute);
  if (attribute.get == nullptr)  // events of the experiment
    return set_value(machine.scratch_.trace_set(machine.world_.events_so_far()));
  if (object.integer == Archive::kProgram && it.declared == model().region && it.index != 0)
    fail(node.at, "PROGRAM has no such attribute");
  return attribute.get(machine.archive_, object, attribute.field);
}
// Objects of the other experiment do not exist in this experiment.
Value Interpreter::Evaluator::attribute_of_other(const ModelAttribute& attribute) const {
  const Archive* const other = machine.archive_.other;
  if (attribute.type.set || other == nullptr)
    fail(node.at, fmt::format("{} of the second experiment cannot be accessed", attribute.name),
         "durations, and sums over PATTERN_MATCHES, can be compared");
  return attribute.get(*other, integer_value(Archive::kThis), attribute.field);
}
std::int64_t Interpreter::Evaluator::experiment_of(const code::MatchesOf& it) const {
  return it.experiment == nullptr ? Archive::kThis : value_of(it.experiment).integer;
}
Value Interpreter::Evaluator::operator()(const code::EventTypeAttribute& it) const {
  const Value event = object_of(it.object, "the object before '.'");
  return machine.world_.event_attribute(*event.event, it.declared, it.index);
}
Value Interpreter::Evaluator::operator()(const code::Export& it) const {
  return object_of(it.match, "the match").match->exports[it.index];
}
Value Interpreter::Evaluator::operator()(const code::MatchRoot& it) const {
  return event_value(object_of(it.match, "the match").match->root);
}
Value Interpreter::Evaluator::operator()(const code::PropertyPart& it) const {
  machine.check_depth(node);
  const auto values = machine.arguments(it.arguments, frame);
  ++machine.depth_;
  const PropertyResult result = machine.world_.property(it.property, values);
  --machine.depth_;
  switch (it.part) {
    case code::PropertyPart::Part::Holds:
      return truth_value(result.holds);
    case code::PropertyPart::Part::Confidence:
      return real_value(result.holds ? result.confidence : 0);
    default:
      return real_value(result.holds ? result.severity : 0);
  }
}

Value Interpreter::Evaluator::operator()(const code::CallFunction& it) const {
  return machine.run(node, it.function, it.arguments, frame);
}
Value Interpreter::Evaluator::operator()(const code::StateAt& it) const {
  const Value event = value_of(it.event);
  const auto values = machine.arguments(it.arguments, frame);
  return here([&] { return machine.world_.state_at(it.state, event.event, it.before, values); });
}
Value Interpreter::Evaluator::operator()(const code::Predecessor& it) const {
  const Value event = value_of(it.event);
  if (event.event == nullptr || event.event->event.index == 0) return event_value(nullptr);
  return event_value(machine.world_.event_at(event.event->event.index - 1));
}
Value Interpreter::Evaluator::operator()(const code::MakeInstance& it) const {
  Value value;
  value.instance = machine.world_.instance(it.pattern, machine.arguments(it.arguments, frame));
  return value;
}
Value Interpreter::Evaluator::operator()(const code::MatchesOf& it) const {
  const Value instance = object_of(it.instance, "the pattern");
  const std::int64_t experiment = experiment_of(it);
  return here([&] { return set_value(machine.world_.matches(*instance.instance, experiment)); });
}
Value Interpreter::Evaluator::operator()(const code::MatchAt& it) const {
  const Value instance = object_of(it.instance, "the pattern");
  const Value event = value_of(it.event);
  Value value;
  value.match =
      event.event == nullptr ? nullptr : machine.world_.match_at(*instance.instance, *event.event);
  return value;
}

double Interpreter::Evaluator::finite(double value, const Position& at) const {
  if (!std::isfinite(value)) fail(at, "the result is not finite");
  return value;
}
std::int64_t Interpreter::Evaluator::integer_arithmetic(Operator op, std::int64_t a,
                                                        std::int64_t b) const {
  std::int64_t result = 0;
  const bool overflow = op == Operator::Add        ? __builtin_add_overflow(a, b, &result)
                        : op == Operator::Subtract ? __builtin_sub_overflow(a, b, &result)
                                                   : __builtin_mul_overflow(a, b, &result);
  if (overflow) fail(node.at, "the result is too large for int");
  return result;
}
double Interpreter::Evaluator::real_arithmetic(Operator op, double a, double b) const {
  switch (op) {
    case Operator::Add:
      return finite(a + b, node.at);
    case Operator::Subtract:
      return finite(a - b, node.at);
    case Operator::Multiply:
      return finite(a * b, node.at);
    default:
      if (b == 0) fail(node.at, "division by zero");
      return finite(a / b, node.at);
  }
}
Value Interpreter::Evaluator::operator()(const code::ToFloat& it) const {
  return real_value(static_cast<double>(value_of(it.operand).integer));
}
Value Interpreter::Evaluator::operator()(const code::Negate& it) const {
  const Value value = value_of(it.operand);
  if (node.type.is(Kind::Float)) return real_value(-value.real);
  return integer_value(integer_arithmetic(Operator::Subtract, 0, value.integer));
}
Value Interpreter::Evaluator::operator()(const code::Arithmetic& it) const {
  const Value left = value_of(it.left);
  const Value right = value_of(it.right);
  if (it.left->type.is(Kind::Float))
    return real_value(real_arithmetic(it.op, left.real, right.real));
  return integer_value(integer_arithmetic(it.op, left.integer, right.integer));
}
Value Interpreter::Evaluator::operator()(const code::Compare& it) const {
  const Value left = value_of(it.left);
  const Value right = value_of(it.right);
  const StaticType& type = it.left->type;
  switch (it.op) {
    case Operator::Equal:
      return truth_value(machine.equal(type, left, right));
    case Operator::NotEqual:
      return truth_value(!machine.equal(type, left, right));
    case Operator::Less:
      return truth_value(machine.compare(type, left, right) < 0);
    case Operator::LessOrEqual:
      return truth_value(machine.compare(type, left, right) <= 0);
    case Operator::Greater:
      return truth_value(machine.compare(type, left, right) > 0);
    default:
      return truth_value(machine.compare(type, left, right) >= 0);
  }
}
Value Interpreter::Evaluator::operator()(const code::IsNull& it) const {
  const Value value = value_of(it.operand);
  if (it.operand->type.is_set()) return truth_value(value.set->empty());
  return truth_value(machine.is_null(it.operand->type, value));
}
Value Interpreter::Evaluator::operator()(const code::IsOfClass& it) const {
  const Value event = value_of(it.event);
  return truth_value(event.event != nullptr && machine.world_.is_of_class(*event.event, it.id));
}
Value Interpreter::Evaluator::operator()(const code::IsClass& it) const {
  const Value id = value_of(it.operand);
  return truth_value(id.integer >= 0 && machine.program_.is_derived(
                                            ClassId{static_cast<std::size_t>(id.integer)}, it.id));
}
Value Interpreter::Evaluator::operator()(const code::ClassOf& it) const {
  const Value event = value_of(it.event);
  if (event.event == nullptr) return integer_value(-1);
  std::int64_t narrowest = model().event.value;
  for (std::size_t i = 0; i < machine.program_.classes.size(); ++i)
    if (machine.program_.is_derived(ClassId{i}, ClassId{static_cast<std::size_t>(narrowest)}) &&
        machine.world_.is_of_class(*event.event, ClassId{i}))
      narrowest = static_cast<std::int64_t>(i);
  return integer_value(narrowest);
}
Value Interpreter::Evaluator::operator()(const code::Inverse& it) const {
  return truth_value(!true_of(it.operand));
}
Value Interpreter::Evaluator::operator()(const code::Both& it) const {
  for (const NodePtr& operand : it.operands)
    if (!true_of(operand)) return truth_value(false);
  return truth_value(true);
}
Value Interpreter::Evaluator::operator()(const code::Either& it) const {
  for (const NodePtr& operand : it.operands)
    if (true_of(operand)) return truth_value(true);
  return truth_value(false);
}
Value Interpreter::Evaluator::operator()(const code::Choice& it) const {
  for (const auto& branch : it.branches)
    if (true_of(branch.condition)) return value_of(branch.value);
  return value_of(it.otherwise);
}

}  // namespace lull::asl
