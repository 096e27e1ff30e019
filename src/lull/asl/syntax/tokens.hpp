// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The tokens of a specification (token_list.def). The longest possible token is taken; blanks, line
// ends and comments only separate tokens. A word directly after a "." is always a name. Any bytes
// are accepted: invalid bytes become diagnostics and are skipped. Takes linear time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lull/asl/syntax/diagnostics.hpp"
#include "lull/asl/syntax/source.hpp"

namespace lull::asl {

enum class TokenKind : std::uint8_t {
#define LULL_ASL_TOKEN(name, description) name,
#define LULL_ASL_KEYWORD(name, text) name,
#define LULL_ASL_EITHER_CASE(name, text, lower) name,
#define LULL_ASL_SIGN(name, text) name,
#include "lull/asl/syntax/token_list.def"
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::uint32_t begin = 0;  // byte offset in the source
  std::uint32_t end = 0;    // the first byte after it
};

// The last token is End, directly after the previous one.
[[nodiscard]] std::vector<Token> tokens_of(const Source& source, Diagnostics& diagnostics);

// Returns the description used in messages, such as "';'", "IF" or "a name".
[[nodiscard]] std::string_view description(TokenKind kind);
// Returns the keyword that the word is, in capitals or in a permitted lower-case form.
[[nodiscard]] std::optional<TokenKind> keyword_of(std::string_view word);

// Returns whether the token is a constant or names what a pattern is evaluated on: an operand by
// itself.
[[nodiscard]] bool is_literal(TokenKind kind);

// Returns the value of a literal; empty if it exceeds int or float.
[[nodiscard]] std::optional<std::int64_t> integer_value(std::string_view text);
[[nodiscard]] std::optional<double> float_value(std::string_view text);
// Returns a quoted text without its quotes, with escapes resolved.
[[nodiscard]] std::string string_value(std::string_view text);

}  // namespace lull::asl
