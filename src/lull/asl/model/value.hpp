// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A run-time value: eight bytes, trivially copyable, non-owning. The static type of its expression
// defines its meaning. Events, sets and matches that it points to live at least until the current
// root event has been processed.
//
//   int, DateTime            integer (DateTime: nanoseconds since 1970)
//   float                    real, always finite
//   boolean                  truth
//   String                   text; of arguments, equal texts have equal addresses
//   Class, enums             integer: number of the class or enumerator
//   events                   event; null: NULL
//   Process, Region, …       integer: number of the object; kNullObject: NULL
//   matches, instances       match, instance; null: NULL
//   setof T                  set, never null
#pragma once

#include <cstdint>
#include <string>

namespace lull::asl {

struct EventRecord;
struct MatchRecord;
struct InstanceRecord;
class SetValue;

inline constexpr std::int64_t kNullObject = -1;

union Value {
  std::int64_t integer = 0;
  double real;
  bool truth;
  const std::string* text;
  const EventRecord* event;
  const MatchRecord* match;
  const InstanceRecord* instance;
  const SetValue* set;
};

[[nodiscard]] inline Value integer_value(std::int64_t integer) {
  Value value;
  value.integer = integer;
  return value;
}
[[nodiscard]] inline Value real_value(double real) {
  Value value;
  value.real = real;
  return value;
}
[[nodiscard]] inline Value truth_value(bool truth) {
  Value value;
  value.truth = truth;
  return value;
}
[[nodiscard]] inline Value text_value(const std::string* text) {
  Value value;
  value.text = text;
  return value;
}
[[nodiscard]] inline Value event_value(const EventRecord* event) {
  Value value;
  value.event = event;
  return value;
}
[[nodiscard]] inline Value set_value(const SetValue* set) {
  Value value;
  value.set = set;
  return value;
}

}  // namespace lull::asl
