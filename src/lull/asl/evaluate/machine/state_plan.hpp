// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How a state goes from one event to the next, read from the branches of its function: which kinds
// of events change it, and for which arguments. A branch "typeof(e) == Enter AND e.process_id == p"
// changes the state of one p only, and that p the event tells.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/asl/program/program.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::asl {

class EventTypes;

// What becomes of the value.
struct StateAction {
  // AddEvent: the event itself; RemoveLast: the element of the greatest index.
  enum class Kind : std::uint8_t { Keep, Add, AddEvent, Remove, RemoveLast, Replace, Choose };
  Kind kind = Kind::Keep;
  const Node* node = nullptr;  // what is added or removed; the new value
  // Choose: the action of the first condition that holds, else the last action.
  std::vector<const Node*> conditions;
  std::vector<StateAction> actions;
};

struct StateBranch {
  EventSelection kinds;
  // By parameter behind the event: what it is equal to at this event; null: not known, and the
  // branch may change the state for any argument.
  std::vector<const Node*> keys;
  bool keyed = false;
  // Of which classes of its own the event has to be, for the keys to be attributes of it.
  std::vector<const Node*> guards;
  // The conditions beyond kinds and keys, and what is done if they hold; only where no branch
  // before it is for the same kinds. Else the whole function decides.
  bool direct = false;
  bool plain = false;  // direct, without conditions, and an event comes or the last one goes
  std::vector<const Node*> conditions;
  StateAction action;
};

struct StatePlan {
  FunctionId function;
  std::vector<StateBranch> branches;  // that change it
  StateAction action;                 // the whole function
  [[nodiscard]] bool keyed() const;   // all are: other arguments have the value before all events
};

[[nodiscard]] StatePlan plan_state(const Program& program, FunctionId function,
                                   const EventTypes& types);

// The value before the event, in the body of its own function.
[[nodiscard]] bool is_value_before(const Node& node, FunctionId function, std::size_t parameters);

}  // namespace lull::asl
