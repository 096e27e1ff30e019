// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/machine/states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lull/trace/event/event_names.hpp"

namespace lull::asl {
namespace {
constexpr std::size_t kNoState = ~std::size_t{0};
constexpr std::size_t kCellBytes = 256;
}  // namespace

States::States(const Program& program, const std::vector<bool>& used, bool remembers,
               Interpreter& interpreter, const EventTypes& types, EventPool& pool,
               const Limits& limits)
    : interpreter_(interpreter),
      pool_(pool),
      limits_(limits),
      cells_(pool, remembers, interpreter.keys_of_elements()),
      by_function_(program.functions.size(), kNoState),
      steps_(kEventKinds) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < program.functions.size(); ++i)
    if (used[i] && program.functions[i].state) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return program.functions[i].rank; });
  for (const std::size_t i : order) {
    const code::Function& function = program.functions[i];
    by_function_[i] = states_.size();
    State state;
    state.function = &function;
    state.plan = plan_state(program, FunctionId{i}, types);
    state.keyed = state.plan.keyed();
    state.set = function.type.is_set();
    state.events = function.type.kind == StaticType::Kind::Object &&
                   program.is_derived(function.type.class_id(), model().event);
    for (const code::Parameter& parameter : function.scope.parameters)
      state.of_event.push_back(parameter.type.kind == StaticType::Kind::Object &&
                               program.is_derived(parameter.type.class_id(), model().event));
    state.of_event.erase(state.of_event.begin());  // removes the event parameter
    if (std::ranges::none_of(state.of_event, std::identity{})) state.of_event.clear();
    states_.push_back(std::move(state));
  }
  for (State& state : states_)
    for (const StateBranch& branch : state.plan.branches)
      for (std::size_t kind = 0; kind < kEventKinds; ++kind)
        if (branch.kinds.test(kind)) steps_[kind].push_back(make_step(state, branch));
}

States::Step States::make_step(State& state, const StateBranch& branch) {
  Step step{&state, &branch, {}, branch.plain && state.events && state.keyed};
  if (!branch.keyed) return step;
  for (const Node* const key : branch.keys) {
    const auto* const it = std::get_if<code::ModelAttributeOf>(&key->body);
    if (it == nullptr || !std::holds_alternative<code::Local>(it->object->body)) break;
    step.keys.push_back(it->attribute != nullptr
                            ? it->attribute
                            : &model().classes[it->declared.index()].attributes[it->index]);
  }
  if (step.keys.size() < branch.keys.size()) step.keys.clear();
  step.plain =
      step.plain && step.keys.size() == branch.keys.size() && step.keys.size() <= kPlainKeys;
  return step;
}

bool States::has_region_set(const State& state, std::span<const Value> arguments) const {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const StaticType& type = state.function->scope.parameters[i + 1].type;
    if (type == object_of(model().region) &&
        interpreter_.archive().is_region_set(arguments[i].integer))
      return true;
  }
  return false;
}

// Identifies events by index: one may have several records over time.
void States::set_key(const State& state, Key& key, std::span<const Value> arguments) {
  const auto word = [&](std::size_t i) {
    if (state.of_event.empty() || !state.of_event[i]) return arguments[i].integer;
    const EventRecord* const event = arguments[i].event;
    return event == nullptr ? -1 : static_cast<std::int64_t>(event->event.index);
  };
  const std::size_t first = std::min(arguments.size(), key.words.size());
  for (std::size_t i = 0; i < first; ++i) key.words[i] = word(i);
  key.more.clear();
  for (std::size_t i = first; i < arguments.size(); ++i) key.more.push_back(word(i));
}

// Returns the value before all events.
Value States::first_value(const State& state, std::span<const Value> arguments) {
  Frame frame = interpreter_.make_frame(state.function->scope);
  frame.slots[0] = event_value(nullptr);
  std::ranges::copy(arguments, frame.slots + 1);
  return interpreter_.evaluate(*state.function->body, frame);
}

