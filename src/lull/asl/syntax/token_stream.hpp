// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// State shared by the parsers: the remaining tokens, diagnostics, the nesting depth, and recovery
// after a mistake. Never moves backwards.
//
// Stores the matching partner of each bracket, if any: parentheses contain no ";", and brackets do
// not extend into the next declaration.
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
  // Returns whether the next tokens have these kinds.
  [[nodiscard]] bool are(std::initializer_list<TokenKind> kinds) const;
  [[nodiscard]] std::string_view text(std::size_t ahead = 0) const;
  [[nodiscard]] Position at() const { return source_.at(token().begin); }

  // Returns the number of tokens taken, which is also the number of the next token.
  [[nodiscard]] std::size_t taken() const { return next_; }
  // Returns the distance to the partner of the bracket at `ahead`; empty if it has none.
  [[nodiscard]] std::optional<std::size_t> partner(std::size_t ahead) const;

  Position take();  // returns the token's position; does not take End
  bool accept(TokenKind kind);
  // Takes the token or reports a mistake; returns whether it was there.
  bool expect(TokenKind kind, std::string hint = {});
  std::optional<Position> expect_at(TokenKind kind);
  std::optional<Name> expect_name(std::string_view what);
  std::optional<Text> expect_text();

  // Reports a mistake here; returns false for convenience.
  bool fail(std::string message, std::string hint = {});
  bool fail_expecting(std::string_view what, std::string hint = {});
  void fail_at(const Position& at, std::string message, std::string hint = {});

  // Recovers from a mistake in the declaration, or in the clause or definition of a body, that
  // begins with token number `begin`: continues after its ";", before the next clause or
  // declaration, or before the "}" of the body.
  void leave_definition(std::size_t begin);
  void leave_declaration(std::size_t begin);

  // Returns whether a clause of a body begins here, or the body ends.
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
  std::vector<std::uint32_t> partners_;  // indexed by token; 0: none
  std::size_t next_ = 0;
  std::size_t depth_ = 0;
};

// Returns a hint if the word is a keyword in lower case, else "".
[[nodiscard]] std::string keyword_hint(std::string_view word);

// One level of nesting during its lifetime. Too many levels are a mistake.
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
