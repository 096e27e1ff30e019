// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes values persistent: holds events and copies sets. Each keep needs a drop. Matches and
// instances are persistent anyway.
#pragma once

#include <vector>

#include "lull/asl/evaluate/values/event_pool.hpp"
#include "lull/asl/evaluate/values/set_value.hpp"
#include "lull/asl/program/program.hpp"

namespace lull::asl {

class Keeper {
 public:
  Keeper(const Program& program, ClassId event, EventPool& pool)
      : program_(program), event_(event), pool_(pool) {}

  [[nodiscard]] bool is_event(const StaticType& type) const {
    return type.kind == StaticType::Kind::Object && program_.is_derived(type.class_id(), event_);
  }
  [[nodiscard]] Value keep(const StaticType& type, Value value) {
    if (type.set) return set_value(keep_set(type, *value.set));
    if (!is_event(type) || value.event == nullptr) return value;
    return event_value(&pool_.hold(*value.event));
  }
  void drop(const StaticType& type, Value value) {
    if (type.set) return drop_set(type, value.set);
    if (is_event(type) && value.event != nullptr)
      pool_.release(static_cast<HeldEvent&>(*value.event->held));
  }

 private:
  struct KeptSet : SetValue {
    std::vector<Value> own;
  };
  const SetValue* keep_set(const StaticType& type, const SetValue& set) {
    auto* const kept = new KeptSet;  // NOLINT(*-owning-memory): drop_set takes it
    if (set.is_trace()) {
      static_cast<SetValue&>(*kept) = set;
      return kept;
    }
    for (const Value element : set.elements()) kept->own.push_back(keep(type.element(), element));
    static_cast<SetValue&>(*kept) = SetValue(kept->own);
    return kept;
  }
  void drop_set(const StaticType& type, const SetValue* set) {
    const auto* const kept = static_cast<const KeptSet*>(set);
    for (const Value element : kept->own) drop(type.element(), element);
    delete kept;  // NOLINT(*-owning-memory)
  }

  const Program& program_;
  ClassId event_;
  EventPool& pool_;
};

}  // namespace lull::asl
