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
constexpr std::uint32_t kPassing = ~std::uint32_t{0};

std::vector<std::int64_t> key_of(std::span<const Value> arguments) {
  std::vector<std::int64_t> key;
  for (const Value argument : arguments) key.push_back(argument.integer);
  return key;
}

// Returns whether its value and filter depend only on the match.
bool is_of_matches_alone(const code::Aggregate& aggregate) {
  bool alone = true;
  const auto look = [&](const Node& inner) {
    if (const auto* const local = std::get_if<code::Local>(&inner.body))
      alone = alone && !local->outer && local->slot == aggregate.range.slot;
    alone = alone && !std::holds_alternative<code::Lazy>(inner.body) &&
            !std::holds_alternative<code::DurationOf>(inner.body) &&
            !std::holds_alternative<code::MakeInstance>(inner.body) &&
            !std::holds_alternative<code::PropertyPart>(inner.body);
  };
  if (aggregate.value != nullptr) visit_all(*aggregate.value, look);
  if (aggregate.range.filter != nullptr) visit_all(*aggregate.range.filter, look);
  return alone;
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

const InstanceRecord* Search::instance(PatternId pattern, std::span<const Value> arguments) {
  const auto& parameters = program_.patterns[pattern.index()].scope.parameters;
  const bool lasts = std::ranges::none_of(parameters, [this](const code::Parameter& parameter) {
    return parameter.type.set || keeper().is_event(parameter.type);
  });
  if (lasts) return &found_of(pattern, arguments).instance;
  passing_.push_back({pattern, {arguments.begin(), arguments.end()}, kPassing});
  return &passing_.back();
}

Search& Search::search_of_other() const {
  if (other == nullptr) throw RunError{{}, "there is no second experiment", {}};
  return *other;
}

// Values of one archive are invalid in another, except numbers, texts and regions by name.
Found& Search::found_in_other(const InstanceRecord& instance) const {
  Search& search = search_of_other();
  const code::Pattern& pattern = program_.patterns[instance.pattern.index()];
  std::vector<Value> arguments = instance.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const StaticType& type = pattern.scope.parameters[i].type;
    if (type == object_of(model().region))
      arguments[i].integer = search.archive_.region_like(archive_, arguments[i].integer);
    else if (type.is(Kind::String))
      arguments[i] = text_value(search.archive_.intern(*arguments[i].text));
    else if (type.set || type.kind == Kind::Object)
      throw RunError{{},
                     fmt::format("{} of the first experiment does not exist in the second one",
                                 pattern.scope.parameters[i].name),
                     "patterns are compared by numbers, texts and regions"};
  }
  return search.found_of(instance.pattern, arguments);
}

const SetValue* Search::matches(const InstanceRecord& instance, std::int64_t experiment) {
  if (experiment == Archive::kOther)
    throw RunError{{},
                   "matches of the second experiment cannot be accessed individually",
                   "sum or count them by conditions on the match alone"};
  if (instance.number == kPassing)
    throw RunError{{}, "patterns with events or sets as arguments are not searched for", {}};
  Found& found = *found_[instance.number];
  if (phase_ == Phase::Walk)
    throw RunError{{},
                   "all matches are known only after the last event",
                   "MATCH(pattern, event) returns the one with that root"};
  found.keeps = true;
  if (phase_ == Phase::Before) return interpreter().scratch().set({});
  if (found.error) throw RunError{found.error->error};
  if (!found.complete || found.kept.size() != found.matches) {
    needs_walk_ = true;
    return interpreter().scratch().set({});
  }
  const auto elements = interpreter().scratch().values(found.kept.size());
  for (std::size_t i = 0; i < found.kept.size(); ++i) elements[i].match = &found.kept[i];
  return interpreter().scratch().set(elements);
}

// Searches the matches kept during the walk.
const MatchRecord* Search::kept_match(const InstanceRecord& instance, EventIndex root) {
  if (instance.number == kPassing)
    throw RunError{
        {}, "MATCH with events or sets as arguments is known only at the current event", {}};
  Found& found = *found_[instance.number];
  if (found.error) throw RunError{found.error->error};
  if (found.searched && found.keeps) {
    const auto place = std::ranges::lower_bound(
        found.kept, root, {}, [](const MatchRecord& match) { return match.root->event.index; });
    return place != found.kept.end() && place->root->event.index == root ? &*place : nullptr;
  }
  // A property that requests one list of arguments usually also requests its own.
  const auto& parameters = program_.patterns[instance.pattern.index()].scope.parameters;
  std::vector<std::vector<Value>> lists{instance.arguments};
  for (const auto& other : found_) {
    const auto& own = program_.patterns[other->instance.pattern.index()].scope.parameters;
    if (std::ranges::equal(own, parameters, {}, &code::Parameter::type, &code::Parameter::type))
      lists.push_back(other->instance.arguments);
  }
  for (const auto& list : lists) found_of(instance.pattern, list).keeps = true;
  if (phase_ == Phase::Walk && breaks_off) throw AnotherWalk{};
  needs_walk_ = true;
  return nullptr;
}