// Returns null if the cell is not found.
States::Cell* States::find(State& state, std::span<const Value> arguments) const {
  const auto same = [](Value a, Value b) { return a.integer == b.integer; };
  Cell*& recent = state.recent[recent_place(arguments)];
  if (recent != nullptr && state.of_event.empty() &&
      std::ranges::equal(arguments, recent->arguments, same))
    return recent;
  set_key(state, state.key, arguments);
  const auto known = state.cells.find(state.key);
  if (known == state.cells.end()) return nullptr;
  return recent = known->second.get();
}

States::Cell& States::new_cell(State& state, std::span<const Value> arguments) {
  cell_bytes_ += kCellBytes;
  Key key;
  set_key(state, key, arguments);
  auto& cell = *state.cells.emplace(key, std::make_unique<Cell>(state.events)).first->second;
  cell.arguments.assign(arguments.begin(), arguments.end());
  for (std::size_t i = 0; i < state.of_event.size(); ++i)
    if (Value& own = cell.arguments[i]; state.of_event[i] && own.event != nullptr)
      own = event_value(&pool_.hold(*own.event));
  if (!state.keyed || has_region_set(state, arguments)) state.unkeyed.push_back(&cell);
  return cell;
}

void States::fill(State& state, Cell& cell, Moment now, Value value) {
  if (!state.set) return cells_.add(cell, now, value);
  for (const Value element : value.set->elements()) cells_.add(cell, now, element);
}

States::Cell& States::cell_of(State& state, std::span<const Value> arguments) {
  if (Cell* const known = find(state, arguments)) return *known;
  Cell& cell = new_cell(state, arguments);
  fill(state, cell, -1, first_value(state, cell.arguments));
  return cell;
}

void States::adopt(FunctionId id, std::span<const Value> arguments, Value value) {
  State& state = states_[by_function_[id.index()]];
  if (find(state, arguments) != nullptr) return;  // only its past is unknown
  const auto now = static_cast<Moment>(now_->event.index);
  Cell& cell = new_cell(state, arguments);
  cell.known_from = now;
  cell.advanced = now;
  fill(state, cell, now, value);
}

void States::prepare(FunctionId id, std::span<const Value> arguments) {
  if (by_function_[id.index()] == kNoState) return;
  static_cast<void>(cell_of(states_[by_function_[id.index()]], arguments));
}

bool States::follows(FunctionId id, std::span<const Value> arguments) {
  State& state = states_[by_function_[id.index()]];
  const Cell* const cell = find(state, arguments);
  if (cell != nullptr) return cell->known_from < 0;
  return state.keyed && !has_region_set(state, arguments);
}

void States::set_keys(const Step& step, const EventRecord& event, std::span<Value> keys) const {
  for (std::size_t i = 0; i < step.keys.size(); ++i)
    keys[i] = step.keys[i]->get(interpreter_.archive(), event_value(&event), step.keys[i]->field);
}

// Returns false if the event lacks the attributes, so the branch does not apply.
bool States::set_keys(const Step& step, const EventRecord& event, Frame& frame) {
  const StateBranch& branch = *step.branch;
  if (!step.keys.empty()) {
    set_keys(step, event, {frame.slots + 1, branch.keys.size()});
    return true;
  }
  const auto holds = [&](const Node* guard) { return interpreter_.holds(*guard, frame); };
  if (!std::ranges::all_of(branch.guards, holds)) return false;
  for (std::size_t i = 0; i < branch.keys.size(); ++i) {
    const std::optional<Value> key = interpreter_.attribute_of(*branch.keys[i], frame);
    if (!key) return false;
    frame.slots[i + 1] = *key;
  }
  return true;
}

// Reports the state that uses most memory.
void States::check_memory() {
  if (cell_bytes_ + cells_.bytes() + pool_.held() * sizeof(HeldEvent) <= limits_.memory) return;
  const auto bytes_of = [](const State& state) {
    std::size_t bytes = state.cells.size() * kCellBytes;
    for (const auto& [key, cell] : state.cells) bytes += cell->bytes();
    return bytes;
  };
  const State& largest = *std::ranges::max_element(states_, {}, bytes_of);
  throw RunError{largest.function->at,
                 fmt::format("states need more than {} MiB", limits_.memory >> 20U),
                 "change the limit with --memory"};
}

