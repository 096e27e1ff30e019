// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/asl/syntax/parse.hpp"

#include "lull/asl/syntax/declaration_parser.hpp"

namespace lull::asl {

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
