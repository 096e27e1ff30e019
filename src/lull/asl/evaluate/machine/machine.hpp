// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Walks through a trace once, evaluating the event types and states of a specification. Search
// (search.hpp) adds patterns and properties.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "lull/asl/evaluate/expressions/interpreter.hpp"
#include "lull/asl/evaluate/machine/counters.hpp"
#include "lull/asl/evaluate/machine/event_types.hpp"
#include "lull/asl/evaluate/machine/profile.hpp"
#include "lull/asl/evaluate/machine/states.hpp"
#include "lull/asl/evaluate/machine/usage.hpp"
#include "lull/asl/evaluate/values/event_pool.hpp"
#include "lull/asl/evaluate/values/keeper.hpp"
#include "lull/trace/global/global_trace.hpp"

namespace lull::asl {

// Opens the trace each time it must be read again. Throws Error.
using OpenTrace = std::function<std::unique_ptr<GlobalTrace>()>;

// Specifications read mostly forward; the trace may be reopened to look far back.
[[nodiscard]] inline GlobalTrace::Options trace_options() {
  GlobalTrace::Options options;
  options.history = std::size_t{1} << 12U;
  return options;
}

// The part of the world without patterns and properties.
class Machine : public World {
 public:
  Machine(const Program& program, const Usage& usage, Archive& archive, OpenTrace open,
          const Limits& limits);

  // Takes the next event; returns false at the end. Throws RunError for event types and states.
  bool step();
  // Call when the current event has been processed.
  void settle() { states_.settle(); }
  [[nodiscard]] const EventRecord& now() const { return *now_; }
  [[nodiscard]] Interpreter& interpreter() { return interpreter_; }
  [[nodiscard]] EventTypes& types() { return types_; }
  [[nodiscard]] States& states() { return states_; }
  [[nodiscard]] GlobalTrace& trace() { return *trace_; }
  [[nodiscard]] Keeper& keeper() { return keeper_; }

  Value state_at(FunctionId state, const EventRecord* event, bool before,
                 std::span<const Value> arguments) override;
  const EventRecord* event_at(EventIndex index) override;
  EventIndex events_so_far() override { return pool_.end(); }
  bool is_of_class(const EventRecord& event, ClassId id) override;
  Value event_attribute(const EventRecord& event, ClassId declared, std::uint32_t index) override;
  const InstanceRecord* instance(PatternId pattern, std::span<const Value> arguments) override;
  const SetValue* matches(const InstanceRecord& instance, std::int64_t experiment) override;
  const MatchRecord* match_at(const InstanceRecord& instance, const EventRecord& root) override;
  std::optional<Value> aggregate(const code::Aggregate& aggregate, const Node& node,
                                 const InstanceRecord& instance, std::int64_t experiment) override;
  PropertyResult property(PropertyId property, std::span<const Value> arguments) override;
  double duration(std::int64_t region, std::int64_t experiment) override;
  double counter(const EventRecord& event, const std::string& name) override;

  // Makes this machine the one that archive objects use.
  void activate();

 protected:
  const Program& program_;
  Archive& archive_;

 private:
  void begin_replay();
  // Walks to the event; starts again from the beginning if the machine is already past it.
  Machine& replay_to(EventIndex index);
  [[nodiscard]] Value adopted_value(FunctionId state, EventIndex index,
                                    std::span<const Value> arguments);
  void describe_again(const EventRecord& event);
  [[nodiscard]] Value taken_over(const StaticType& type, Value value);

  const Usage& usage_;
  OpenTrace open_;
  Limits limits_of_replay_;
  std::unique_ptr<GlobalTrace> trace_;
  EventPool pool_;
  Keeper keeper_;
  Interpreter interpreter_;
  EventTypes types_;
  States states_;
  Counters counters_;
  const EventRecord* now_ = nullptr;
  EventIndex next_ = 0;
  std::unique_ptr<Machine> replay_;
  bool may_query_states_ = false;  // event types or states may query states
};

}  // namespace lull::asl
