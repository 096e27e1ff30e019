// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Static types. Classes and enums are identified by their indices in the tables of a Program; the
// model's classes and enums (model.hpp) come first, with the same indices in every program.
#pragma once

#include <cstdint>

#include "lull/base/id.hpp"

namespace lull::asl {

using ClassId = Id<struct ClassTag>;
using EnumId = Id<struct EnumTag>;
using FunctionId = Id<struct FunctionTag>;
using ConstantId = Id<struct ConstantTag>;
using PatternId = Id<struct PatternTag>;
using PropertyId = Id<struct PropertyTag>;

struct StaticType {
  enum class Kind : std::uint8_t {
    Error,  // invalid; converts to everything, so that a mistake is reported once
    Null,   // NULL only
    Empty,  // {} only
    Integer,
    Float,
    Boolean,
    String,
    DateTime,
    Class,   // result of typeof
    Enum,    // index of the enum
    Object,  // index of the class
  };
  Kind kind = Kind::Error;
  bool set = false;  // a set of these
  std::uint32_t index = 0;

  friend bool operator==(const StaticType&, const StaticType&) = default;

  [[nodiscard]] ClassId class_id() const { return ClassId{std::size_t{index}}; }
  [[nodiscard]] EnumId enum_id() const { return EnumId{std::size_t{index}}; }
  [[nodiscard]] bool is(Kind other) const { return kind == other && !set; }
  [[nodiscard]] bool is_number() const { return is(Kind::Integer) || is(Kind::Float); }
  [[nodiscard]] bool is_object() const { return is(Kind::Object) || is(Kind::Null); }
  [[nodiscard]] bool is_set() const { return set || kind == Kind::Empty; }
  // Returns the element type of a set.
  [[nodiscard]] StaticType element() const { return {kind, false, index}; }
  [[nodiscard]] StaticType set_of() const { return {kind, true, index}; }
};

[[nodiscard]] constexpr StaticType type_of(StaticType::Kind kind) { return {kind, false, 0}; }
[[nodiscard]] inline StaticType object_of(ClassId id) {
  return {StaticType::Kind::Object, false, id.value};
}
[[nodiscard]] inline StaticType enumerator_of(EnumId id) {
  return {StaticType::Kind::Enum, false, id.value};
}

}  // namespace lull::asl
