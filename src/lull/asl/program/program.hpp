// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A checked specification: names are resolved to numbers, every expression has a type, conversions
// to float are explicit, templates are instantiated, states are recognised. The checker (check/)
// produces it and the evaluation (evaluate/) runs it; it can only fail at run time. It is read-only
// once built.
//
// Variables are slots of frames. Each call of a function, attempt at a root of a pattern, and
// evaluation of a property, of a top-level constant or of an event type's condition has its own
// frame. Functions of a LET also have a frame, and access the frame of their pattern or property as
// the outer frame.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lull/asl/model/model.hpp"
#include "lull/asl/model/types.hpp"
#include "lull/asl/model/value.hpp"
#include "lull/asl/program/node.hpp"
#include "lull/asl/syntax/tree.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::asl {

namespace code {

struct Parameter {
  std::string name;
  StaticType type;
  Position at;
};
struct LazyVariable {
  std::string name;
  StaticType type;
  Position at;
  std::uint32_t slot = 0;
  NodePtr value;
};
// The variables of a frame. Parameters have the first slots, in order.
struct Scope {
  std::vector<Parameter> parameters;
  std::vector<LazyVariable> lazy;
  std::uint32_t slots = 0;
};

struct Attribute {
  std::string name;
  StaticType type;
  Position at;
  NodePtr value;  // null: the class has no objects
};
struct Class {
  std::string name;
  ClassId base;  // undefined: none
  Position at;   // undefined: declared by the model or the language
  bool model = false;
  // An event class of the specification: its base's events for which `condition` (null: all) holds;
  // `scope` is the frame of its condition and attributes.
  bool event = false;  // Event or derived from it
  NodePtr condition;
  // Without the attributes of bases; for model classes see the model.
  std::vector<Attribute> attributes;
  Scope scope;
  std::optional<PatternId> matches_of;
  std::optional<PatternId> instances_of;
};
struct Enum {
  std::string name;
  std::vector<std::string> enumerators;  // indexed by value; empty: none
};

struct Function {
  std::string name;
  StaticType type;
  Position at;
  Scope scope;
  bool has_outer = false;  // true in a LET
  NodePtr body;
  // A state: its first parameter is the event. In its body, the value before the event is a StateAt
  // of itself with `before`, the event in slot 0, and its other parameters unchanged.
  bool state = false;
  // Order of evaluation at an event: a state follows the states that it queries at the same event.
  std::uint32_t rank = 0;
};
struct Constant {
  std::string name;
  StaticType type;
  Position at;
  Scope scope;
  NodePtr value;
};

// A constant of INSTANTIATION or EXPORT; its value is stored in a slot.
struct Step {
  std::string name;
  StaticType type;
  Position at;
  std::uint32_t slot = 0;
  NodePtr value;
};
struct Metric {
  Position at;
  std::string name;
  std::string parent;  // "" for a root
  std::string title;   // defaults to the name
  std::string text;
  std::optional<Range> each;
  NodePtr seconds;  // float
  NodePtr event;
  bool itself = false;  // charges the call without its callees
};
struct Pattern {
  std::string name;
  Position at;
  bool library = false;  // shipped with Lull
  Scope scope;
  ClassId root_class;
  ClassId instance_class;
  ClassId match_class;
  std::vector<Step> instantiation;
  NodePtr constraint;
  std::vector<Step> exports;
  std::optional<Metric> metric;
};

struct Condition {
  std::string label;  // "": none
  NodePtr value;
};
struct Guarded {
  std::optional<std::uint32_t> condition;  // must hold
  NodePtr value;                           // float
};
struct Property {
  std::string name;
  Position at;
  bool library = false;
  Scope scope;
  std::vector<Condition> conditions;
  std::vector<Guarded> confidence;
  std::vector<Guarded> severity;
};

}  // namespace code

struct Program {
  std::vector<code::Class> classes;
  std::vector<code::Enum> enums;
  std::vector<code::Function> functions;
  std::vector<code::Constant> constants;
  std::vector<code::Pattern> patterns;
  std::vector<code::Property> properties;
  std::vector<std::string> region_names;
  std::deque<std::string> texts;  // targets of literals' pointers, without duplicates

  [[nodiscard]] bool is_derived(ClassId from, ClassId base) const {
    while (from.defined() && from != base) from = classes[from.index()].base;
    return from.defined();
  }
};

// Returns the type's text, such as "setof Enter".
[[nodiscard]] std::string type_text(const Program& program, const StaticType& type);

}  // namespace lull::asl