void States::advance(const EventRecord& event) {
  check_memory();
  now_ = &event;
  for (const Step& step : steps_[event.event.event.body.index()]) {
    State& state = *step.state;
    if (step.plain && state.unkeyed.empty() && advance_plainly(step, event)) continue;
    const StateBranch& branch = *step.branch;
    if (!state.keyed && state.unkeyed.empty()) continue;
    Frame frame = interpreter_.make_frame(state.function->scope);
    frame.slots[0] = event_value(&event);
    for (Cell* const cell : state.unkeyed) {
      std::ranges::copy(cell->arguments, frame.slots + 1);
      advance(state, *cell, event, nullptr, frame);
    }
    if (!state.keyed) continue;  // other arguments may also change
    if (!set_keys(step, event, frame)) continue;
    const std::span<Value> arguments(frame.slots + 1, branch.keys.size());
    advance(state, cell_of(state, arguments), event, branch.direct ? &branch : nullptr, frame);
  }
}

// The fast path for most events; returns false if the event needs more.
bool States::advance_plainly(const Step& step, const EventRecord& event) {
  std::array<Value, kPlainKeys> keys;
  set_keys(step, event, keys);
  Cell& cell = cell_of(*step.state, std::span(keys).first(step.keys.size()));
  const auto now = static_cast<Moment>(event.event.index);
  if (cell.advanced == now) return true;
  const bool adds = step.branch->action.kind == StateAction::Kind::AddEvent;
  if (!cell.is_ascending() || (adds && !cell.is_before(event))) return false;
  cell.advanced = now;
  if (adds)
    cells_.add(cell, now, event_value(&event));
  else if (!cell.empty())
    cells_.remove(cell, now, cell.last_place());
  return true;
}

void States::advance(State& state, Cell& cell, const EventRecord& event, const StateBranch* branch,
                     Frame& frame) {
  const auto now = static_cast<Moment>(event.event.index);
  if (cell.advanced == now) return;
  if (branch == nullptr) cell.advanced = now;
  const State* const outer = std::exchange(current_, &state);
  Cell* const outer_cell = std::exchange(current_cell_, &cell);
  const bool holds =
      branch == nullptr || std::ranges::all_of(branch->conditions, [&](const Node* condition) {
        return interpreter_.holds(*condition, frame);
      });
  if (holds) {
    cell.advanced = now;
    apply(state, cell, branch == nullptr ? state.plan.action : branch->action, frame);
  }
  current_ = outer;
  current_cell_ = outer_cell;
}

// Applies the action of the function to the current value.
void States::apply(State& state, Cell& cell, const StateAction& action, Frame& frame) {
  const auto now = static_cast<Moment>(now_->event.index);
  switch (action.kind) {
    case StateAction::Kind::Keep:
      return;
    case StateAction::Kind::Choose:
      for (std::size_t i = 0; i < action.conditions.size(); ++i)
        if (interpreter_.holds(*action.conditions[i], frame))
          return apply(state, cell, action.actions[i], frame);
      return apply(state, cell, action.actions.back(), frame);
    case StateAction::Kind::AddEvent:
      if (!state.events || !cell.is_ascending() || !cell.is_before(*now_))
        return change(state, cell, true, *action.node, frame);
      return cells_.add(cell, now, event_value(now_));
    case StateAction::Kind::RemoveLast:
      if (!state.events || !cell.is_ascending())
        return change(state, cell, false, *action.node, frame);
      if (!cell.empty()) cells_.remove(cell, now, cell.last_place());
      return;
    case StateAction::Kind::Add:
    case StateAction::Kind::Remove:
      return change(state, cell, action.kind == StateAction::Kind::Add, *action.node, frame);
    case StateAction::Kind::Replace:
      break;
  }
  const Value value = interpreter_.evaluate(*action.node, frame);
  if (!state.set) return replace(cell, now, std::span(&value, 1), state.function->type);
  if (value.set->is_trace())
    throw RunError{action.node->at, "a state must not grow with the trace", {}};
  replace(cell, now, elements_for(cell, *value.set), state.function->type.element());
}

