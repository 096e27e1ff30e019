// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The syntax tree of a specification, as the parser (parse.hpp) leaves it: plain data, owned by
// the Specification; positions point into its Source. Nothing is resolved or checked here.
//
// Invariants: an ExpressionPtr is null only where a comment says so. Chains of operators are one
// node with a list, and so are members (a.b.c), so that a tree is only as deep as its text nests
// (kMostNesting levels, each of a dozen nodes at most). Parentheses leave no node; they are where
// printing needs them (expression_text.hpp).
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

// A word of the text and where it stands.
struct Name {
  std::string text;
  Position at;
};

// A quoted text, its escapes resolved.
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
  Position close;  // the ")"
};

// object.path[0].path[1]…; the object itself is no Member.
struct Member {
  ExpressionPtr object;
  std::vector<Name> path;  // at least one; any word
};

// -operand
struct Negation {
  ExpressionPtr operand;
};

struct Not {
  ExpressionPtr operand;
};

// An operator, where it stands, and what is to its right.
struct Term {
  Operator op = Operator::Add;
  Position at;
  ExpressionPtr operand;
};

// first AND a AND b, or first OR a OR b.
struct Logical {
  Operator op = Operator::And;  // of all terms
  ExpressionPtr first;
  std::vector<Term> rest;  // at least one
};

struct Comparison {
  Operator op = Operator::Equal;
  Position at;  // of the operator
  ExpressionPtr left;
  ExpressionPtr right;
};

// first + a - b, or first * a / b; from the left to the right.
struct Arithmetic {
  ExpressionPtr first;
  std::vector<Term> rest;  // at least one; Add and Subtract, or Multiply and Divide
};

// IF (condition) value ELIF (condition) value ELSE otherwise
struct Branch {
  Position at;  // of IF or ELIF
  ExpressionPtr condition;
  ExpressionPtr value;
};
struct Conditional {
  std::vector<Branch> branches;  // at least one
  ExpressionPtr otherwise;       // null without ELSE
};

// variable IN set, and the condition behind AND, SUCH THAT or WITH.
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
  Aggregator aggregator = Aggregator::Max;  // or Min
  std::vector<ExpressionPtr> operands;      // at least one
};

// {a, b, …}
struct SetLiteral {
  std::vector<ExpressionPtr> elements;  // none: the empty set
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
  Position at;  // its first character; of one in parentheses the "("
  Node node;
};

// ---- Declarations ----

// [SETOF] name
struct Type {
  bool set = false;
  Name name;
  Position at;  // of SETOF, or the name
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
  bool mistaken = false;  // null by a mistake, which is told
};

using Definition = std::variant<Constant, Function>;

// IMPORT "file";
struct Import {
  Text file;
};

struct Attribute {
  Type type;
  Name name;
  ExpressionPtr value;  // null: none is given
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
  std::vector<Name> enumerators;  // at least one
};

// Of a template, between < and >.
struct Formal {
  enum class Kind : std::uint8_t { Value, Function, Pattern, Property };
  Kind kind = Kind::Value;
  Type type;  // of a value; that a function gives
  Name name;
  std::vector<Parameter> parameters;  // of a function
};

// METRIC: name UNDER parent TITLE title TEXT text CHARGE seconds AT event ITSELF WHERE range;
struct Metric {
  Position at;  // of METRIC
  Text name;
  std::optional<Text> parent;
  std::optional<Text> title;
  std::optional<Text> text;
  ExpressionPtr seconds;
  ExpressionPtr event;
  bool itself = false;  // not what the call calls
  std::optional<Range> range;
};

// In a body with mistakes each clause that could not be read is missing: a null constraint, an
// empty name. What else is in the tree is whole.
struct Pattern {
  Name name;
  bool is_template = false;
  std::vector<Formal> formals;  // of a template
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
// counts as one, too.
struct Rating {
  Position at;                        // of the keyword
  std::vector<Labelled> expressions;  // none only after a mistake
};

struct Property {
  Name name;
  bool is_template = false;
  std::vector<Formal> formals;  // of a template
  std::vector<Parameter> parameters;
  std::vector<Definition> let;
  std::vector<Labelled> conditions;  // none only after a mistake
  Rating confidence;
  Rating severity;
  Position close;  // the "}"
};

struct OperatorActual {
  Operator op = Operator::Less;  // a comparison, or arithmetic
  Position at;
};
using Actual = std::variant<ExpressionPtr, OperatorActual>;

// PATTERN name = origin<actuals>; or PROPERTY
struct Instance {
  bool of_pattern = true;  // else of a property
  Name name;
  Name origin;  // the template
  std::vector<Actual> actuals;
  Position close;  // the ">"
};

using Declaration =
    std::variant<Import, Class, Enum, Function, Constant, Pattern, Property, Instance>;

// What is declared; null: an import.
[[nodiscard]] const Name* declared_name(const Declaration& declaration);

struct Specification {
  std::vector<Declaration> declarations;  // in the order of the text
};

}  // namespace lull::asl
