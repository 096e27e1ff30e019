// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/family.hpp"

#include <algorithm>
#include <utility>

#include "lull/asl/program/walk.hpp"

namespace lull::asl {
namespace {

bool is_parameter(const Node& node, std::size_t parameters, std::uint32_t& slot) {
  const auto* const local = std::get_if<code::Local>(&node.body);
  if (local == nullptr || local->outer || local->slot >= parameters) return false;
  slot = local->slot;
  return true;
}

}  // namespace

Family::Family(const Program& program, PatternId pattern, Interpreter& interpreter)
    : program_(program),
      id_(pattern),
      pattern_(program.patterns[pattern.index()]),
      interpreter_(interpreter),
      dependent_slots_(pattern_.scope.slots),
      by_value_(pattern_.scope.parameters.size()) {
  for (std::size_t i = 0; i < pattern_.scope.parameters.size(); ++i) dependent_slots_[i] = true;
  for (const code::Step& step : pattern_.instantiation) {
    dependent_slots_[step.slot] = depends(*step.value);
    instantiation_depends_ = instantiation_depends_ || dependent_slots_[step.slot];
  }
  std::vector<const Node*> all{pattern_.constraint.get()};
  if (const auto* const both = std::get_if<code::Both>(&pattern_.constraint->body)) {
    all.clear();
    for (const NodePtr& operand : both->operands) all.push_back(operand.get());
  }
  for (const Node* const node : all) {
    Condition condition;
    condition.node = node;
    condition.depends = depends(*node);
    if (condition.depends && !split(*node, condition)) condition.value = nullptr;
    condition.safe = is_safe(condition);
    conditions_.push_back(condition);
  }
}

// Returns whether the node uses arguments or values computed from them.
bool Family::depends(const Node& node) const {
  bool found = false;
  visit_all(node, [&](const Node& inner) {
    if (const auto* const local = std::get_if<code::Local>(&inner.body))
      found = found || local->outer || dependent_slots_[local->slot];
    if (const auto* const lazy = std::get_if<code::Lazy>(&inner.body))
      found = found || lazy->outer || depends(*pattern_.scope.lazy[lazy->variable].value);
    if (const auto* const call = std::get_if<code::CallFunction>(&inner.body))
      found = found || program_.functions[call->function.index()].has_outer;
  });
  return found && !pattern_.scope.parameters.empty();
}

bool Family::split(const Node& node, Condition& condition) const {
  const Node* equality = &node;
  if (const auto* const exists = std::get_if<code::Quantified>(&node.body)) {
    if (exists->quantifier != Quantifier::Exists || depends(*exists->range.set)) return false;
    condition.range = &exists->range;
    equality = exists->body.get();
  }
  const auto* const compare = std::get_if<code::Compare>(&equality->body);
  if (compare == nullptr || compare->op != Operator::Equal || compare->left->type.is_set() ||
      compare->left->type.kind == StaticType::Kind::Float)
    return false;
  const std::size_t parameters = pattern_.scope.parameters.size();
  const bool right = is_parameter(*compare->right, parameters, condition.parameter);
  if (!right && !is_parameter(*compare->left, parameters, condition.parameter)) return false;
  condition.value = right ? compare->left.get() : compare->right.get();
  // Events and similar values are not identified by a number.
  const StaticType& type = condition.value->type;
  const bool pointer =
      type.kind == StaticType::Kind::Object &&
      (program_.is_derived(type.class_id(), model().event) || !program_.classes[type.index].model);
  return !pointer && !depends(*condition.value);
}

// Model attributes of a state's elements at the root are safe: neither is ever NULL.
bool Family::is_safe(const Condition& condition) const {
  if (condition.value == nullptr || condition.range == nullptr) return false;
  const auto* const attribute = std::get_if<code::ModelAttributeOf>(&condition.value->body);
  const auto* const state = std::get_if<code::StateAt>(&condition.range->set->body);
  if (attribute == nullptr || state == nullptr) return false;
  const auto is_root = [](const Node& node) {
    return std::holds_alternative<code::Root>(node.body);
  };
  return std::holds_alternative<code::Local>(attribute->object->body) && is_root(*state->event) &&
         std::ranges::all_of(state->arguments, [&](const NodePtr& argument) {
           const auto* const of = std::get_if<code::ModelAttributeOf>(&argument->body);
           return of != nullptr && is_root(*of->object);
         });
}

void Family::add(Found& found) {
  instances_.push_back(&found);
  for (std::size_t i = 0; i < by_value_.size(); ++i) {
    const Value value = found.instance.arguments[i];
    if (pattern_.scope.parameters[i].type == object_of(model().region) &&
        interpreter_.archive().is_region_set(value.integer))
      for (const std::int64_t member : interpreter_.archive().members_of_region(value.integer))
        by_value_[i][member].push_back(&found);
    by_value_[i][value.integer].push_back(&found);
  }
}

void Family::fail(Found& found, const RunError& error, const EventRecord& root) {
  interpreter_.recover();
  if (found.error) return;
  found.error = EventError{error, root.event};
  if (++failed_ * 2 > instances_.size()) forget_failed();
}

// Forgets them in one pass, since all may fail at once.
void Family::forget_failed() {
  const auto has_failed = [](const Found* found) { return found->error.has_value(); };
  for (auto& values : by_value_)
    for (auto& [value, those] : values) std::erase_if(those, has_failed);
  std::erase_if(instances_, has_failed);
  failed_ = 0;
}

void Family::fail_all(const RunError& error, const EventRecord& root) {
  // Copied, since some instances will go.
  const std::vector<Found*> concerned = all_live_ ? instances_ : live_;
  for (Found* const found : concerned) fail(*found, error, root);
}

void Family::set_arguments(const Found& found, Frame& frame) const {
  std::ranges::copy(found.instance.arguments, frame.slots);
  std::fill(frame.known, frame.known + pattern_.scope.lazy.size(), truth_value(false));
}

bool Family::instantiate(Frame& frame) {
  for (const code::Step& step : pattern_.instantiation) {
    const Value value = interpreter_.evaluate(*step.value, frame);
    if (!step.type.is_set() && step.type.is_object() && interpreter_.is_null(step.type, value))
      return false;
    frame.slots[step.slot] = value;
  }
  return true;
}

void Family::select(Found& found) {
  if (found.error || found.selection == selection_) return;
  found.selection = selection_;
  live_.push_back(&found);
}

void Family::add_those_with(std::uint32_t parameter, Value value) {
  if (pattern_.scope.parameters[parameter].type == object_of(model().region) &&
      interpreter_.archive().is_region_set(value.integer)) {
    for (Found* const found : instances_)
      if (interpreter_.archive().same_region(value.integer,
                                             found->instance.arguments[parameter].integer))
        select(*found);
    return;
  }
  const auto those = by_value_[parameter].find(value.integer);
  if (those == by_value_[parameter].end()) return;
  for (Found* const found : those->second) select(*found);
}

// Selects the instances for which the condition holds.
void Family::select_by_value(const Condition& condition, Frame& frame) {
  all_live_ = false;
  live_.clear();
  ++selection_;
  if (condition.range == nullptr)
    return add_those_with(condition.parameter, interpreter_.evaluate(*condition.value, frame));
  const SetValue& set = *interpreter_.evaluate(*condition.range->set, frame).set;
  for (const Value element : set.elements()) {
    frame.slots[condition.range->slot] = element;
    add_those_with(condition.parameter, interpreter_.evaluate(*condition.value, frame));
  }
}

// Evaluates the leading conditions that can be decided for all live instances at once; returns
// false if a condition holds for none of them. Selecting conditions that never fail are postponed.
bool Family::decide(const EventRecord& root, Frame& frame) {
  const Condition* waiting = nullptr;
  const auto catch_up = [&] {
    if (const Condition* const selects = std::exchange(waiting, nullptr))
      select_by_value(*selects, frame);
    return all_live_ || !live_.empty();
  };
  try {
    for (; decided_ < conditions_.size(); ++decided_) {
      const Condition& condition = conditions_[decided_];
      if (!condition.depends) {
        if (!interpreter_.holds(*condition.node, frame)) return false;
        continue;
      }
      if (condition.value == nullptr || !all_live_ || waiting != nullptr) break;
      waiting = &condition;
      if (!condition.safe && !catch_up()) return false;
    }
    return catch_up();
  } catch (const RunError& error) {
    interpreter_.recover();
    if (catch_up()) fail_all(error, root);
    return false;
  }
}

bool Family::passes(const Found& found, std::size_t from, Frame& frame) {
  set_arguments(found, frame);
  if (instantiation_depends_ && !instantiate(frame)) return false;
  for (std::size_t i = from; i < conditions_.size(); ++i)
    if (!interpreter_.holds(*conditions_[i].node, frame)) return false;
  for (const code::Step& step : pattern_.exports)
    frame.slots[step.slot] = interpreter_.evaluate(*step.value, frame);
  return true;
}

void Family::attempt(const EventRecord& root, const Use& use) {
  Frame frame = interpreter_.make_frame(pattern_.scope);
  frame.root = &root;
  all_live_ = true;
  decided_ = 0;
  static_cast<void>(interpreter_.take_missing());
  if (!instantiation_depends_) {
    try {
      if (!instantiate(frame)) {
        if (interpreter_.take_missing())
          for (Found* const found : instances_) ++found->unmatched;
        return;
      }
    } catch (const RunError& error) {
      return fail_all(error, root);
    }
    if (!decide(root, frame)) return;
  }
  finish(root, frame, use);
}

void Family::finish(const EventRecord& root, Frame& frame, const Use& use) {
  candidates_ = all_live_ ? instances_ : live_;
  for (Found* const found : candidates_) {
    if (found->error) continue;
    try {
      if (passes(*found, decided_, frame))
        use(*found, frame);
      else if (instantiation_depends_ && interpreter_.take_missing())
        ++found->unmatched;
    } catch (const RunError& error) {
      fail(*found, error, root);
    }
  }
}

}  // namespace lull::asl
