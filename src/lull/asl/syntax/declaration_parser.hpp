// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses declarations by recursive descent: constants, functions, classes, enums, formals of
// templates and instances in declaration_parser.cpp; bodies of patterns and properties in
// body_parser.hpp. A syntax error becomes a diagnostic; the caller resumes after it.
#pragma once

#include <optional>
#include <vector>

#include "lull/asl/syntax/expression_parser.hpp"
#include "lull/asl/syntax/token_stream.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::asl {

class DeclarationParser {
 public:
  explicit DeclarationParser(TokenStream& tokens) : tokens_(tokens), expressions_(tokens) {}

  Specification specification();
  // Parses a constant up to its ";". Returns whether it was correct; if only its value was
  // incorrect, `result` is set without a value.
  bool constant(std::optional<Constant>& result);
  bool definition(std::optional<Definition>& result);

 private:
  bool declaration(std::optional<Declaration>& result);
  std::optional<Declaration> pattern_or_property();
  std::optional<Import> import();
  std::optional<Class> class_declaration();
  bool extends(Class& declaration);
  bool attribute(std::optional<Attribute>& result);
  std::optional<Enum> enum_declaration();
  bool body(Function& function, bool external);
  bool assigned_value(ExpressionPtr& value);
  template <class Declared>  // Declared is Pattern or Property
  std::optional<Declaration> with_body(bool is_template);
  std::optional<Instance> instance(bool of_pattern);
  bool actuals(Instance& instance);
  std::optional<Actual> actual();
  bool formals(std::vector<Formal>& formals);
  std::optional<Formal> formal();
  bool parameters(std::vector<Parameter>& parameters);
  std::optional<Type> type();
  [[nodiscard]] bool at_type() const;

  TokenStream& tokens_;
  ExpressionParser expressions_;
};

}  // namespace lull::asl
