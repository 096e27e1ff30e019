// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Converts expressions to nodes. A mistake becomes a diagnostic and a node of type Error, which
// causes no further diagnostics. There is one function per kind of expression, in files by theme:
// name_expressions.cpp, call_expressions.cpp, operator_expressions.cpp, condition_expressions.cpp,
// set_expressions.cpp. Takes linear time in the length of the text, except for hints.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lull/asl/check/context/checking.hpp"
#include "lull/asl/check/context/conversion.hpp"
#include "lull/asl/check/context/locals.hpp"

namespace lull::asl {

// The classes of ROOT and THIS where an expression occurs; undefined: not available.
struct Surroundings {
  ClassId root;             // root of a pattern
  ClassId event;            // class of THIS
  bool in_pattern = false;  // true even if its root is invalid
};

class ExpressionChecker {
 public:
  ExpressionChecker(Checking& checking, const Origin& origin, const Surroundings& surroundings = {})
      : checking_(checking), origin_(origin), surroundings_(surroundings) {}

  static constexpr std::size_t kMostDepth = 1000;

  [[nodiscard]] Locals& locals() { return locals_; }

  [[nodiscard]] NodePtr check(const Expression& expression);
  // Checks that the expression has that type or converts to it.
  [[nodiscard]] NodePtr check(const Expression& expression, const StaticType& wanted);
  // Same as above, for float, boolean or event.
  [[nodiscard]] NodePtr check(const Expression& expression, StaticType::Kind wanted) {
    return check(expression, type_of(wanted));
  }

  // Opens `variable IN set` and its filter; facts of the filter hold until the range is closed.
  [[nodiscard]] code::Range open_range(const Name& variable, const Expression& set,
                                       const Expression* filter);
  void close_range();

  void fail(const Position& at, std::string message, std::string hint = {}) {
    checking_.fail(origin_, at, std::move(message), std::move(hint));
  }

  NodePtr operator()(const IntegerLiteral& e);
  NodePtr operator()(const FloatLiteral& e);
  NodePtr operator()(const StringLiteral& e);
  NodePtr operator()(const BooleanLiteral& e);
  NodePtr operator()(const NullLiteral& e);
  NodePtr operator()(const ContextName& e);
  NodePtr operator()(const NameUse& e);
  NodePtr operator()(const Call& e);
  NodePtr operator()(const Member& e);
  NodePtr operator()(const Negation& e);
  NodePtr operator()(const Not& e);
  NodePtr operator()(const Logical& e);
  NodePtr operator()(const Comparison& e);
  NodePtr operator()(const Arithmetic& e);
  NodePtr operator()(const Conditional& e);
  NodePtr operator()(const Quantified& e);
  NodePtr operator()(const Aggregate& e);
  NodePtr operator()(const Extreme& e);
  NodePtr operator()(const SetLiteral& e);
  NodePtr operator()(const Comprehension& e);
  NodePtr operator()(const Unique& e);
  NodePtr operator()(const TypeOf& e);

 private:
  using Kind = StaticType::Kind;

  [[nodiscard]] NodePtr make(const Position& at, const StaticType& type, Node::Body body) {
    return checking_.node(at, type, std::move(body));
  }
  [[nodiscard]] NodePtr error(const Position& at) const { return checking_.error(at); }
  [[nodiscard]] static bool is_wrong(const NodePtr& node) { return node->type.kind == Kind::Error; }
  [[nodiscard]] std::string text(const StaticType& type) const { return checking_.text(type); }

