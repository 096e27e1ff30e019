// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The predefined declarations of every specification: the classes of events and definitions with
// their attributes, the enums, and how attributes are read from a trace. One table, initialised
// once and shared by all threads.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lull/asl/model/types.hpp"
#include "lull/asl/model/value.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::asl {

class Archive;

// Reads an attribute of an object that is not NULL.
using Getter = Value (*)(const Archive& archive, Value object, std::size_t field);

struct ModelAttribute {
  std::string name;
  StaticType type;
  Getter get = nullptr;
  std::size_t field = 0;  // passed to `get`
};

struct ModelClass {
  std::string name;
  ClassId base;                            // undefined: none
  std::vector<ModelAttribute> attributes;  // without the attributes of its bases
  EventSelection kinds;                    // for an event class: its record kinds
};

struct ModelEnum {
  std::string name;
  std::vector<std::string> enumerators;  // indexed by value; empty: unused value
};

struct Model {
  std::vector<ModelClass> classes;  // bases before derived classes
  std::vector<ModelEnum> enums;

  // Classes and enums that the language itself uses.
  ClassId event, process, region, communicator, experiment;
  EnumId role, paradigm, collective;

  [[nodiscard]] std::optional<ClassId> find_class(std::string_view name) const;
  [[nodiscard]] std::optional<EnumId> find_enum(std::string_view name) const;
};

[[nodiscard]] const Model& model();

}  // namespace lull::asl
