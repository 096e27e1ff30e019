// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What every specification finds there: the classes of events and definitions with their
// attributes, the enums, and how an attribute is read from a trace. One table, filled once, shared
// by all threads.
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

// How an attribute of an object that is not NULL is read.
using Getter = Value (*)(const Archive& archive, Value object, std::size_t field);

struct ModelAttribute {
  std::string name;
  StaticType type;
  Getter get = nullptr;
  std::size_t field = 0;  // handed to `get`
};

struct ModelClass {
  std::string name;
  ClassId base;                            // undefined: none
  std::vector<ModelAttribute> attributes;  // its own, without those of its bases
  EventSelection kinds;                    // of an event class: the records that are of it
};

struct ModelEnum {
  std::string name;
  std::vector<std::string> enumerators;  // by value; empty: that value is none
};

struct Model {
  std::vector<ModelClass> classes;  // a base before those derived from it
  std::vector<ModelEnum> enums;

  // Those that the language itself speaks of.
  ClassId event, process, region, communicator, experiment;
  EnumId role, paradigm, collective;

  [[nodiscard]] std::optional<ClassId> find_class(std::string_view name) const;
  [[nodiscard]] std::optional<EnumId> find_enum(std::string_view name) const;
};

[[nodiscard]] const Model& model();

}  // namespace lull::asl
