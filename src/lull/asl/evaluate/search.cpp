// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lull/asl/program/walk.hpp"
#include "lull/trace/event/event_names.hpp"

namespace lull::asl {
namespace {

using Kind = StaticType::Kind;

std::vector<std::int64_t> key_of(std::span<const Value> arguments) {
  std::vector<std::int64_t> key;
  for (const Value argument : arguments) key.push_back(argument.integer);
  return key;
}

}  // namespace

Error too_many_walks() {
  return input_error("the specification requests ever more patterns; the search was abandoned");
}

Search::Search(const Program& program, const Usage& usage, Archive& archive, OpenTrace open,
               const Limits& limits)
    : Machine(program, usage, archive, std::move(open), limits),
      profile_(archive),
      families_by_kind_(kEventKinds),
      limits_(limits) {
  for (std::size_t i = 0; i < program.patterns.size(); ++i) {
    families_.push_back(std::make_unique<Family>(program, PatternId{i}, interpreter()));
    const EventSelection kinds = types().kinds(program.patterns[i].root_class);
    for (std::size_t kind = 0; kind < kEventKinds; ++kind)
      if (kinds.test(kind)) families_by_kind_[kind].push_back(families_.back().get());
  }
}

Found& Search::found_of(PatternId pattern, std::span<const Value> arguments) {
  Found*& known = by_arguments_[{pattern, key_of(arguments)}];
  if (known != nullptr) return *known;
  auto found = std::make_unique<Found>();
  found->instance.pattern = pattern;
  found->instance.arguments.assign(arguments.begin(), arguments.end());
  found->instance.number = static_cast<std::uint32_t>(found_.size());
  found->sums.resize(program_.patterns[pattern.index()].exports.size());
  known = found.get();
  found_.push_back(std::move(found));
  if (phase_ == Phase::Before) {
    known->searched = true;
    families_[pattern.index()]->add(*known);
  }
  return *known;
}

void Search::add_all_of(const Search& before) {
  profile_.expect_all_of(before.profile_);
  for (const auto& found : before.found_) {
    Found& again = add(found->instance.pattern, found->instance.arguments, found->keeps);
    for (const auto& [node, accumulator] : found->accumulators)
      again.accumulators[node] = {accumulator.aggregate, accumulator.node, 0, {}, 0, {}, {}};
  }
}

Found& Search::add(PatternId pattern, std::span<const Value> arguments, bool keeps) {
  Found& found = found_of(pattern, arguments);
  found.keeps = found.keeps || keeps;
  return found;
}

void Search::expect(PropertyId property, std::span<const Value> arguments) {
  interpreter().begin_root();
  try {
    static_cast<void>(this->property(property, arguments));
  } catch (const RunError&) {
    // Errors are expected on empty results; the real evaluation reports them.
    interpreter().recover();
  }
}

void Search::walk(const std::function<void(EventIndex)>& progress) {
  constexpr EventIndex kOften = 1U << 16U;
  phase_ = Phase::Walk;
  try {
    while (step()) {
      profile_.take(now().event);
      if (seen) seen(now().event);
      search_at_event();
      settle();
      if (progress && now().event.index % kOften == 0) progress(now().event.index);
    }
  } catch (const AnotherWalk&) {
    needs_walk_ = true;
  } catch (const RunError& error) {
    error_ = EventError{error, std::nullopt};
    const EventIndex at = events_so_far();
    if (at > 0) error_->event = trace().event(at - 1);
  }
  profile_.finish();
  for (const auto& found : found_) found->complete = !error_ && !needs_walk_;
  phase_ = Phase::After;
}

void Search::search_at_event() {
  if (!asked_.empty()) asked_.clear();
  if (!passing_.empty()) passing_.clear();
  for (Family* const family : families_by_kind_[now().event.event.body.index()]) {
    if (family->empty()) continue;
    const code::Pattern& pattern = program_.patterns[family->pattern().index()];
    if (!types().is_of_class(now(), pattern.root_class)) continue;
    family->attempt(now(), [this](Found& found, Frame& frame) { take_match(found, frame); });
  }
}

void Search::take_match(Found& found, Frame& frame) {
  const code::Pattern& pattern = program_.patterns[found.instance.pattern.index()];
  ++found.matches;
  MatchRecord match;
  match.root = frame.root;
  for (std::size_t i = 0; i < pattern.exports.size(); ++i) {
    const code::Step& step = pattern.exports[i];
    const Value value = frame.slots[step.slot];
    match.exports.push_back(value);
    if (step.type.is(Kind::Float))
      found.sums[i].reals.add(value.real);
    else if (step.type.is_number())
      found.sums[i].add(value.integer);
  }
  for (auto& [node, accumulator] : found.accumulators) accumulate_or_fail(accumulator, match);
  if (pattern.metric && charge) charge_match(found, frame);
  if (!found.keeps) return;
  kept_bytes_ += sizeof(MatchRecord) + match.exports.size() * sizeof(Value) + 64;
  if (kept_bytes_ > limits_.memory)
    throw RunError{pattern.at, "its matches exceed the memory limit",
                   "change the limit with --memory"};
  match.root = keeper().keep(object_of(pattern.root_class), event_value(match.root)).event;
  for (std::size_t i = 0; i < pattern.exports.size(); ++i)
    match.exports[i] = keeper().keep(pattern.exports[i].type, match.exports[i]);
  found.kept.push_back(std::move(match));
}

// Attributes errors to the aggregate rather than to the pattern.
void Search::accumulate_or_fail(Accumulator& accumulator, const MatchRecord& match) {
  if (accumulator.error) return;
  try {
    accumulate(accumulator, match);
  } catch (const RunError& error) {
    interpreter().recover();
    accumulator.error = EventError{error, match.root->event};
  }
}

void Search::accumulate(Accumulator& accumulator, const MatchRecord& match) {
  const code::Aggregate& aggregate = *accumulator.aggregate;
  Frame frame;
  frame.slots = interpreter().scratch().values(aggregate.range.slot + 1).data();
  Value& element = frame.slots[aggregate.range.slot];
  element.match = &match;
  if (aggregate.range.filter != nullptr && !interpreter().holds(*aggregate.range.filter, frame))
    return;
  ++accumulator.count;
  if (aggregate.value == nullptr) return;
  const Value value = interpreter().evaluate(*aggregate.value, frame);
  if (aggregate.value->type.is(Kind::Float)) {
    accumulator.reals.add(value.real);
  } else if (__builtin_add_overflow(accumulator.integers, value.integer, &accumulator.integers) &&
             (aggregate.aggregator == Aggregator::Sum || aggregate.aggregator == Aggregator::Avg)) {
    throw RunError{accumulator.node->at, "the result is too large for int", {}};
  }
  const auto less = [&](Value a, Value b) {
    return aggregate.value->type.is(Kind::Float) ? a.real < b.real : a.integer < b.integer;
  };
  auto& best = accumulator.best;
  if (!best || (aggregate.aggregator == Aggregator::Max ? less(*best, value) : less(value, *best)))
    best = value;
}

void Search::add_charged(const StaticType& type, Value value) {
  if (!keeper().is_event(type.element())) return;
  const bool several = type.is_set() && !value.set->is_trace();
  if (type.is_set() && !several) return;
  for (const Value one : several ? value.set->elements() : std::span(&value, 1))
    if (charged_.size() < kMostCharged) charged_.push_back(one.event);
}

void Search::charge_match(Found& found, Frame& frame) {
  const code::Pattern& pattern = program_.patterns[found.instance.pattern.index()];
  const code::Metric& metric = *pattern.metric;
  ++charging_matches_;
  charged_.assign(1, frame.root);
  for (const code::Step& step : pattern.instantiation)
    add_charged(step.type, frame.slots[step.slot]);
  if (!metric.each) return charge_at(found, metric, frame);
  const Value all = interpreter().evaluate(*metric.each->set, frame);
  add_charged(metric.each->set->type, all);
  const SetValue& set = *all.set;
  for (const Value element : set.elements()) {
    frame.slots[metric.each->slot] = element;
    if (metric.each->filter == nullptr || interpreter().holds(*metric.each->filter, frame))
      charge_at(found, metric, frame);
  }
}

void Search::charge_at(Found& found, const code::Metric& metric, Frame& frame) {
  const double seconds = interpreter().evaluate(*metric.seconds, frame).real;
  const Value at = interpreter().evaluate(*metric.event, frame);
  if (at.event == nullptr) throw RunError{metric.event->at, "the event to charge is NULL", {}};
  if (seconds < 0)
    throw RunError{metric.seconds->at, fmt::format("{} s cannot be charged", seconds),
                   "charge only positive values"};
  const GlobalEvent& event = at.event->event;
  Charge one;
  one.pattern = found.instance.pattern;
  one.match = charging_matches_;
  one.location = event.location;
  one.node = event.node;
  one.call = event.get_if<Enter>() != nullptr ? event.index : event.enter;
  constexpr double kMost = 4e18;  // longer than any call
  one.ticks = std::llround(std::min(seconds * archive_.ticks_per_second(), kMost));
  one.events = charged_;
  charge(one);
}

}  // namespace lull::asl