  // ---- Names ----
  [[nodiscard]] NodePtr variable(const Name& name, const Variable& variable);
  [[nodiscard]] NodePtr top_level(const Name& name, const Entity& entity);
  [[nodiscard]] NodePtr unknown(const Name& name);
  [[nodiscard]] std::string nearest_hint(const Name& name) const;
  [[nodiscard]] std::string enumerator_hint(const std::string& name) const;
  [[nodiscard]] NodePtr member(const Member& e);
  [[nodiscard]] NodePtr enumerator(const NameUse& of, const Name& name, EnumId id);
  [[nodiscard]] NodePtr attribute(NodePtr object, const Name& name);
  [[nodiscard]] NodePtr class_attribute(NodePtr object, const Name& name);
  [[nodiscard]] NodePtr match_attribute(NodePtr object, const Name& name, PatternId pattern);
  [[nodiscard]] std::string attribute_hint(ClassId id, const Name& name) const;
  [[nodiscard]] NodePtr property_part(const Call& call, const Name& part, PropertyId id);
  // Returns the top-level entity of a name, unless a variable hides it.
  [[nodiscard]] const Entity* unhidden(const Name& name) const;
  [[nodiscard]] std::optional<ClassId> class_named(const Expression& e) const;

  // ---- Facts from TYPEOF ----
  // Returns a key for variables, ROOT, THIS, their attributes, and calls with only these as
  // arguments; "" for other expressions.
  [[nodiscard]] std::string key_of(const Expression& e) const;
  [[nodiscard]] std::string key_of(const Call& e) const;
  void narrow_node(Node& node, const std::string& key) const;
  // Adds the facts that hold if the condition holds, or does not.
  void learn(const Expression& condition, bool holds);
  void learn_comparison(const Comparison& comparison, bool holds);

  // ---- Calls ----
  struct Signature {
    std::string name;
    std::vector<StaticType> parameters;
  };
  [[nodiscard]] NodePtr call(const Call& e, std::string_view wanted);
  [[nodiscard]] std::optional<Nodes> arguments(const Call& call, const Signature& signature);
  [[nodiscard]] Signature signature_of_scope(const std::string& name,
                                             const code::Scope& scope) const;
  [[nodiscard]] NodePtr call_entity(const Call& call, const Entity& entity);
  [[nodiscard]] NodePtr call_function(const Call& call, FunctionId id);
  [[nodiscard]] NodePtr call_external(const Call& call, External external);
  [[nodiscard]] NodePtr external(const Position& at, External external, Nodes arguments);
  [[nodiscard]] NodePtr call_formal(const Call& call, const FormalFunction& formal);
  [[nodiscard]] NodePtr call_pattern(const Call& call, PatternId id);
  [[nodiscard]] NodePtr matches(const Call& call, bool all);
  [[nodiscard]] bool is_whole_trace(const Expression& e, NodePtr& experiment);

  // ---- Operators ----
  [[nodiscard]] NodePtr joined(Operator op, const Position& at, NodePtr left, NodePtr right);
  [[nodiscard]] NodePtr changed_set(Operator op, const Position& at, NodePtr left, NodePtr right);
  [[nodiscard]] NodePtr compared(Operator op, const Position& at, NodePtr left, NodePtr right);
  [[nodiscard]] NodePtr null_test(Operator op, const Position& at, NodePtr& left, NodePtr& right);
  [[nodiscard]] NodePtr class_test(Operator op, const Position& at, const Expression& operand,
                                   ClassId id);
  [[nodiscard]] NodePtr inverse_if(bool inverted, NodePtr node);
  void no_comparison(Operator op, const Position& at, const StaticType& a, const StaticType& b);

  // ---- Conditions and sets ----
  [[nodiscard]] NodePtr conditional(const Conditional& e, const StaticType* wanted);
  bool merge(Node& choice, const Position& at);
  [[nodiscard]] NodePtr otherwise(const Position& at, const StaticType& type);
  [[nodiscard]] NodePtr set_literal(const SetLiteral& e, const StaticType* wanted);
  [[nodiscard]] NodePtr fitted(NodePtr node, const Position& at, const StaticType& wanted);

  Checking& checking_;
  Origin origin_;
  Surroundings surroundings_;
  Locals locals_;
  Position at_;                 // position of the current expression
  bool wants_pattern_ = false;  // a pattern call is required next
  // Number of terms of the enclosing chains: their nodes are binary, so they nest that deep.
  std::size_t depth_ = 0;
  std::vector<std::size_t> open_facts_;
};

}  // namespace lull::asl
