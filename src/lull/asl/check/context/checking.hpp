// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// State shared by the passes of a check: the program being built, names, diagnostics, and the
// source of each part of the program. check.cpp lists the passes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lull/asl/check/context/names.hpp"
#include "lull/asl/model/types.hpp"
#include "lull/asl/program/program.hpp"
#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::asl {

// The names visible to a piece of text, and the template instance for which it is checked.
struct Origin {
  bool library = false;
  const NameMap* formals = nullptr;    // set for a template's text
  const Instance* instance = nullptr;  // null: not in a template
};

template <class Tree, class Id>
struct Declared {
  const Tree* tree = nullptr;
  Origin origin;
  Id id;
};

// A function formal of a template.
struct FormalFunction {
  std::string name;
  std::vector<code::Parameter> parameters;
  StaticType type;
  Entity target;  // the function called
  bool is_operator = false;
  Operator op = Operator::Less;
};

// A value formal of a template; becomes a separate constant.
struct ActualValue {
  const Expression* value = nullptr;
  Origin origin;  // origin of the instance
  ConstantId constant;
};

struct DeclaredTemplate {
  const Pattern* pattern = nullptr;  // or else this
  const Property* property = nullptr;
  bool library = false;
};

struct DeclaredInstance {
  const Instance* tree = nullptr;
  bool library = false;
  PatternId pattern;  // or else this
  PropertyId property;
  // Formals of the template; null if there is no such template.
  const std::vector<Formal>* formals = nullptr;
  bool template_in_library = false;
  NameMap* names = nullptr;  // names of the formals
};

// The location of a class attribute.
struct AttributeOf {
  ClassId declared;
  std::uint32_t index = 0;
  StaticType type;
};

class Checking {
 public:
  static constexpr std::size_t kMostNodes = 1'000'000;
  static constexpr std::size_t kMostBases = 100;

  explicit Checking(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Program program;
  Names names;
  std::vector<Declared<Class, ClassId>> classes;
  std::vector<Declared<Enum, EnumId>> enums;
  std::vector<Declared<Function, FunctionId>> functions;
  std::vector<Declared<Constant, ConstantId>> constants;
  std::vector<Declared<Pattern, PatternId>> patterns;
  std::vector<Declared<Property, PropertyId>> properties;
  std::vector<DeclaredTemplate> templates;
  std::vector<DeclaredInstance> instances;
  std::vector<FormalFunction> formal_functions;
  std::vector<ActualValue> actual_values;
  std::vector<std::unique_ptr<NameMap>> formals;  // one map per instance

  // ---- Diagnostics ----

  void fail(const Origin& origin, const Position& at, std::string message, std::string hint = {});
  // Only the first mistakes get hints that require a search.
  [[nodiscard]] bool wants_hints() const { return diagnostics_.count() < 100; }
  [[nodiscard]] std::string nearest_hint(const std::string& name, const Origin& origin) const;

  // ---- Names and types ----

  // Returns null if the name is unknown.
  [[nodiscard]] const Entity* find(const std::string& name, const Origin& origin) const;
  // Returns the type Error, and adds a diagnostic, if the name is not a type.
  [[nodiscard]] StaticType resolve(const Type& type, const Origin& origin);
  [[nodiscard]] StaticType resolve_name(const Name& name, const Origin& origin);
  [[nodiscard]] std::string text(const StaticType& type) const;
  [[nodiscard]] bool is_event(ClassId id) const { return program.classes[id.index()].event; }
  [[nodiscard]] bool is_event(const StaticType& type) const {
    return type.is(StaticType::Kind::Object) && is_event(type.class_id());
  }
  // Searches a class and its bases, but not match classes.
  [[nodiscard]] const AttributeOf* find_attribute(ClassId id, const std::string& name) const;
  void know_attribute(ClassId id, const std::string& name, const AttributeOf& attribute);
  [[nodiscard]] const std::unordered_map<std::string, AttributeOf>& own_attributes(
      ClassId id) const;
  // Searches the exports of a pattern.
  [[nodiscard]] std::optional<std::uint32_t> find_export(PatternId id, const std::string& name);
  [[nodiscard]] std::optional<std::int64_t> enumerator(EnumId id, const std::string& name);

  // ---- Nodes ----

  [[nodiscard]] NodePtr node(const Position& at, const StaticType& type, Node::Body body);
  [[nodiscard]] NodePtr error(const Position& at) const;
  [[nodiscard]] NodePtr literal(const Position& at, const StaticType& type, Value value) {
    return node(at, type, code::Literal{value});
  }
  // Returns the NULL value of that class.
  [[nodiscard]] Value null_of(ClassId id) const;
  [[nodiscard]] const std::string* intern(const std::string& text);
  [[nodiscard]] std::uint32_t region_name(const std::string& name);
  // Returns whether there are too many nodes; in that case, the mistake has been reported and the
  // check is abandoned.
  [[nodiscard]] bool full() const { return nodes_ > kMostNodes; }

 private:
  Diagnostics& diagnostics_;
  // Indexed by class; without bases.
  std::vector<std::unordered_map<std::string, AttributeOf>> attributes_;
  // Indexed by pattern and by enum; filled on demand.
  std::unordered_map<std::uint32_t, std::unordered_map<std::string, std::uint32_t>> exports_;
  std::unordered_map<std::uint32_t, std::unordered_map<std::string, std::int64_t>> enumerators_;
  std::unordered_map<std::string, const std::string*> texts_;
  std::unordered_map<std::string, std::uint32_t> region_names_;
  std::size_t nodes_ = 0;
};

// ---- The passes, in order ----

void declare_language(Checking& checking);
void declare_file(Checking& checking, const Specification& specification, bool library);
void declare_instances(Checking& checking);
void resolve_enums(Checking& checking);
void resolve_classes(Checking& checking);
void resolve_functions(Checking& checking);  // resolves constants, too
void resolve_instances(Checking& checking);
void resolve_patterns(Checking& checking);  // resolves properties, too
void check_definitions(Checking& checking);
void check_event_types(Checking& checking);
void check_patterns(Checking& checking);
void check_properties(Checking& checking);
void recognise_states(Checking& checking);
void check_circles(Checking& checking);

}  // namespace lull::asl
