// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/parse.hpp"

#include <type_traits>
#include <variant>

#include "lull/asl/syntax/declaration_parser.hpp"

namespace lull::asl {

const Name* declared_name(const Declaration& declaration) {
  return std::visit(
      []<class Kind>(const Kind& one) -> const Name* {
        if constexpr (std::is_same_v<Kind, Import>)
          return nullptr;
        else
          return &one.name;
      },
      declaration);
}

Specification parse(const Source& source, Diagnostics& diagnostics) {
  if (!check_source(source, diagnostics)) return {};
  TokenStream tokens(source, diagnostics);
  return DeclarationParser(tokens).specification();
}

ExpressionPtr parse_expression(const Source& source, Diagnostics& diagnostics) {
  if (!check_source(source, diagnostics)) return nullptr;
  TokenStream tokens(source, diagnostics);
  ExpressionPtr result = ExpressionParser(tokens).expression();
  return result && tokens.expect(TokenKind::End) ? std::move(result) : nullptr;
}

}  // namespace lull::asl
