// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the parsers share: the tokens ahead, where mistakes go, how deep the text nests here, and
// how to go on behind a mistake. It never moves backwards.
//
// Each bracket knows its partner, as far as it has one: parentheses hold no ";", and nothing in
// brackets reaches into the next declaration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lull/asl/syntax/tokens.hpp"
#include "lull/asl/syntax/tree.hpp"

namespace lull::asl {

class TokenStream {
 public:
  TokenStream(const Source& source, Diagnostics& diagnostics);

  [[nodiscard]] const Token& token(std::size_t ahead = 0) const;
  [[nodiscard]] TokenKind kind(std::size_t ahead = 0) const { return token(ahead).kind; }
  [[nodiscard]] bool is(TokenKind kind) const { return token().kind == kind; }
  [[nodiscard]] bool is_one_of(std::initializer_list<TokenKind> kinds) const;
  // What stands from here on.
  [[nodiscard]] bool are(std::initializer_list<TokenKind> kinds) const;
  [[nodiscard]] std::string_view text(std::size_t ahead = 0) const;
  [[nodiscard]] Position at() const { return source_.at(token().begin); }

  // How many tokens have been taken; a token's number.
  [[nodiscard]] std::size_t taken() const { return next_; }
  // How many tokens ahead the partner of the bracket stands that is `ahead`; nothing without one.
  [[nodiscard]] std::optional<std::size_t> partner(std::size_t ahead) const;

  Position take();  // gives its place; End stays
  bool accept(TokenKind kind);
  // Takes it, or else that is a mistake; the answer is whether it was there.
  bool expect(TokenKind kind, std::string hint = {});
  std::optional<Position> expect_at(TokenKind kind);
  std::optional<Name> expect_name(std::string_view what);
  std::optional<Text> expect_text();

  // A mistake here; false, for those who give up.
  bool fail(std::string message, std::string hint = {});
  bool fail_expecting(std::string_view what, std::string hint = {});
  void fail_at(const Position& at, std::string message, std::string hint = {});

  // Goes on behind a mistake in the declaration, or the clause or definition of a body, that begins
  // with token number `begin`: behind its ";", before the next clause or declaration, or before the
  // "}" of the body.
  void leave_definition(std::size_t begin);
  void leave_declaration(std::size_t begin);

  // Whether a clause of a body begins here, or the body ends.
  [[nodiscard]] bool at_clause() const;
  [[nodiscard]] bool at_end_of_body() const;

 private:
  friend class Nested;
  [[nodiscard]] bool begins_declaration(std::size_t number) const;
  [[nodiscard]] std::string found() const;
  [[nodiscard]] std::string line_without_end() const;

  const Source& source_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> partners_;  // by token; 0: none, as no partner opens the text
  std::size_t next_ = 0;
  std::size_t depth_ = 0;
};

// For who writes a keyword in small letters; of any other word: nothing.
[[nodiscard]] std::string keyword_hint(std::string_view word);

// One level of nesting while it lives. Where that is one too many it is not allowed, a mistake.
class Nested {
 public:
  explicit Nested(TokenStream& tokens);
  ~Nested() { --tokens_.depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

  [[nodiscard]] bool allowed() const { return allowed_; }

 private:
  TokenStream& tokens_;
  bool allowed_;
};

}  // namespace lull::asl
