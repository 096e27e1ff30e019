// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The results of a search: matches of instances, aggregates over them, and properties.
#include <algorithm>
#include <cmath>
#include <limits>

#include "lull/asl/evaluate/search.hpp"
#include "lull/asl/program/walk.hpp"

namespace lull::asl {
namespace {

using Kind = StaticType::Kind;
constexpr std::uint32_t kPassing = ~std::uint32_t{0};

}  // namespace

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

// Evaluates the match anew if the event is the current event, at which all its inputs are known.
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

// Returns whether the aggregate's value and filter depend only on the match.
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
