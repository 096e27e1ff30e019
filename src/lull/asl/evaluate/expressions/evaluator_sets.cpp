// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "lull/asl/evaluate/expressions/evaluator.hpp"
#include "lull/asl/evaluate/values/exact_sum.hpp"
#include "lull/asl/evaluate/values/state_cell.hpp"

namespace lull::asl {

using Kind = StaticType::Kind;

bool Interpreter::Evaluator::is_worth_looking_up(const code::Lookup& lookup, const SetValue& set) {
  return !lookup.parts.empty() && set.cell() != nullptr && set.cell()->size() >= SetIndex::kLeast &&
         !set.empty();
}

std::int64_t Interpreter::Evaluator::key_of(const code::Lookup& lookup) const {
  std::int64_t key = code::kNoKey;
  for (std::size_t i = 0; i < lookup.parts.size(); ++i)
    key = code::joined(key, number_of(lookup.parts[i], machine.evaluate(*lookup.values[i], frame)));
  return key;
}

template <class Visit>
void Interpreter::Evaluator::each_candidate(const code::Lookup& lookup, const SetValue& set,
                                            bool backwards, const Visit& visit) const {
  const auto counted = [&](Value element) {
    if (++machine.steps_ > machine.step_limit_) machine.too_many_steps(node);
    return visit(element);
  };
  if (is_worth_looking_up(lookup, set)) {
    const std::int64_t key = key_of(lookup);
    const SetIndex& index = set.cell()->index_by(lookup.parts, machine.keys_of_elements());
    return set.cell()->for_each_at(set.moment(), backwards, index, key, counted);
  }
  if (set.cell() != nullptr) return set.cell()->for_each_at(set.moment(), backwards, counted);
  const auto elements = set.elements();
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (!counted(elements[backwards ? elements.size() - 1 - i : i])) return;
}

// Releases elements of a trace after each visit: the visitor may keep only numbers.
template <class Visit>
void Interpreter::Evaluator::each(const code::Range& range, const SetValue& set,
                                  const Visit& visit) const {
  const auto one = [&](Value element) {
    frame.slots[range.slot] = element;
    return (range.filter != nullptr && !true_of(range.filter)) || visit(element);
  };
  if (!set.is_trace()) return each_candidate(range.lookup, set, false, one);
  for (EventIndex i = 0; i < set.size(); ++i) {
    if (++machine.steps_ > machine.step_limit_) machine.too_many_steps(node);
    const Scratch::Mark mark = machine.scratch_.mark();
    const bool continues = one(event_value(machine.world_.event_at(i)));
    machine.scratch_.release(mark);
    ++machine.generation_;  // cached results of calls may be invalid
    if (!continues) return;
  }
}

// Returns the set of the elements pushed on the stack since position `first`.
const SetValue* Interpreter::Evaluator::elements_from(std::size_t first,
                                                      const StaticType& element) const {
  auto& stack = machine.stack_;
  const auto begin = stack.begin() + static_cast<std::ptrdiff_t>(first);
  auto end = begin;
  for (auto it = begin; it != stack.end(); ++it)
    if (std::none_of(begin, end, [&](Value known) { return machine.equal(element, known, *it); }))
      *end++ = *it;
  const SetValue* const set =
      machine.scratch_.copied_set({stack.data() + first, static_cast<std::size_t>(end - begin)});
  stack.resize(first);
  return set;
}

Value Interpreter::Evaluator::operator()(const code::SetChange& it) const {
  const SetValue& set = *value_of(it.set).set;
  const Value other = value_of(it.other);
  const StaticType element = node.type.element();
  if (set.is_trace()) fail(node.at, "the events of a trace cannot be copied into another set");
  auto& stack = machine.stack_;
  const std::size_t first = stack.size();
  if (!it.other->type.is_set() && machine.is_null(it.other->type, other)) return set_value(&set);
  const SetValue single(std::span(&other, 1));
  const SetValue& others = it.other->type.is_set() ? *other.set : single;
  if (others.is_trace()) fail(node.at, "the events of a trace cannot be copied into another set");
  for (const Value value : set.elements())
    if (it.add || !machine.contains(element, others, value)) stack.push_back(value);
  if (it.add)
    for (const Value value : others.elements())
      if (!machine.contains(element, set, value)) stack.push_back(value);
  // Both sets are free of duplicates.
  const SetValue* const result =
      machine.scratch_.copied_set({stack.data() + first, stack.size() - first});
  stack.resize(first);
  return set_value(result);
}

// Tries to decide with few elements: the removed elements, and the decisive one among the others.
template <class LookAt>
bool Interpreter::Evaluator::look_at_extreme(const code::Quantified& it, const SetValue& set,
                                             const LookAt& look_at) const {
  using Decides = code::Quantified::Decides;
  const StateCell* const cell = set.cell();
  if (it.decides == Decides::Any || cell == nullptr || cell->size() < SetIndex::kLeast)
    return false;
  const bool greatest = it.decides == Decides::Greatest;
  if (it.of_index && cell->is_ascending()) {
    cell->for_each_at(set.moment(), greatest, [&](Value element) {
      static_cast<void>(look_at(element));
      return false;
    });
    return true;
  }
  bool continues = true;
  cell->for_each_gone(set.moment(), [&](Value gone) { continues = continues && look_at(gone); });
  if (!continues) return true;
  const SetIndex& index = cell->index_by(it.number, machine.keys_of_elements());
  if (const SetIndex::Entry* const entry = index.extreme(greatest, set.moment()))
    static_cast<void>(look_at(entry->value));
  return true;
}

Value Interpreter::Evaluator::operator()(const code::Quantified& it) const {
  const SetValue& set = *value_of(it.range.set).set;
  bool found = false;
  const bool wanted = it.quantifier != Quantifier::ForAll;
  const auto look_at = [&](Value element) {
    frame.slots[it.range.slot] = element;
    found = true_of(it.body) == wanted;
    return !found;
  };
  if (!look_at_extreme(it, set, look_at)) each(it.range, set, look_at);
  return truth_value(it.quantifier == Quantifier::Exists ? found : !found);
}

Value Interpreter::Evaluator::sum(const code::Aggregate& it, const SetValue& set) const {
  ExactSum reals;
  std::int64_t integers = 0;
  std::int64_t count = 0;
  const bool real = it.value->type.is(Kind::Float);
  each(it.range, set, [&](Value /*element*/) {
    const Value value = value_of(it.value);
    ++count;
    if (real)
      reals.add(value.real);
    else
      integers = integer_arithmetic(Operator::Add, integers, value.integer);
    return true;
  });
  if (it.aggregator == Aggregator::Sum)
    return real ? real_value(finite(reals.value(), node.at)) : integer_value(integers);
  if (count == 0) fail(node.at, "AVG of an empty set", "first test whether the set is empty");
  const double total = real ? finite(reals.value(), node.at) : static_cast<double>(integers);
  return real_value(total / static_cast<double>(count));
}

std::int64_t Interpreter::Evaluator::count(const code::Range& range, const SetValue& set) const {
  if (range.filter == nullptr) return static_cast<std::int64_t>(set.size());
  std::int64_t count = 0;
  if (!range.lookup.exact || !is_worth_looking_up(range.lookup, set)) {
    each(range, set, [&](Value /*element*/) { return ++count > 0; });
    return count;
  }
  const StateCell& cell = *set.cell();
  const std::int64_t key = key_of(range.lookup);
  const SetIndex& index = cell.index_by(range.lookup.parts, machine.keys_of_elements());
  count = static_cast<std::int64_t>(cell.count_at(set.moment(), index, key));
  cell.for_each_gone(set.moment(), [&](Value element) {
    frame.slots[range.slot] = element;
    count += true_of(range.filter) ? 1 : 0;
  });
  return count;
}

Value Interpreter::Evaluator::operator()(const code::Aggregate& it) const {
  if (const auto* const matches = std::get_if<code::MatchesOf>(&it.range.set->body)) {
    const Value instance = object_of(matches->instance, "the pattern");
    const std::int64_t experiment = experiment_of(*matches);
    const auto known =
        here([&] { return machine.world_.aggregate(it, node, *instance.instance, experiment); });
    if (known) return *known;
  }
  const SetValue& set = *value_of(it.range.set).set;
  if (it.aggregator == Aggregator::Sum || it.aggregator == Aggregator::Avg) return sum(it, set);
  if (it.aggregator == Aggregator::Count) return integer_value(count(it.range, set));
  std::optional<Value> best;
  each(it.range, set, [&](Value /*element*/) {
    const Value value = value_of(it.value);
    const std::int64_t order = best ? machine.compare(node.type, value, *best) : 0;
    if (!best || (it.aggregator == Aggregator::Max ? order > 0 : order < 0)) best = value;
    return true;
  });
  if (!best)
    fail(node.at, it.aggregator == Aggregator::Max ? "MAX of an empty set" : "MIN of an empty set",
         "first test whether the set is empty");
  return *best;
}

Value Interpreter::Evaluator::operator()(const code::Extreme& it) const {
  Value best = value_of(it.operands.front());
  for (std::size_t i = 1; i < it.operands.size(); ++i) {
    const Value value = value_of(it.operands[i]);
    const std::int64_t order = machine.compare(node.type, value, best);
    if (it.greatest ? order > 0 : order < 0) best = value;
  }
  return best;
}

Value Interpreter::Evaluator::operator()(const code::Elements& it) const {
  auto& stack = machine.stack_;
  const std::size_t first = stack.size();
  for (const NodePtr& element : it.elements) {
    const Value value = value_of(element);
    const bool object = element->type.kind == Kind::Object || element->type.kind == Kind::Null;
    if (!object || !machine.is_null(element->type, value)) stack.push_back(value);
  }
  return set_value(elements_from(first, node.type.element()));
}

Value Interpreter::Evaluator::operator()(const code::Those& it) const {
  const SetValue& set = *value_of(it.range.set).set;
  auto& stack = machine.stack_;
  const std::size_t first = stack.size();
  if (set.is_trace()) {
    for (EventIndex i = 0; i < set.size(); ++i) {
      if (++machine.steps_ > machine.step_limit_) machine.too_many_steps(node);
      const Scratch::Mark mark = machine.scratch_.mark();
      const Value event = event_value(machine.world_.event_at(i));
      frame.slots[it.range.slot] = event;
      if (it.range.filter == nullptr || true_of(it.range.filter))
        stack.push_back(event);
      else
        machine.scratch_.release(mark);
      ++machine.generation_;
    }
  } else {
    each(it.range, set, [&](Value element) {
      stack.push_back(element);
      return true;
    });
  }
  const SetValue* const result =
      machine.scratch_.copied_set({stack.data() + first, stack.size() - first});
  stack.resize(first);
  return set_value(result);
}

bool Interpreter::Evaluator::all_hold(const std::vector<const Node*>& conditions) const {
  return std::ranges::all_of(
      conditions, [this](const Node* condition) { return machine.holds(*condition, frame); });
}

// Searches the elements at the same place; fails if the other conditions hold for several.
std::optional<Value> Interpreter::Evaluator::only_at(const code::Extremal& it,
                                                     std::span<const Value> elements,
                                                     Value place) const {
  std::optional<Value> only;
  for (const Value element : elements) {
    frame.slots[it.slot] = element;
    if (!all_hold(it.classes)) continue;
    if (machine.compare(it.place->type, machine.evaluate(*it.place, frame), place) != 0) continue;
    if (!all_hold(it.rest)) continue;
    if (only) fail(node.at, "UNIQUE of several elements");
    only = element;
  }
  return only;
}

Value Interpreter::Evaluator::extremal(const code::Extremal& it) const {
  const SetValue& set = *machine.evaluate(*it.set, frame).set;
  if (set.is_trace())
    fail(node.at, "the events of a trace cannot be searched for the last one",
         "its index is MAX(x.index WHERE x IN e.trace)");
  const bool in_order =
      set.cell() != nullptr && set.cell()->is_ascending() && it.place->type.is(Kind::Integer);
  std::optional<Value> best;  // best among the elements in the class
  Value place;
  bool several = false;
  each_candidate(it.lookup, set, it.last, [&](Value element) {
    frame.slots[it.slot] = element;
    if (!all_hold(it.classes)) return true;
    const Value own = machine.evaluate(*it.place, frame);
    const std::int64_t order = best ? machine.compare(it.place->type, own, place) : 0;
    if (best && (it.last ? order < 0 : order > 0)) return true;
    several = best && order == 0;
    best = element;
    place = own;
    return !in_order;
  });
  if (several) {
    best = only_at(it, set.elements(), place);
  } else if (best) {
    frame.slots[it.slot] = *best;
    if (!all_hold(it.rest)) best.reset();
  }
  if (best) return *best;
  machine.missing_ = true;
  return machine.nothing(node.type);
}

Value Interpreter::Evaluator::operator()(const code::OnlyElement& it) const {
  if (it.extremal != nullptr) return extremal(*it.extremal);
  const SetValue& set = *value_of(it.set).set;
  if (set.empty()) {
    machine.missing_ = true;
    return machine.nothing(node.type);
  }
  if (set.size() > 1) fail(node.at, "UNIQUE of several elements");
  return set.is_trace() ? event_value(machine.world_.event_at(0)) : set.elements().front();
}

}  // namespace lull::asl
