// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Describes how a state changes at events, derived from the branches of its function: which kinds
// of events change it, and for which arguments. A branch "typeof(e) == Enter AND e.process_id == p"
// changes the state for only one p, which the event determines.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/asl/program/program.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::asl {

class EventTypes;

// The change of a value.
struct StateAction {
  // AddEvent: adds the event; RemoveLast: removes the element with the greatest index.
  enum class Kind : std::uint8_t { Keep, Add, AddEvent, Remove, RemoveLast, Replace, Choose };
  Kind kind = Kind::Keep;
  const Node* node = nullptr;  // element added or removed, or the new value
  // Choose: the action of the first condition that holds, else the last action.
  std::vector<const Node*> conditions;
  std::vector<StateAction> actions;
};

struct StateBranch {
  EventSelection kinds;
  // Indexed by the parameters after the event: the expression that the parameter equals at this
  // event; null: unknown, and the branch may change the state for any argument.
  std::vector<const Node*> keys;
  bool keyed = false;
  // The specification's classes that the event must have for its attributes to be used as keys.
  std::vector<const Node*> guards;
  // The conditions beyond kinds and keys, and the action if they hold. Used only if no earlier
  // branch has the same kinds; otherwise, the whole function is evaluated.
  bool direct = false;
  bool plain = false;  // direct, unconditional, and only adds an event or removes the last one
  std::vector<const Node*> conditions;
  StateAction action;
};

struct StatePlan {
  FunctionId function;
  std::vector<StateBranch> branches;  // the branches that change it
  StateAction action;                 // action for the whole function
  // True if all branches are: other arguments keep their initial value.
  [[nodiscard]] bool keyed() const;
};

[[nodiscard]] StatePlan plan_state(const Program& program, FunctionId function,
                                   const EventTypes& types);

// Returns whether the node is the value before the event, in the body of its own function.
[[nodiscard]] bool is_value_before(const Node& node, FunctionId function, std::size_t parameters);

}  // namespace lull::asl
