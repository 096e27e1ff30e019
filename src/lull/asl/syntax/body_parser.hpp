// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parses the bodies of patterns and properties, from after the "{" to after the "}" and its ";". A
// clause with a mistake stays empty; parsing continues with the next clause.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "lull/asl/syntax/declaration_parser.hpp"

namespace lull::asl {

class BodyParser {
 public:
  BodyParser(TokenStream& tokens, DeclarationParser& declarations)
      : tokens_(tokens), declarations_(declarations), expressions_(tokens) {}

  void read(Pattern& pattern);
  void read(Property& property);

 private:
  // Parses what follows the keyword; returns whether it was correct.
  using Content = std::function<bool(const Position& keyword)>;
  void clause(TokenKind keyword, const Content& content);
  void missing_clause(TokenKind keyword);
  bool colon() { return tokens_.expect(TokenKind::Colon); }
  void let(std::vector<Definition>& definitions);
  bool constants(std::vector<Constant>& constants);
  Position end();

  bool root_type(Pattern& pattern);
  bool constraint(Pattern& pattern);
  bool exports(Pattern& pattern);
  bool metric(Pattern& pattern, const Position& at);
  bool optional_text(TokenKind keyword, std::optional<Text>& text);
  bool charge(Metric& metric);

  bool conditions(std::vector<Labelled>& conditions);
  bool rating(Rating& rating);
  bool greatest(Rating& rating);
  std::optional<Labelled> guarded();
  Name label();
  [[nodiscard]] bool at_condition_label() const;
  [[nodiscard]] bool at_greatest() const;

  TokenStream& tokens_;
  DeclarationParser& declarations_;
  ExpressionParser expressions_;
  bool mistaken_ = false;  // the current body has a mistake
};

}  // namespace lull::asl
