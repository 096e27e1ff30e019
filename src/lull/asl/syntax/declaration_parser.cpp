// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/declaration_parser.hpp"

#include <utility>

#include "lull/asl/syntax/body_parser.hpp"

namespace lull::asl {

Specification DeclarationParser::specification() {
  Specification result;
  while (!tokens_.is(TokenKind::End)) {
    const std::size_t begin = tokens_.taken();
    std::optional<Declaration> read;
    const bool right = declaration(read);
    if (read) result.declarations.push_back(std::move(*read));
    if (!right) tokens_.leave_declaration(begin);
  }
  return result;
}

bool DeclarationParser::declaration(std::optional<Declaration>& result) {
  const TokenKind kind = tokens_.kind();
  if (at_type() || kind == TokenKind::Extern) {
    std::optional<Definition> read;
    const bool right = definition(read);
    if (read)
      result = std::visit([](auto&& it) -> Declaration { return std::forward<decltype(it)>(it); },
                          std::move(*read));
    return right;
  }
  if (kind == TokenKind::Import)
    result = import();
  else if (kind == TokenKind::Class)
    result = class_declaration();
  else if (kind == TokenKind::Enum)
    result = enum_declaration();
  else if (kind == TokenKind::Pattern || kind == TokenKind::Property)
    result = pattern_or_property();
  else
    tokens_.fail_expecting("a declaration");
  return result.has_value();
}

std::optional<Declaration> DeclarationParser::pattern_or_property() {
  const bool pattern = tokens_.is(TokenKind::Pattern);
  tokens_.take();
  const bool is_template = tokens_.accept(TokenKind::Template);
  if (!is_template && tokens_.are({TokenKind::Identifier, TokenKind::Assign})) {
    std::optional<Instance> read = instance(pattern);
    if (!read) return std::nullopt;
    return Declaration(std::move(*read));
  }
  return pattern ? with_body<Pattern>(is_template) : with_body<Property>(is_template);
}

// Parses the declaration's name, parameters and body.
template <class Declared>
std::optional<Declaration> DeclarationParser::with_body(bool is_template) {
  Declared result;
  result.is_template = is_template;
  std::optional<Name> name = tokens_.expect_name("a name");
  if (!name) return std::nullopt;
  result.name = std::move(*name);
  if (is_template && !formals(result.formals)) return std::nullopt;
  if (!parameters(result.parameters)) return std::nullopt;
  if (!tokens_.expect(TokenKind::OpenBrace)) return std::nullopt;
  BodyParser(tokens_, *this).read(result);
  return result;
}

std::optional<Import> DeclarationParser::import() {
  tokens_.take();
  std::optional<Text> file = tokens_.expect_text();
  if (!file || !tokens_.expect(TokenKind::Semicolon)) return std::nullopt;
  return Import{std::move(*file)};
}

std::optional<Class> DeclarationParser::class_declaration() {
  tokens_.take();
  Class result;
  std::optional<Name> name = tokens_.expect_name("the name of a class");
  if (!name || !extends(result) || !tokens_.expect(TokenKind::OpenBrace)) return std::nullopt;
  result.name = std::move(*name);
  while (!tokens_.at_end_of_body()) {
    const std::size_t begin = tokens_.taken();
    std::optional<Attribute> read;
    const bool right = attribute(read);
    if (read) result.attributes.push_back(std::move(*read));
    if (!right) tokens_.leave_definition(begin);
  }
  if (tokens_.expect(TokenKind::CloseBrace)) tokens_.accept(TokenKind::Semicolon);
  return result;
}

bool DeclarationParser::extends(Class& declaration) {
  if (!tokens_.accept(TokenKind::Extends)) return true;
  std::optional<Name> base = tokens_.expect_name("the name of a class");
  if (!base) return false;
  declaration.base = std::move(*base);
  if (!tokens_.accept(TokenKind::Such)) return true;
  if (!tokens_.expect(TokenKind::That)) return false;
  declaration.condition = expressions_.expression();
  return declaration.condition != nullptr;
}

bool DeclarationParser::attribute(std::optional<Attribute>& result) {
  std::optional<Type> of = type();
  if (!of) return false;
  std::optional<Name> name = tokens_.expect_name("the name of an attribute");
  if (!name) return false;
  result = Attribute{std::move(*of), std::move(*name), nullptr};
  if (tokens_.is(TokenKind::Assign)) return assigned_value(result->value);
  return tokens_.expect(TokenKind::Semicolon);
}

std::optional<Enum> DeclarationParser::enum_declaration() {
  tokens_.take();
  std::optional<Name> name = tokens_.expect_name("the name of an enum");
  if (!name || !tokens_.expect(TokenKind::OpenBrace)) return std::nullopt;
  Enum result{std::move(*name), {}};
  do {
    std::optional<Name> enumerator = tokens_.expect_name("the name of a value");
    if (!enumerator) return std::nullopt;
    result.enumerators.push_back(std::move(*enumerator));
  } while (tokens_.accept(TokenKind::Comma));
  if (!tokens_.expect(TokenKind::CloseBrace)) return std::nullopt;
  tokens_.accept(TokenKind::Semicolon);
  return result;
}

bool DeclarationParser::constant(std::optional<Constant>& result) {
  std::optional<Type> of = type();
  if (!of) return false;
  std::optional<Name> name = tokens_.expect_name("a name");
  if (!name) return false;
  result = Constant{std::move(*of), std::move(*name), nullptr};
  return assigned_value(result->value);
}

bool DeclarationParser::assigned_value(ExpressionPtr& value) {
  if (!tokens_.expect(TokenKind::Assign)) return false;
  value = expressions_.expression();
  return value != nullptr && tokens_.expect(TokenKind::Semicolon);
}

bool DeclarationParser::definition(std::optional<Definition>& result) {
  const bool external = tokens_.accept(TokenKind::Extern);
  std::optional<Type> of = type();
  if (!of) return false;
  std::optional<Name> name = tokens_.expect_name("a name");
  if (!name) return false;
  if (external || tokens_.is(TokenKind::OpenParenthesis)) {
    Function read{std::move(*of), std::move(*name), {}, nullptr};
    if (!parameters(read.parameters)) return false;
    const bool right = body(read, external);
    read.mistaken = !right && !read.body;
    result = std::move(read);
    return right;
  }
  if (!tokens_.is(TokenKind::Assign)) return tokens_.fail_expecting("'=' or '('");
  Constant read{std::move(*of), std::move(*name), nullptr};
  const bool right = assigned_value(read.value);
  result = std::move(read);
  return right;
}

bool DeclarationParser::body(Function& function, bool external) {
  if (tokens_.accept(TokenKind::Semicolon)) return true;
  if (external) return tokens_.expect(TokenKind::Semicolon, "an EXTERN function has no body");
  if (!tokens_.is(TokenKind::Assign))
    return tokens_.fail_expecting("'=' or ';'", keyword_hint(function.type.name.text));
  return assigned_value(function.body);
}

bool DeclarationParser::parameters(std::vector<Parameter>& parameters) {
  if (!tokens_.expect(TokenKind::OpenParenthesis)) return false;
  if (tokens_.accept(TokenKind::CloseParenthesis)) return true;
  do {
    std::optional<Type> of = type();
    if (!of) return false;
    std::optional<Name> name = tokens_.expect_name("the name of a parameter");
    if (!name) return false;
    parameters.push_back({std::move(*of), std::move(*name)});
  } while (tokens_.accept(TokenKind::Comma));
  return tokens_.accept(TokenKind::CloseParenthesis) || tokens_.fail_expecting("',' or ')'");
}

std::optional<Type> DeclarationParser::type() {
  const Position at = tokens_.at();
  const bool set = tokens_.accept(TokenKind::SetOf);
  std::optional<Name> name = tokens_.expect_name("a type");
  if (!name) return std::nullopt;
  return Type{set, std::move(*name), at};
}

bool DeclarationParser::at_type() const {
  return tokens_.is_one_of({TokenKind::Identifier, TokenKind::SetOf});
}

}  // namespace lull::asl
