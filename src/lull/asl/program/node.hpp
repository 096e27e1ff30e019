// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The expressions of a checked specification: a tree of nodes, each a plain struct.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lull/asl/model/model.hpp"
#include "lull/asl/model/types.hpp"
#include "lull/asl/model/value.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::asl {

struct Node;
using NodePtr = std::unique_ptr<Node>;
using Nodes = std::vector<NodePtr>;

// The nodes of checked programs; other layers of the language use some of the same names.
namespace code {

// ---- Leaves ----

struct Literal {  // number, text, truth, NULL of objects (kNullObject) or events (null), enumerator
  Value value;
};
struct EmptySet {};
struct Local {
  bool outer = false;
  std::uint32_t slot = 0;
};
// A variable of a LET: evaluated on first use in a frame; the value is stored in a slot.
struct Lazy {
  bool outer = false;
  std::uint32_t variable = 0;  // index in Scope::lazy
};
struct TopConstant {
  ConstantId constant;
};
struct Root {  // the current event of a pattern; also accessible from its functions
  bool outer = false;
};
struct This {};   // the event whose type or attributes are evaluated
struct Trace {};  // all events up to the current one
// All definitions with that name. For MPI functions see section 5 of the language.
struct RegionNamed {
  std::uint32_t name = 0;  // index in Program::region_names
};
struct RegionByText {  // REGION(text)
  NodePtr text;
};
struct ProgramRegion {};
struct Counter {  // counter(event, name)
  NodePtr event;
  NodePtr name;
};
struct GridOf {  // grid(message)
  NodePtr event;
};
struct OffsetOn {  // offset(message, dimension)
  NodePtr event;
  NodePtr dimension;
};
struct DurationOf {  // duration(region, experiment)
  NodePtr region;
  NodePtr experiment;
};

// ---- Attributes; fail at run time if the object is NULL ----

struct ModelAttributeOf {
  NodePtr object;
  ClassId declared;                           // the class of the model that declares it
  std::uint32_t index = 0;                    // index in that class
  const ModelAttribute* attribute = nullptr;  // set by find_shortcuts
};
struct EventTypeAttribute {  // an attribute of an event class that the specification declares
  NodePtr object;
  ClassId declared;
  std::uint32_t index = 0;
};
struct Export {  // an export of a match
  NodePtr match;
  std::uint32_t index = 0;  // index in Pattern::exports
};
struct MatchRoot {
  NodePtr match;
};
struct PropertyPart {  // q(args).holds
  enum class Part : std::uint8_t { Holds, Confidence, Severity };
  PropertyId property;
  Nodes arguments;
  Part part = Part::Holds;
};

// ---- Calls ----

struct CallFunction {
  FunctionId function;
  Nodes arguments;
};
// The value of a state after or before an event; for NULL, its value before the first event.
struct StateAt {
  FunctionId state;
  NodePtr event;
  bool before = false;
  Nodes arguments;  // does not include the event
};
struct Predecessor {
  NodePtr event;  // NULL for NULL
};
struct MakeInstance {  // P(args) as an object
  PatternId pattern;
  Nodes arguments;
};
struct MatchesOf {  // PATTERN_MATCHES
  PatternId pattern;
  NodePtr instance;
  NodePtr experiment;  // null: the current trace
};
struct MatchAt {  // MATCH
  PatternId pattern;
  NodePtr instance;
  NodePtr event;
};

// ---- Operators ----

struct ToFloat {
  NodePtr operand;
};
struct Negate {
  NodePtr operand;
};
struct Arithmetic {  // both int, or both float; Divide: float
  Operator op = Operator::Add;
  Position at;
  NodePtr left;
  NodePtr right;
};
struct SetChange {  // set + x, set - x
  bool add = true;
  NodePtr set;
  NodePtr other;  // a set or an element
};
struct Compare {  // operands of the same type; the type of `left` determines the comparison
  Operator op = Operator::Equal;
  Position at;
  NodePtr left;
  NodePtr right;
};
struct IsNull {  // for a set: true if it is empty
  NodePtr operand;
};
struct IsOfClass {  // typeof(event) == C
  NodePtr event;
  ClassId id;
};
struct IsClass {  // a Class == C: is C or derived from it
  NodePtr operand;
  ClassId id;
};
struct ClassOf {  // typeof(event) elsewhere
  NodePtr event;
};
struct Inverse {
  NodePtr operand;
};
struct Both {
  Nodes operands;  // evaluated from the left until one is false
};
struct Either {
  Nodes operands;
};
struct Choice {
  struct Branch {
    NodePtr condition;
    NodePtr value;
  };
  std::vector<Branch> branches;
  NodePtr otherwise;  // never null: NULL or {} if there is no ELSE
};

// ---- Sets ----

// An attribute by which elements of a set can be found: see SetIndex.
struct IndexPart {
  bool own = false;  // declared by the specification, else in the model
  ClassId declared;
  std::uint32_t index = 0;
  bool member = false;                                // a set attribute, tested for an element
  StaticType::Kind kind = StaticType::Kind::Integer;  // type of the value or element
  bool event = false;                                 // an object that is an event
  friend bool operator==(const IndexPart&, const IndexPart&) = default;
};
using IndexParts = std::vector<IndexPart>;
// A key with a single part is its number.
inline constexpr std::int64_t kNoKey = 0;
[[nodiscard]] constexpr std::int64_t joined(std::int64_t key, std::int64_t with) {
  const std::uint64_t mixed = static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15U;
  return static_cast<std::int64_t>((mixed ^ (mixed >> 32U)) + static_cast<std::uint64_t>(with));
}
// Conditions "element.attribute == value", or "EXISTS m IN element.attribute SUCH THAT m == value":
// only elements for which all of these hold can pass. Set by find_shortcuts.
struct Lookup {
  IndexParts parts;
  std::vector<const Node*> values;  // indexed by part
  bool exact = false;               // every element found passes
};

// The elements of `set`, one at a time in `slot`, for which `filter` (null: all) is true.
struct Range {
  NodePtr set;
  std::uint32_t slot = 0;
  NodePtr filter;
  Lookup lookup = {};
};
struct Quantified {
  // For a body that compares a number of an element with an independent value: the element that
  // decides, the one with the least or the one with the greatest number. Set by find_shortcuts.
  enum class Decides : std::uint8_t { Any, Least, Greatest };
  Quantifier quantifier = Quantifier::Exists;
  Range range;  // has no filter
  NodePtr body;
  Decides decides = Decides::Any;
  IndexParts number = {};  // that number
  bool of_index = false;   // it is the event's index
};
struct Aggregate {
  Aggregator aggregator = Aggregator::Sum;
  Range range;
  NodePtr value;  // number; null for COUNT
};
struct Extreme {  // MIN (a, b), MAX (a, b)
  bool greatest = true;
  Nodes operands;  // all of the same type
};
struct Elements {  // {a, b}; NULL is omitted
  Nodes elements;
};
struct Those {  // {x IN set SUCH THAT c}
  Range range;
};
// UNIQUE({f IN S SUCH THAT a(f) AND NEXISTS g IN S SUCH THAT (same(f, g) AND g.index > f.index)}):
// the last (or first) element of S in an equivalence class, if the other conditions hold for it.
struct Extremal {
  const Node* set = nullptr;
  std::uint32_t slot = 0;  // slot of f
  bool last = true;
  const Node* place = nullptr;       // f.index or f.timestamp
  std::vector<const Node*> classes;  // conditions on f that define the class
  std::vector<const Node*> rest;     // other conditions on f
  Lookup lookup = {};                // used for `classes`
};
struct OnlyElement {  // UNIQUE
  NodePtr set;
  std::unique_ptr<const Extremal> extremal = nullptr;  // null: evaluate the set (shortcuts.hpp)
};

}  // namespace code

struct Node {
  using Body =
      std::variant<code::Literal, code::EmptySet, code::Local, code::Lazy, code::TopConstant,
                   code::Root, code::This, code::Trace, code::RegionNamed, code::RegionByText,
                   code::ProgramRegion, code::Counter, code::GridOf, code::OffsetOn,
                   code::DurationOf, code::ModelAttributeOf, code::EventTypeAttribute, code::Export,
                   code::MatchRoot, code::PropertyPart, code::CallFunction, code::StateAt,
                   code::Predecessor, code::MakeInstance, code::MatchesOf, code::MatchAt,
                   code::ToFloat, code::Negate, code::Arithmetic, code::SetChange, code::Compare,
                   code::IsNull, code::IsOfClass, code::IsClass, code::ClassOf, code::Inverse,
                   code::Both, code::Either, code::Choice, code::Quantified, code::Aggregate,
                   code::Extreme, code::Elements, code::Those, code::OnlyElement>;
  Position at;  // position for run-time errors: the call, operator or attribute
  StaticType type;
  Body body;
};

}  // namespace lull::asl
