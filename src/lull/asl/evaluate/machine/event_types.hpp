// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The event types that a specification declares: determines the types and attributes of each event
// when it arrives, before it changes any state.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/asl/evaluate/expressions/interpreter.hpp"
#include "lull/asl/evaluate/values/event_pool.hpp"
#include "lull/asl/evaluate/values/keeper.hpp"

namespace lull::asl {

class EventTypes {
 public:
  // `used` is indexed by class. Unused types are left out and match no event.
  EventTypes(const Program& program, std::vector<bool> used, Interpreter& interpreter,
             Keeper& keeper, EventPool& pool);

  void describe(EventRecord& event);
  [[nodiscard]] bool is_of_class(const EventRecord& event, ClassId id) const;
  [[nodiscard]] Value attribute(const EventRecord& event, ClassId declared,
                                std::uint32_t index) const {
    return event.attributes[types_[types_by_class_[declared.index()]].first + index];
  }
  [[nodiscard]] bool empty() const { return types_.empty(); }
  // Calls use(type, value) for each attribute of the event.
  void for_each_attribute(const EventRecord& event, const auto& use) const {
    for (std::size_t t = 0; t < types_.size() && t < event.classes.size(); ++t) {
      if (!event.classes[t]) continue;
      const auto& attributes = program_.classes[types_[t].id.index()].attributes;
      for (std::size_t i = 0; i < attributes.size(); ++i)
        use(attributes[i].type, event.attributes[types_[t].first + i]);
    }
  }
  // Returns the record kinds that events of the class may have.
  [[nodiscard]] EventSelection kinds(ClassId id) const { return kinds_[id.index()]; }

 private:
  struct OwnType {
    ClassId id;
    std::size_t first = 0;  // index of its first attribute in an event
  };
  void add_with_bases(ClassId id);
  void drop(EventRecord& event);

  const Program& program_;
  Interpreter& interpreter_;
  Keeper& keeper_;
  std::vector<OwnType> types_;  // base types first
  std::vector<std::size_t> types_by_class_;
  std::vector<EventSelection> kinds_;  // indexed by class
  std::size_t attributes_ = 0;
};

}  // namespace lull::asl