// Copies the set's elements if they are in the cell, which is about to change.
std::span<const Value> States::elements_for(const Cell& cell, const SetValue& set) {
  if (set.cell() != &cell) return set.elements();
  return interpreter_.scratch().copied_set(set.elements())->elements();
}

void States::change(State& state, Cell& cell, bool add, const Node& what, Frame& frame) {
  const Value value = interpreter_.evaluate(what, frame);
  const bool is_set = what.type.is_set();
  if (!is_set && interpreter_.is_null(what.type, value)) return;
  const auto others = is_set ? elements_for(cell, *value.set) : std::span(&value, 1);
  const auto now = static_cast<Moment>(now_->event.index);
  for (const Value other : others) {
    const std::size_t place = place_of(state, cell, other);
    if (add && place == cell.end_place()) cells_.add(cell, now, other);
    if (!add && place < cell.end_place()) cells_.remove(cell, now, place);
  }
}

// Returns the end if the value is not an element. Usually, it is the last or the first element.
std::size_t States::place_of(const State& state, const Cell& cell, Value element) const {
  if (cell.empty()) return cell.end_place();
  if (state.events && cell.is_ascending() && element.event != nullptr)
    return cell.place_of(element.event->event.index).value_or(cell.end_place());
  const StaticType type = state.function->type.element();
  const auto is_at = [&](std::size_t place) {
    return !cell.is_free(place) && interpreter_.equal(type, cell[place], element);
  };
  if (is_at(cell.last_place())) return cell.last_place();
  std::size_t place = cell.first_place();
  while (place < cell.end_place() && !is_at(place)) ++place;
  return place;
}

// Keeps the common prefix.
void States::replace(Cell& cell, Moment now, std::span<const Value> elements,
                     const StaticType& element) {
  std::size_t same = 0;
  std::size_t place = cell.first_place();
  for (; same < elements.size() && place < cell.end_place(); ++place) {
    if (cell.is_free(place)) continue;
    if (!interpreter_.equal(element, elements[same], cell[place])) break;
    ++same;
  }
  while (cell.size() > same) cells_.remove(cell, now, cell.last_place());
  for (std::size_t i = same; i < elements.size(); ++i) cells_.add(cell, now, elements[i]);
}

// Values other than sets are stored as one element.
Value States::value_of(const State& state, const Cell& cell, Moment moment) {
  Scratch& scratch = interpreter_.scratch();
  return state.set ? set_value(scratch.set(cell, moment)) : cell.at(moment, scratch).front();
}

// Returns whether the moment is remembered, which holds at and before events that are open and were
// opened when they arrived.
bool States::knows(const EventRecord& event, bool before) const {
  const EventIndex index = event.event.index;
  if (before && index == now_->event.index + 1) return true;  // its types are being determined
  if (index == now_->event.index || (!before && index + 1 == now_->event.index)) return true;
  if (event.held == nullptr) return false;
  const auto& held = static_cast<const HeldEvent&>(*event.held);
  return held.opened > 0 && held.complete;
}

std::optional<Value> States::at(FunctionId id, const EventRecord* event, bool before,
                                std::span<const Value> arguments) {
  State& state = states_[by_function_[id.index()]];
  if (event == nullptr) return first_value(state, arguments);
  if (now_ != nullptr && !knows(*event, before)) return std::nullopt;
  if (current_ == &state && before && event == now_ &&
      std::ranges::equal(arguments, current_cell_->arguments,
                         [](Value a, Value b) { return a.integer == b.integer; })) {
    const auto moment = static_cast<Moment>(now_->event.index) - 1;
    return value_of(state, *current_cell_, moment);
  }
  const Cell* known = find(state, arguments);
  if (known == nullptr) {
    if (now_ != nullptr && (!state.keyed || has_region_set(state, arguments))) return std::nullopt;
    known = &cell_of(state, arguments);
  }
  const Cell& cell = *known;
  const Moment moment = static_cast<Moment>(event->event.index) - (before ? 1 : 0);
  if (moment < cell.known_from) return std::nullopt;
  return value_of(state, cell, moment);
}

}  // namespace lull::asl
