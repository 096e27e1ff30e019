// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Compound events and the operations in them are described once, by two members:
//
//   struct LateSenderInstance {
//     static constexpr std::string_view kName = "LateSender";
//     template <class Field>
//     void fields(Field&& field) const {
//       field("process", process);
//       field("message", message);
//       field("waiting", waiting);
//     }
//     ...
//   };
//
// These members define what patterns in other languages see (EventType, FieldVisitor) and who took
// part in an event (charging/participants.hpp). A field is a number, an identifier, a time, a name,
// a record that is described in the same way, or a range of these.
#pragma once

#include <cstdint>
#include <functional>
#include <ranges>
#include <string_view>
#include <type_traits>

#include "lull/base/id.hpp"
#include "lull/base/time.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

class Bus;

// Visits the fields of an event, one call each; records and lists are opened and closed around
// their fields. Names are empty in lists.
class FieldVisitor {
 public:
  // The kind of object that an identifier refers to.
  enum class Thing : std::uint8_t { Process, Location, Communicator, CallPath };

  FieldVisitor() = default;
  FieldVisitor(const FieldVisitor&) = delete;
  FieldVisitor& operator=(const FieldVisitor&) = delete;
  virtual ~FieldVisitor() = default;

  virtual void number(std::string_view name, std::uint64_t value) = 0;
  virtual void flag(std::string_view name, bool value) = 0;
  virtual void word(std::string_view name, std::string_view value) = 0;
  // An index into the definitions; `defined` is false if there is none.
  virtual void identifier(std::string_view name, Thing thing, std::uint32_t index,
                          bool defined) = 0;
  virtual void time(std::string_view name, Timestamp value) = 0;
  virtual void duration(std::string_view name, Duration value) = 0;
  virtual void begin_record(std::string_view name, std::string_view type) = 0;
  virtual void end_record() = 0;
  virtual void begin_list(std::string_view name) = 0;
  virtual void end_list() = 0;
};

template <class Record>
concept Described = requires(const Record& record) {
  Record::kName;
  record.fields([](std::string_view, const auto&) {});
};

template <Described Record>
void visit_fields(FieldVisitor& visitor, const Record& record);

template <class Value>
void visit_field(FieldVisitor& visitor, std::string_view name, const Value& value) {
  using Thing = FieldVisitor::Thing;
  if constexpr (std::is_same_v<Value, bool>) {
    visitor.flag(name, value);
  } else if constexpr (std::is_integral_v<Value>) {
    visitor.number(name, value);
  } else if constexpr (std::is_enum_v<Value>) {
    visitor.word(name, name_of(value));
  } else if constexpr (std::is_same_v<Value, Timestamp>) {
    visitor.time(name, value);
  } else if constexpr (std::is_same_v<Value, Duration>) {
    visitor.duration(name, value);
  } else if constexpr (std::is_same_v<Value, ProcessId>) {
    visitor.identifier(name, Thing::Process, value.value, value.defined());
  } else if constexpr (std::is_same_v<Value, LocationId>) {
    visitor.identifier(name, Thing::Location, value.value, value.defined());
  } else if constexpr (std::is_same_v<Value, CommunicatorId>) {
    visitor.identifier(name, Thing::Communicator, value.value, value.defined());
  } else if constexpr (Described<Value>) {
    visitor.begin_record(name, Value::kName);
    visit_fields(visitor, value);
    visitor.end_record();
  } else if constexpr (std::ranges::range<Value>) {
    visitor.begin_list(name);
    for (const auto& element : value) visit_field(visitor, {}, element);
    visitor.end_list();
  } else {
    visitor.identifier(name, Thing::CallPath, value.value, value.defined());
  }
}

template <Described Record>
void visit_fields(FieldVisitor& visitor, const Record& record) {
  record.fields([&visitor]<class Field>(std::string_view name, const Field& content) {
    visit_field(visitor, name, content);
  });
}

// A type of compound event for users that only have its name.
struct EventType {
  std::string_view name;
  // Calls `visitor` for each field of the event.
  void (*visit)(const void* event, FieldVisitor& visitor);
  // Does the same for a sample event whose lists have one element, to list the fields.
  void (*visit_sample)(FieldVisitor& visitor);
  // Calls `callback` with each published event of this type.
  void (*subscribe)(Bus& bus, std::function<void(const void* event)> callback);
};

}  // namespace lull::analysis
