// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How a state goes from one event to the next, read from the branches of its function: which kinds
// of events change it, and for which arguments. A branch "typeof(e) == Enter AND e.process_id == p"
// changes the state of one p only, and that p the event tells.
#pragma once

#include <vector>

#include "lull/asl/program/program.hpp"
#include "lull/trace/event.hpp"

namespace lull::asl {

class EventTypes;

struct StateBranch {
  EventSelection kinds;
  // By parameter behind the event: what it is equal to at this event; null: not known, and the
  // branch may change the state for any argument.
  std::vector<const Node*> keys;
  [[nodiscard]] bool keyed() const;
};

struct StatePlan {
  FunctionId function;
  std::vector<StateBranch> branches;  // that change it
  [[nodiscard]] bool keyed() const;   // all are: other arguments have the value before all events
};

[[nodiscard]] StatePlan plan_state(const Program& program, FunctionId function,
                                   const EventTypes& types);

// The value before the event, in the body of its own function.
[[nodiscard]] bool is_value_before(const Node& node, FunctionId function, std::size_t parameters);

}  // namespace lull::asl
