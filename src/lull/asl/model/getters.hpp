// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the attributes of the model. Fields of event records are found by name (event_fields.hpp);
// attributes that differ from fields have separate functions.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "lull/asl/model/archive.hpp"
#include "lull/asl/model/model.hpp"
#include "lull/trace/event/event_fields.hpp"

namespace lull::asl {

// Converts a definition or event field to a value; does not translate ranks.
template <class Field>
[[nodiscard]] Value field_value(const Archive& archive, const Field& field) {
  if constexpr (std::is_same_v<Field, bool>) {
    return truth_value(field);
  } else if constexpr (std::is_enum_v<Field> || std::is_integral_v<Field>) {
    return integer_value(static_cast<std::int64_t>(field));
  } else if constexpr (std::is_same_v<Field, Timestamp>) {
    return real_value(archive.seconds(field));
  } else if constexpr (std::is_same_v<Field, RegionId>) {
    return integer_value(archive.region(field));
  } else if constexpr (std::is_same_v<Field, StringId>) {
    const auto& strings = archive.definitions().strings;
    return text_value(archive.intern(field.index() < strings.size()
                                         ? std::string_view{strings[field.index()]}
                                         : std::string_view{}));
  } else if constexpr (requires { field.defined(); }) {
    return integer_value(field.defined() ? static_cast<std::int64_t>(field.index()) : kNullObject);
  } else {
    return Value{};  // several values
  }
}

// Returns the communicator that an event's ranks refer to. For a window, it is the window's
// communicator.
template <class Body>
[[nodiscard]] CommunicatorId communicator_of(const Archive& archive, const Body& body) {
  if constexpr (requires { body.communicator; }) {
    return body.communicator;
  } else if constexpr (requires { body.team; }) {
    return body.team;
  } else if constexpr (requires { body.window; }) {
    const auto& windows = archive.definitions().windows;
    return body.window.index() < windows.size() ? windows[body.window.index()].communicator
                                                : CommunicatorId{};
  } else {
    return {};
  }
}

[[nodiscard]] inline bool is_rank(std::string_view field) {
  return field == "receiver" || field == "sender" || field == "root" || field == "remote" ||
         field == "creator";
}

// Returns the attributes of classes of single record types: one per field.
[[nodiscard]] std::vector<ModelAttribute> fields_of_kind(const Model& model, std::size_t kind);

}  // namespace lull::asl
