// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Recognises states: functions that reach themselves through PRED (section 6). A function that is
// not itself queried about PRED is only a part of other states. A cycle of calls without PRED is
// ordinary recursion, but states must not query each other in such a cycle. Calls to states become
// StateAt. A state without a branch for NULL has no initial value.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lull/asl/check/context/checking.hpp"
#include "lull/asl/check/context/components.hpp"
#include "lull/asl/check/context/walk.hpp"
#include "lull/asl/model/model.hpp"

namespace lull::asl {
namespace {

bool is_parameter(const NodePtr& node, std::uint32_t slot) {
  const auto* const local = std::get_if<code::Local>(&node->body);
  return local != nullptr && !local->outer && local->slot == slot;
}

// f (PRED (e), …), all other parameters unchanged.
bool steps_back(const code::CallFunction& call) {
  if (call.arguments.empty()) return false;
  const auto* const before = std::get_if<code::Predecessor>(&call.arguments[0]->body);
  if (before == nullptr || !is_parameter(before->event, 0)) return false;
  for (std::size_t i = 1; i < call.arguments.size(); ++i)
    if (!is_parameter(call.arguments[i], static_cast<std::uint32_t>(i))) return false;
  return true;
}

bool passes_pred(const code::CallFunction& call) {
  return std::any_of(call.arguments.begin(), call.arguments.end(), [](const NodePtr& argument) {
    return std::holds_alternative<code::Predecessor>(argument->body);
  });
}

bool tests_for_null(const Node& condition) {
  if (const auto* const test = std::get_if<code::IsNull>(&condition.body))
    return is_parameter(test->operand, 0);
  if (const auto* const inverse = std::get_if<code::Inverse>(&condition.body))
    return tests_for_null(*inverse->operand);
  if (const auto* const either = std::get_if<code::Either>(&condition.body))
    return std::any_of(either->operands.begin(), either->operands.end(),
                       [](const NodePtr& one) { return tests_for_null(*one); });
  return false;
}

bool has_null_branch(const Node& body) {
  bool result = false;
  walk(body, [&](const Node& node) {
    const auto* const choice = std::get_if<code::Choice>(&node.body);
    if (choice == nullptr) return;
    for (const code::Choice::Branch& branch : choice->branches)
      result = result || tests_for_null(*branch.condition);
  });
  return result;
}

class StateFinder {
 public:
  explicit StateFinder(Checking& checking)
      : checking_(checking),
        functions_(checking.program.functions),
        all_(functions_.size()),
        plain_(functions_.size()),
        same_event_(functions_.size()),
        queried_before_(functions_.size()) {}

  void run() {
    for (std::uint32_t f = 0; f < functions_.size(); ++f)
      if (functions_[f].body) collect(f);
    circles_ = components_of(all_);
    plain_circles_ = components_of(plain_);
    find_endless();
    for (std::uint32_t f = 0; f < functions_.size(); ++f)
      functions_[f].state = is_event_function(f) && circles_.in_circle(f) &&
                            !plain_circles_.in_circle(f) && !is_part(f);
    refuse_mixed();
    refuse_parameters();
    require_null_branches();
    rewrite_calls();
    rank();
  }

 private:
  void collect(std::uint32_t f) {
    walk(std::as_const(*functions_[f].body), [&](const Node& node) {
      const auto* const call = std::get_if<code::CallFunction>(&node.body);
      if (call == nullptr) return;
      const std::uint32_t target = call->function.value;
      const bool before = target == f ? steps_back(*call) : passes_pred(*call);
      all_[f].push_back(target);
      if (!before) plain_[f].push_back(target);
      queried_before_[target] = queried_before_[target] || before;
    });
  }

  [[nodiscard]] bool is_event_function(std::uint32_t f) const {
    const code::Function& function = functions_[f];
    return !function.has_outer && !function.scope.parameters.empty() &&
           function.scope.parameters[0].type == object_of(model().event);
  }

  // Reports states that query each other at the same event.
  void refuse_mixed() {
    for (const auto& members : plain_circles_.members) {
      if (members.size() < 2) continue;
      const auto state = std::find_if(members.begin(), members.end(), [&](std::uint32_t f) {
        const bool to_itself = std::find(all_[f].begin(), all_[f].end(), f) != all_[f].end() &&
                               std::find(plain_[f].begin(), plain_[f].end(), f) == plain_[f].end();
        return to_itself && is_event_function(f);
      });
      if (state == members.end()) continue;
      const std::uint32_t other = members[0] == *state ? members[1] : members[0];
      checking_.fail({}, functions_[*state].at,
                     fmt::format("{} and {} query each other at the same event",
                                 functions_[*state].name, functions_[other].name),
                     "one of them must use PRED of its event");
    }
  }