// Evaluates the match anew if the event is the current one, where all its inputs are known.
const MatchRecord* Search::match_at(const InstanceRecord& instance, const EventRecord& root) {
  const code::Pattern& pattern = program_.patterns[instance.pattern.index()];
  if (!is_of_class(root, pattern.root_class)) return nullptr;
  if (phase_ != Phase::Before && root.event.index != now().event.index)
    return kept_match(instance, root.event.index);
  Family single(program_, instance.pattern, interpreter());
  Found found;
  found.instance = instance;
  single.add(found);
  const MatchRecord* result = nullptr;
  single.attempt(root, [&](Found& /*found*/, Frame& frame) {
    MatchRecord match;
    match.root = &root;
    for (const code::Step& step : pattern.exports) match.exports.push_back(frame.slots[step.slot]);
    asked_.push_back(std::move(match));
    result = &asked_.back();
  });
  if (found.error) throw RunError{found.error->error};
  return result;
}

namespace {

Value result_of(const Accumulator& accumulator) {
  const code::Aggregate& aggregate = *accumulator.aggregate;
  const Node& node = *accumulator.node;
  const auto finite_sum = [&] {
    const double sum = accumulator.reals.value();
    if (!std::isfinite(sum)) throw RunError{node.at, "the result is not finite", {}};
    return sum;
  };
  switch (aggregate.aggregator) {
    case Aggregator::Count:
      return integer_value(static_cast<std::int64_t>(accumulator.count));
    case Aggregator::Sum:
      return node.type.is(Kind::Float) ? real_value(finite_sum())
                                       : integer_value(accumulator.integers);
    default:
      break;
  }
  if (accumulator.count == 0)
    throw RunError{node.at, "an aggregate of an empty set", "first test whether there are matches"};
  if (aggregate.aggregator != Aggregator::Avg) return *accumulator.best;
  const double total = aggregate.value->type.is(Kind::Float)
                           ? finite_sum()
                           : static_cast<double>(accumulator.integers);
  return real_value(total / static_cast<double>(accumulator.count));
}

}  // namespace

std::optional<Value> Search::aggregate(const code::Aggregate& aggregate, const Node& node,
                                       const InstanceRecord& instance, std::int64_t experiment) {
  if (phase_ == Phase::Walk || instance.number == kPassing || !is_of_matches_alone(aggregate))
    return std::nullopt;
  if (experiment == Archive::kOther)
    return search_of_other().aggregate(aggregate, node, found_in_other(instance));
  return this->aggregate(aggregate, node, *found_[instance.number]);
}

Value Search::aggregate(const code::Aggregate& aggregate, const Node& node, Found& found) {
  const auto [entry, fresh] = found.accumulators.try_emplace(&node);
  Accumulator& accumulator = entry->second;
  if (fresh) {
    accumulator.aggregate = &aggregate;
    accumulator.node = &node;
    needs_walk_ = needs_walk_ || phase_ == Phase::After;
  }
  const bool real = node.type.is(Kind::Float);
  const Value zero = real ? real_value(0) : integer_value(0);
  if (phase_ == Phase::Before || fresh) return zero;
  if (found.error) throw RunError{found.error->error};
  if (accumulator.error) throw RunErrorAtEvent{accumulator.error->error, *accumulator.error->event};
  return result_of(accumulator);
}

double Search::rating(const std::vector<code::Guarded>& guarded,
                      const std::vector<bool>& conditions, Frame& frame) {
  double greatest = 0;
  bool any = false;
  for (const code::Guarded& one : guarded) {
    if (one.condition && !conditions[*one.condition]) continue;
    const double value = interpreter().evaluate(*one.value, frame).real;
    greatest = any ? std::max(greatest, value) : value;
    any = true;
  }
  return greatest;
}

PropertyResult Search::property(PropertyId id, std::span<const Value> arguments) {
  const code::Property& property = program_.properties[id.index()];
  Frame frame = interpreter().make_frame(property.scope);
  std::ranges::copy(arguments, frame.slots);
  PropertyResult result;
  for (const code::Condition& condition : property.conditions) {
    result.conditions.push_back(interpreter().holds(*condition.value, frame));
    result.holds = result.holds || result.conditions.back();
  }
  if (!result.holds && phase_ != Phase::Before) return result;
  result.confidence = rating(property.confidence, result.conditions, frame);
  result.severity = rating(property.severity, result.conditions, frame);
  if (phase_ == Phase::Before) return result;
  const Position at = property.at;
  if (!(result.confidence >= 0 && result.confidence <= 1))
    throw RunError{at, fmt::format("confidence {} is not between 0 and 1", result.confidence), {}};
  if (result.severity < 0)
    throw RunError{at, fmt::format("severity {} is negative", result.severity), {}};
  return result;
}

PropertyResult Search::evaluate(PropertyId property, std::span<const Value> arguments) {
  interpreter().begin_root();
  return this->property(property, arguments);
}

double Search::duration(std::int64_t region, std::int64_t experiment) {
  if (phase_ == Phase::Walk) return Machine::duration(region, experiment);
  if (experiment != Archive::kOther) return own_duration(region);
  Search& search = search_of_other();
  return search.own_duration(search.archive_.region_like(archive_, region));
}

double Search::own_duration(std::int64_t region) {
  if (profile_.knows(region)) return phase_ == Phase::Before ? 1 : profile_.duration(region);
  profile_.expect(region);
  needs_walk_ = needs_walk_ || phase_ == Phase::After;
  return 1;
}

}  // namespace lull::asl
