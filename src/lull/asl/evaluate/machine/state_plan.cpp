// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/machine/state_plan.hpp"

#include <algorithm>

#include "lull/asl/evaluate/machine/event_types.hpp"
#include "lull/asl/model/model.hpp"

namespace lull::asl {
namespace {

bool is_local(const Node& node, std::uint32_t slot) {
  const auto* const local = std::get_if<code::Local>(&node.body);
  return local != nullptr && !local->outer && local->slot == slot;
}

// Returns whether the node is e.process_id or e.send.process_id, for example.
bool is_attribute_of_event(const Node& node) {
  const auto of = [](const Node& object) {
    return is_local(object, 0) || is_attribute_of_event(object);
  };
  if (const auto* const attribute = std::get_if<code::ModelAttributeOf>(&node.body))
    return of(*attribute->object);
  const auto* const own = std::get_if<code::EventTypeAttribute>(&node.body);
  return own != nullptr && of(*own->object);
}

// A region named in the specification may denote several definitions, so it can equal several keys.
bool may_be_several(const Node& node) {
  return node.type == object_of(model().region) &&
         std::holds_alternative<code::EventTypeAttribute>(node.body);
}

class Planner {
 public:
  Planner(const Program& program, FunctionId function, const EventTypes& types)
      : program_(program),
        function_(function),
        parameters_(program.functions[function.index()].scope.parameters.size()),
        types_(types) {
    plan_.function = function;
  }

  StatePlan plan(const Node& body) {
    StateBranch all;
    all.kinds = select_all_events();
    all.keys.resize(parameters_ - 1);
    plan_.action = action_of(body);
    add(body, all);
    return std::move(plan_);
  }

 private:
  [[nodiscard]] StateAction action_of(const Node& node) const {
    StateAction action;
    if (is_value_before(node, function_, parameters_)) return action;
    if (const auto* const choice = std::get_if<code::Choice>(&node.body)) {
      action.kind = StateAction::Kind::Choose;
      for (const auto& branch : choice->branches) {
        action.conditions.push_back(branch.condition.get());
        action.actions.push_back(action_of(*branch.value));
      }
      action.actions.push_back(action_of(*choice->otherwise));
      return action;
    }
    const auto* const change = std::get_if<code::SetChange>(&node.body);
    if (change != nullptr && is_value_before(*change->set, function_, parameters_)) {
      action.node = change->other.get();
      if (change->add)
        action.kind =
            is_event_itself(*action.node) ? StateAction::Kind::AddEvent : StateAction::Kind::Add;
      else
        action.kind =
            is_last(*action.node) ? StateAction::Kind::RemoveLast : StateAction::Kind::Remove;
      return action;
    }
    action.kind = StateAction::Kind::Replace;
    action.node = &node;
    return action;
  }

  [[nodiscard]] static bool is_event_itself(const Node& node) {
    const auto* const set = std::get_if<code::Elements>(&node.body);
    if (set == nullptr) return is_local(node, 0);
    return set->elements.size() == 1 && is_local(*set->elements.front(), 0);
  }
  // Matches the last element of the old value: UNIQUE({f IN S SUCH THAT NEXISTS g IN S SUCH THAT
  // g.index > f.index}).
  [[nodiscard]] bool is_last(const Node& node) const {
    const auto* const only = std::get_if<code::OnlyElement>(&node.body);
    if (only == nullptr || only->extremal == nullptr) return false;
    const code::Extremal& extremal = *only->extremal;
    return extremal.last && extremal.classes.empty() && extremal.rest.empty() &&
           extremal.place->type.is(StaticType::Kind::Integer) &&
           is_value_before(*extremal.set, function_, parameters_);
  }

  // Adds the branches of `node` under the conditions collected so far.
  void add(const Node& node, const StateBranch& known) {
    if (const auto* const choice = std::get_if<code::Choice>(&node.body)) {
      for (const auto& branch : choice->branches) {
        StateBranch narrower = known;
        if (narrow(*branch.condition, narrower)) add(*branch.value, narrower);
      }
      return add(*choice->otherwise, known);
    }
    const bool alone = (seen_ & known.kinds).none();
    seen_ |= known.kinds;
    if (is_value_before(node, function_, parameters_)) return;
    plan_.branches.push_back(known);
    StateBranch& branch = plan_.branches.back();
    branch.keyed = std::ranges::all_of(branch.keys, [](const Node* key) { return key != nullptr; });
    branch.direct = branch.keyed && alone;
    branch.action = action_of(node);
    branch.plain = branch.direct && branch.conditions.empty() &&
                   (branch.action.kind == StateAction::Kind::AddEvent ||
                    branch.action.kind == StateAction::Kind::RemoveLast);
  }
  // Returns false if the condition does not hold for any event.
  bool narrow(const Node& condition, StateBranch& branch) const {
    if (const auto* const both = std::get_if<code::Both>(&condition.body))
      return std::ranges::all_of(both->operands,
                                 [&](const NodePtr& operand) { return narrow(*operand, branch); });
    if (const auto* const null = std::get_if<code::IsNull>(&condition.body))
      if (is_local(*null->operand, 0)) return false;
    if (const auto* const of = std::get_if<code::IsOfClass>(&condition.body)) {
      if (is_local(*of->event, 0)) {
        branch.kinds &= types_.kinds(of->id);
        if (program_.classes[of->id.index()].model) return true;
        branch.guards.push_back(&condition);
      }
    } else if (const auto* const compare = std::get_if<code::Compare>(&condition.body)) {
      if (compare->op == Operator::Equal && bind(*compare, branch)) return true;
    }
    branch.conditions.push_back(&condition);
    return true;
  }
  // Returns whether the comparison does no more than determine a parameter.
  bool bind(const code::Compare& compare, StateBranch& branch) const {
    for (std::uint32_t slot = 1; slot < parameters_; ++slot) {
      const Node* key = nullptr;
      if (is_local(*compare.left, slot) && is_attribute_of_event(*compare.right))
        key = compare.right.get();
      if (is_local(*compare.right, slot) && is_attribute_of_event(*compare.left))
        key = compare.left.get();
      if (key == nullptr || may_be_several(*key)) continue;
      const bool fresh = branch.keys[slot - 1] == nullptr;
      if (fresh) branch.keys[slot - 1] = key;
      return fresh;
    }
    return false;
  }

  const Program& program_;
  FunctionId function_;
  std::size_t parameters_;
  const EventTypes& types_;
  EventSelection seen_;  // kinds of the previous branches
  StatePlan plan_;
};

}  // namespace

bool StatePlan::keyed() const { return std::ranges::all_of(branches, &StateBranch::keyed); }

bool is_value_before(const Node& node, FunctionId function, std::size_t parameters) {
  const auto* const state = std::get_if<code::StateAt>(&node.body);
  if (state == nullptr || state->state != function || !state->before || !is_local(*state->event, 0))
    return false;
  if (state->arguments.size() + 1 != parameters) return false;
  for (std::uint32_t i = 0; i < state->arguments.size(); ++i)
    if (!is_local(*state->arguments[i], i + 1)) return false;
  return true;
}

StatePlan plan_state(const Program& program, FunctionId function, const EventTypes& types) {
  return Planner(program, function, types).plan(*program.functions[function.index()].body);
}

}  // namespace lull::asl