  // Values are stored by arguments, which must be comparable across events.
  void refuse_parameters() {
    const auto passes = [this](const StaticType& type) {
      if (type.is_set()) return true;
      if (type.kind != StaticType::Kind::Object) return false;
      const code::Class& own = checking_.program.classes[type.index];
      return own.matches_of || own.instances_of;
    };
    for (const code::Function& function : functions_) {
      if (!function.state) continue;
      for (const code::Parameter& parameter : function.scope.parameters)
        if (passes(parameter.type))
          checking_.fail(
              {}, function.at,
              fmt::format("the parameter {} of the state {} is {}", parameter.name, function.name,
                          parameter.type.is_set() ? "a set" : "a pattern or match"),
              "use numbers, texts, events or objects of the archive");
    }
  }

  // Reports cycles of functions that lack a value before the first event.
  void find_endless() {
    Edges without(functions_.size());
    lacks_.resize(functions_.size());
    for (std::uint32_t f = 0; f < functions_.size(); ++f)
      lacks_[f] =
          circles_.in_circle(f) && functions_[f].body && !has_null_branch(*functions_[f].body);
    for (std::uint32_t f = 0; f < functions_.size(); ++f)
      for (const std::uint32_t target : all_[f])
        if (lacks_[f] && lacks_[target]) without[f].push_back(target);
    endless_ = components_of(without);
  }
  [[nodiscard]] bool is_part(std::uint32_t f) const {
    return !queried_before_[f] && lacks_[f] && !endless_.in_circle(f);
  }

  void require_null_branches() {
    for (std::uint32_t f = 0; f < functions_.size(); ++f) {
      if (!functions_[f].state || !endless_.in_circle(f)) continue;
      const std::string& event = functions_[f].scope.parameters[0].name;
      checking_.fail(
          {}, functions_[f].at,
          fmt::format("the state {} has no branch for {} == NULL", functions_[f].name, event),
          fmt::format("begin with IF ({} == NULL), which returns its initial value", event));
    }
  }

  void rewrite_calls() {
    for_each_root(checking_.program, [&](const auto& owner, Node& root) {
      constexpr bool kEventType = std::is_same_v<std::decay_t<decltype(owner)>, code::Class>;
      walk(root, [&](Node& node) {
        auto* const call = std::get_if<code::CallFunction>(&node.body);
        if (call == nullptr || call->arguments.empty() || !functions_[call->function.index()].state)
          return;
        node.body = state_at(std::move(*call));
        const auto& state = std::get<code::StateAt>(node.body);
        if (kEventType && !state.before && std::holds_alternative<code::This>(state.event->body))
          checking_.fail({}, node.at, "the state after THIS depends on its class",
                         fmt::format("use the state before it: {}(PRED(THIS), …)",
                                     functions_[state.state.index()].name));
      });
    });
  }

  static code::StateAt state_at(code::CallFunction call) {
    code::StateAt result;
    result.state = call.function;
    result.event = std::move(call.arguments[0]);
    if (auto* const before = std::get_if<code::Predecessor>(&result.event->body)) {
      result.before = true;
      NodePtr event = std::move(before->event);
      result.event = std::move(event);
    }
    call.arguments.erase(call.arguments.begin());
    result.arguments = std::move(call.arguments);
    return result;
  }

  void rank() {
    for (std::uint32_t f = 0; f < functions_.size(); ++f) {
      if (!functions_[f].body) continue;
      walk(std::as_const(*functions_[f].body), [&](const Node& node) {
        if (const auto* const state = std::get_if<code::StateAt>(&node.body)) {
          if (!state->before) same_event_[f].push_back(state->state.value);
        } else if (const auto* const call = std::get_if<code::CallFunction>(&node.body)) {
          if (!passes_pred(*call)) same_event_[f].push_back(call->function.value);
        }
      });
    }
    const Components order = components_of(same_event_);
    std::vector<std::uint32_t> ranks(order.members.size(), 0);
    for (std::size_t c = 0; c < order.members.size(); ++c) {
      for (const std::uint32_t f : order.members[c])
        for (const std::uint32_t target : same_event_[f])
          if (order.of[target] != c)
            ranks[c] =
                std::max(ranks[c], ranks[order.of[target]] + (functions_[target].state ? 1 : 0));
      for (const std::uint32_t f : order.members[c])
        if (functions_[f].state) functions_[f].rank = ranks[c];
    }
  }

  Checking& checking_;
  std::vector<code::Function>& functions_;
  Edges all_;
  Edges plain_;  // calls that do not pass PRED
  Edges same_event_;
  Components circles_;
  Components plain_circles_;
  std::vector<bool> queried_before_;  // called with PRED
  std::vector<bool> lacks_;           // lacks a branch for NULL
  Components endless_;                // components of the functions in `lacks_`
};

}  // namespace

void recognise_states(Checking& checking) { StateFinder(checking).run(); }

}  // namespace lull::asl
