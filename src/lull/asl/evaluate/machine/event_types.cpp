// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/evaluate/machine/event_types.hpp"

#include <optional>
#include <utility>

#include "lull/asl/evaluate/machine/type_order.hpp"

namespace lull::asl {
namespace {
constexpr std::size_t kNoType = ~std::size_t{0};

// Derives the record kinds of classes from the leading conditions on THIS.
class KindFinder {
 public:
  explicit KindFinder(const Program& program)
      : program_(program), known_(program.classes.size()), open_(program.classes.size()) {}

  EventSelection of(ClassId id) {
    const code::Class& own = program_.classes[id.index()];
    if (own.model) return model().classes[id.index()].kinds;
    if (known_[id.index()]) return *known_[id.index()];
    if (!own.base.defined()) return {};
    EventSelection kinds = of(own.base);
    if (open_[id.index()]) return kinds;  // the class depends on itself
    open_[id.index()] = true;
    if (own.condition != nullptr) kinds &= of(*own.condition);
    known_[id.index()] = kinds;
    return kinds;
  }

 private:
  // Returns the kinds for which the condition may hold.
  EventSelection of(const Node& condition) {
    if (const auto* const is = std::get_if<code::IsOfClass>(&condition.body))
      if (std::holds_alternative<code::This>(is->event->body)) return of(is->id);
    if (const auto* const both = std::get_if<code::Both>(&condition.body)) {
      EventSelection kinds = select_all_events();
      for (const NodePtr& operand : both->operands) {
        const EventSelection own = of(*operand);
        if (own.all()) break;  // later conditions follow one that may fail
        kinds &= own;
      }
      return kinds;
    }
    if (const auto* const either = std::get_if<code::Either>(&condition.body)) {
      EventSelection kinds;
      for (const NodePtr& operand : either->operands) kinds |= of(*operand);
      return kinds;
    }
    return select_all_events();
  }

  const Program& program_;
  std::vector<std::optional<EventSelection>> known_;  // indexed by class
  std::vector<bool> open_;
};

}  // namespace

EventTypes::EventTypes(const Program& program, std::vector<bool> used, Interpreter& interpreter,
                       Keeper& keeper, EventPool& pool)
    : program_(program),
      interpreter_(interpreter),
      keeper_(keeper),
      types_by_class_(program.classes.size(), kNoType),
      kinds_(program.classes.size()) {
  KindFinder kinds(program);
  for (std::size_t i = 0; i < program.classes.size(); ++i) kinds_[i] = kinds.of(ClassId{i});
  for (const ClassId id : order_of_types(program)) {
    const code::Class& own = program.classes[id.index()];
    if (used[id.index()] && own.event && !own.model) add_with_bases(id);
  }
  pool.drop_attributes = [this](EventRecord& event) { drop(event); };
  pool.keep_attributes = [this](EventRecord& event) {
    for_each_attribute(
        event, [this](const StaticType& type, Value& value) { value = keeper_.keep(type, value); });
  };
}

void EventTypes::add_with_bases(ClassId id) {
  const code::Class& own = program_.classes[id.index()];
  if (own.model || types_by_class_[id.index()] != kNoType) return;
  add_with_bases(own.base);
  types_by_class_[id.index()] = types_.size();
  types_.push_back({id, attributes_});
  attributes_ += own.attributes.size();
}

void EventTypes::drop(EventRecord& event) {
  for_each_attribute(event,
                     [this](const StaticType& type, Value& value) { keeper_.drop(type, value); });
  event.attributes.clear();
}

bool EventTypes::is_of_class(const EventRecord& event, ClassId id) const {
  const code::Class& own = program_.classes[id.index()];
  if (own.model) return model().classes[id.index()].kinds.test(event.event.event.body.index());
  const std::size_t type = types_by_class_[id.index()];
  return type != kNoType && type < event.classes.size() && event.classes[type];
}

void EventTypes::describe(EventRecord& event) {
  event.described = true;
  if (types_.empty()) return;
  event.classes.assign(types_.size(), false);
  for (std::size_t t = 0; t < types_.size(); ++t) {
    const code::Class& own = program_.classes[types_[t].id.index()];
    const bool may_be = kinds_[types_[t].id.index()].test(event.event.event.body.index());
    if (!may_be || !is_of_class(event, own.base)) continue;
    Frame frame = interpreter_.make_frame(own.scope);
    frame.self = &event;
    if (own.condition != nullptr && !interpreter_.holds(*own.condition, frame)) continue;
    event.attributes.resize(attributes_);
    for (std::size_t i = 0; i < own.attributes.size(); ++i)
      event.attributes[types_[t].first + i] = keeper_.keep(
          own.attributes[i].type, interpreter_.evaluate(*own.attributes[i].value, frame));
    event.classes[t] = true;
  }
}

}  // namespace lull::asl
