// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The syntax tree of a specification as built by the parser (parse.hpp): plain data, owned by the
// Specification; positions point into its Source. Nothing is resolved or checked yet.
//
// Invariants: an ExpressionPtr is null only where a comment says so. Chains of operators and of
// members (a.b.c) are one node with a list, so the depth of a tree is limited by the nesting of the
// text (kMostNesting levels of at most a dozen nodes). Parentheses leave no node; printing adds
// them where needed (expression_text.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lull/asl/syntax/source.hpp"

namespace lull::asl {

inline constexpr std::size_t kMostNesting = 200;

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

// A word and its position.
struct Name {
  std::string text;
  Position at;
};

// A quoted text with escapes resolved.
struct Text {
  std::string value;
  Position at;
};

enum class Operator : std::uint8_t {
  Or,
  And,
  Equal,
  NotEqual,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual,
  Add,
  Subtract,
  Multiply,
  Divide,
};

enum class Aggregator : std::uint8_t { Sum, Min, Max, Avg, Count };
enum class Quantifier : std::uint8_t { Exists, NotExists, ForAll };

// ---- Expressions ----

struct IntegerLiteral {
  std::int64_t value = 0;  // never negative
};
struct FloatLiteral {
  double value = 0;  // finite, never negative
};
struct StringLiteral {
  std::string value;
};
struct BooleanLiteral {
  bool value = false;
};
struct NullLiteral {};

// ROOT, TRACE, THIS.
struct ContextName {
  enum class Kind : std::uint8_t { Root, Trace, This };
  Kind kind = Kind::Root;
};

// A name without parentheses: a variable, constant, enum, class, region, …
struct NameUse {
  Name name;
};

struct Call {
  Name function;
  std::vector<ExpressionPtr> arguments;
  Position close;  // position of the ")"
};

// object.path[0].path[1]…; the object is not itself a Member.
struct Member {
  ExpressionPtr object;
  std::vector<Name> path;  // has at least one name; keywords are allowed
};

// -operand
struct Negation {
  ExpressionPtr operand;
};

struct Not {
  ExpressionPtr operand;
};

// An operator, its position, and its right operand.
struct Term {
  Operator op = Operator::Add;
  Position at;
  ExpressionPtr operand;
};

// first AND a AND b, or first OR a OR b.
struct Logical {
  Operator op = Operator::And;  // the same for all terms
  ExpressionPtr first;
  std::vector<Term> rest;  // has at least one term
};

struct Comparison {
  Operator op = Operator::Equal;
  Position at;  // position of the operator
  ExpressionPtr left;
  ExpressionPtr right;
};

// first + a - b, or first * a / b; left to right.
struct Arithmetic {
  ExpressionPtr first;
  std::vector<Term> rest;  // has at least one term: Add and Subtract, or Multiply and Divide
};

// IF (condition) value ELIF (condition) value ELSE otherwise
struct Branch {
  Position at;  // position of IF or ELIF
  ExpressionPtr condition;
  ExpressionPtr value;
};
struct Conditional {
  std::vector<Branch> branches;  // has at least one branch
  ExpressionPtr otherwise;       // null without ELSE
};

// variable IN set, and the condition after AND, SUCH THAT or WITH.
struct Range {
  Name variable;
  ExpressionPtr set;
  ExpressionPtr filter;  // null: all
};

// EXISTS variable IN set SUCH THAT body
struct Quantified {
  Quantifier quantifier = Quantifier::Exists;
  Name variable;
  ExpressionPtr set;
  ExpressionPtr body;
};

// SUM (value WHERE range), or open: SUM value WHERE range
struct Aggregate {
  Aggregator aggregator = Aggregator::Sum;
  bool open = false;
  ExpressionPtr value;
  Range range;
};

// MIN (a, b, …), MAX (a, b, …)
struct Extreme {
  Aggregator aggregator = Aggregator::Max;  // Max or Min
  std::vector<ExpressionPtr> operands;      // has at least one operand
};

// {a, b, …}
struct SetLiteral {
  std::vector<ExpressionPtr> elements;  // empty: the empty set
};

// {range}
struct Comprehension {
  Range range;
};

struct Unique {
  ExpressionPtr operand;
};

struct TypeOf {
  ExpressionPtr operand;
};

struct Expression {
  using Node = std::variant<IntegerLiteral, FloatLiteral, StringLiteral, BooleanLiteral,
                            NullLiteral, ContextName, NameUse, Call, Member, Negation, Not, Logical,
                            Comparison, Arithmetic, Conditional, Quantified, Aggregate, Extreme,
                            SetLiteral, Comprehension, Unique, TypeOf>;
  Position at;  // its first character; for a parenthesised expression, the "("
  Node node;
};

// ---- Declarations ----

// [SETOF] name
struct Type {
  bool set = false;
  Name name;
  Position at;  // position of SETOF or the name
};

struct Parameter {
  Type type;
  Name name;
};

// type name = value;
struct Constant {
  Type type;
  Name name;
  ExpressionPtr value;  // null only after a mistake
};

// type name(parameters) = body;
struct Function {
  Type type;
  Name name;
  std::vector<Parameter> parameters;
  ExpressionPtr body;     // null: external, or a mistake
  bool mistaken = false;  // null because of a reported mistake
};

using Definition = std::variant<Constant, Function>;

// IMPORT "file";
struct Import {
  Text file;
};

struct Attribute {
  Type type;
  Name name;
  ExpressionPtr value;  // null: not given
};

// CLASS name EXTENDS base SUCH THAT condition { attributes }
struct Class {
  Name name;
  std::optional<Name> base;
  ExpressionPtr condition;  // null: none
  std::vector<Attribute> attributes;
};

struct Enum {
  Name name;
  std::vector<Name> enumerators;  // has at least one enumerator
};

// A formal of a template, between < and >.
struct Formal {
  enum class Kind : std::uint8_t { Value, Function, Pattern, Property };
  Kind kind = Kind::Value;
  Type type;  // type of the value, or of the function's result
  Name name;
  std::vector<Parameter> parameters;  // used for a function
};

// METRIC: name UNDER parent TITLE title TEXT text CHARGE seconds AT event ITSELF WHERE range;
struct Metric {
  Position at;  // position of METRIC
  Text name;
  std::optional<Text> parent;
  std::optional<Text> title;
  std::optional<Text> text;
  ExpressionPtr seconds;
  ExpressionPtr event;
  bool itself = false;  // does not include callees
  std::optional<Range> range;
};

// In a body with mistakes, each clause that could not be parsed is missing: for example, the
// constraint is null or the name is empty. Everything else in the tree is complete.
struct Pattern {
  Name name;
  bool is_template = false;
  std::vector<Formal> formals;  // formals of a template
  std::vector<Parameter> parameters;
  std::vector<Definition> let;
  Name root_type;
  std::vector<Constant> instantiation;
  ExpressionPtr constraint;  // null only after a mistake
  std::optional<Name> match_class;
  std::vector<Constant> exports;
  std::optional<Metric> metric;
  Position close;  // the "}"
};

// [(label)] expression of a CONDITION; [(label) ->] expression of a rating.
struct Labelled {
  std::optional<Name> label;
  ExpressionPtr expression;
};

// CONFIDENCE or SEVERITY: one expression, or the greatest of several. MAX of a single expression
// also counts as such.
struct Rating {
  Position at;                        // position of the keyword
  std::vector<Labelled> expressions;  // empty only after a mistake
};

struct Property {
  Name name;
  bool is_template = false;
  std::vector<Formal> formals;  // formals of a template
  std::vector<Parameter> parameters;
  std::vector<Definition> let;
  std::vector<Labelled> conditions;  // empty only after a mistake
  Rating confidence;
  Rating severity;
  Position close;  // the "}"
};

struct OperatorActual {
  Operator op = Operator::Less;  // a comparison, or arithmetic
  Position at;
};
using Actual = std::variant<ExpressionPtr, OperatorActual>;

// PATTERN name = origin<actuals>; or the same for PROPERTY.
struct Instance {
  bool of_pattern = true;  // false: an instance of a property template
  Name name;
  Name origin;  // the template
  std::vector<Actual> actuals;
  Position close;  // the ">"
};

using Declaration =
    std::variant<Import, Class, Enum, Function, Constant, Pattern, Property, Instance>;

// Returns the declared name; null for an import.
[[nodiscard]] const Name* declared_name(const Declaration& declaration);

struct Specification {
  std::vector<Declaration> declarations;  // in source order
};

}  // namespace lull::asl
