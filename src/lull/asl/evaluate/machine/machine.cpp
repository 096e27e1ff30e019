// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/machine/machine.hpp"

#include <utility>

namespace lull::asl {

Machine::Machine(const Program& program, const Usage& usage, Archive& archive, OpenTrace open,
                 const Limits& limits)
    : program_(program),
      archive_(archive),
      usage_(usage),
      open_(std::move(open)),
      limits_of_replay_(limits),
      trace_(open_()),
      keeper_(program, model().event, pool_),
      interpreter_(program, archive, *this, limits),
      types_(program, usage.classes, interpreter_, keeper_, pool_),
      states_(program, usage.functions, usage.queries_past, interpreter_, types_, pool_, limits),
      counters_(archive.definitions()) {
  std::size_t states = 0;
  for (std::size_t i = 0; i < program.functions.size(); ++i)
    states += usage.functions[i] && program.functions[i].state ? 1 : 0;
  may_query_states_ = !types_.empty() || states > 1;
  activate();
}

void Machine::activate() {
  archive_.find_event = [this](EventIndex index) { return event_at(index); };
  archive_.make_set = [this](const std::vector<Value>& values) {
    return interpreter_.scratch().copied_set(values);
  };
}

bool Machine::step() {
  const GlobalEvent* const next = trace_->find(next_);
  if (next == nullptr) return false;
  ++next_;
  interpreter_.begin_root();
  EventRecord& event = pool_.take(*next);
  if (usage_.counters) counters_.take(*next);
  types_.describe(event);
  now_ = &event;
  states_.advance(event);
  return true;
}

void Machine::begin_replay() {
  constexpr std::uint64_t kSteps = 10'000;  // approximate cost of opening the archive
  interpreter_.spend(kSteps);
  limits_of_replay_.steps = interpreter_.steps_left();
  limits_of_replay_.of_replay = true;
  replay_ = std::make_unique<Machine>(program_, usage_, archive_, open_, limits_of_replay_);
  // Values queried on the way will be queried again, and would need another replay.
  if (may_query_states_)
    states_.for_each_followed([this](FunctionId state, std::span<const Value> arguments) {
      replay_->states_.prepare(state, arguments);
    });
}

// Charges the cost to the step limit of the current event.
Machine& Machine::replay_to(EventIndex index) {
  if (replay_ == nullptr || replay_->next_ > index + 1) begin_replay();
  replay_->activate();
  const EventIndex from = replay_->next_;
  const std::uint64_t steps = replay_->interpreter_.steps();
  limits_of_replay_.steps = steps + interpreter_.steps_left();
  while (replay_->next_ <= index) {
    if (replay_->now_ != nullptr) replay_->settle();
    if (!replay_->step()) break;
  }
  interpreter_.spend(replay_->next_ - from + replay_->interpreter_.steps() - steps);
  return *replay_;
}

// Converts a value of the replaying machine to one of this machine.
Value Machine::taken_over(const StaticType& type, Value value) {
  if (type.set) {
    std::vector<Value> elements;
    if (value.set->is_trace())
      return set_value(interpreter_.scratch().trace_set(value.set->size()));
    for (const Value element : value.set->elements())
      elements.push_back(taken_over(type.element(), element));
    return set_value(interpreter_.scratch().copied_set(elements));
  }
  if (!keeper_.is_event(type) || value.event == nullptr) return value;
  return event_value(event_at(value.event->event.index));
}

Value Machine::state_at(FunctionId state, const EventRecord* event, bool before,
                        std::span<const Value> arguments) {
  const bool described = now_ != nullptr && now_->event.index + 1 == next_;
  if (!before && event != nullptr && event->event.index + 1 == next_ && !described)
    throw RunError{
        {}, "the state after THIS depends on its class", "use the state before it: PRED(THIS)"};
  if (const auto known = states_.at(state, event, before, arguments)) return *known;
  const EventIndex index = event->event.index;
  if (before && index == 0) return *states_.at(state, nullptr, false, arguments);
  // Stops before the event itself, which may be under evaluation there, too.
  const EventIndex after = before ? index - 1 : index;
  const Value result = adopted_value(state, after, arguments);
  if (after == now_->event.index)
    states_.adopt(state, arguments, result);
  else if (index == now_->event.index)
    states_.adopt(state, arguments, adopted_value(state, index, arguments));
  return result;
}

// Returns the value that a replay finds.
Value Machine::adopted_value(FunctionId state, EventIndex index, std::span<const Value> arguments) {
  // This is decided before the replay walks, since on the way it may be asked for values that it
  // does not follow.
  if (replay_ == nullptr || replay_->next_ > index + 1 ||
      !replay_->states_.follows(state, arguments)) {
    begin_replay();
    replay_->activate();
    replay_->states_.prepare(state, arguments);
  }
  Machine& replay = replay_to(index);
  const std::optional<Value> value = replay.states_.at(state, replay.now_, false, arguments);
  activate();
  return taken_over(program_.functions[state.index()].type, *value);
}

const EventRecord* Machine::event_at(EventIndex index) {
  if (const EventRecord* const known = pool_.find(index)) return known;
  EventRecord& record = interpreter_.scratch().record();
  record.attributes.clear();
  record.classes.clear();
  record.described = types_.empty();
  record.held = nullptr;
  record.event = trace_->event(index);
  return &record;
}

// Restores the types and attributes of a looked-up event as they were when it arrived.
void Machine::describe_again(const EventRecord& event) {
  const EventRecord& there = *replay_to(event.event.index).now_;
  event.classes = there.classes;
  event.attributes = there.attributes;
  event.described = true;
  activate();
  types_.for_each_attribute(
      event, [this](const StaticType& type, Value& value) { value = taken_over(type, value); });
}

bool Machine::is_of_class(const EventRecord& event, ClassId id) {
  if (!event.described && !program_.classes[id.index()].model) describe_again(event);
  return types_.is_of_class(event, id);
}

Value Machine::event_attribute(const EventRecord& event, ClassId declared, std::uint32_t index) {
  if (!event.described) describe_again(event);
  return types_.attribute(event, declared, index);
}

const InstanceRecord* Machine::instance(PatternId /*pattern*/,
                                        std::span<const Value> /*arguments*/) {
  throw RunError{{}, "patterns are not searched for here", {}};
}
const SetValue* Machine::matches(const InstanceRecord& /*instance*/, std::int64_t /*experiment*/) {
  throw RunError{{}, "patterns are not searched for here", {}};
}
const MatchRecord* Machine::match_at(const InstanceRecord& /*instance*/,
                                     const EventRecord& /*root*/) {
  throw RunError{{}, "patterns are not searched for here", {}};
}
std::optional<Value> Machine::aggregate(const code::Aggregate& /*aggregate*/, const Node& /*node*/,
                                        const InstanceRecord& /*instance*/,
                                        std::int64_t /*experiment*/) {
  return std::nullopt;
}
PropertyResult Machine::property(PropertyId /*property*/, std::span<const Value> /*arguments*/) {
  throw RunError{{}, "properties are not evaluated here", {}};
}
double Machine::duration(std::int64_t /*region*/, std::int64_t /*experiment*/) {
  throw RunError{{}, "durations are known only after the last event", "use duration in a property"};
}

// Searches back from the event for the last sample of its location, if newer samples exist.
double Machine::counter(const EventRecord& event, const std::string& name) {
  const LocationId location = event.event.location;
  const Counters::Sample last = counters_.last(location, name);
  if (last.event == kNoEvent) return 0;
  if (last.event <= event.event.index) return last.value;
  for (EventIndex i = event.event.index + 1; i-- > 0;) {
    interpreter_.spend(1);
    if (interpreter_.steps_left() == 0) {
      interpreter_.spend(1);  // the caller reports an exceeded limit
      return 0;
    }
    const GlobalEvent other = trace_->event(i);
    if (other.location != location) continue;
    if (const auto value = counters_.of_event(other, name)) return *value;
  }
  return 0;
}

}  // namespace lull::asl
