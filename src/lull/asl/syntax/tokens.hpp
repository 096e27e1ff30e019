// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The words and signs of a specification (token_list.def). A token is the longest possible; blanks,
// line ends and comments only separate. A word directly behind a "." is always a name. Any bytes
// are input: what is no token is a diagnostic and left out. Linear.
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
  std::uint32_t begin = 0;  // bytes of the source
  std::uint32_t end = 0;    // the first byte behind it
};

// The last one is End; it stands directly behind the one before.
[[nodiscard]] std::vector<Token> tokens_of(const Source& source, Diagnostics& diagnostics);

// As messages call it: "';'", "IF", "a name".
[[nodiscard]] std::string_view description(TokenKind kind);
// The keyword that this word is, in capitals or as it may be in lower case.
[[nodiscard]] std::optional<TokenKind> keyword_of(std::string_view word);

// What a literal's text stands for; nothing when no int or float is that large.
[[nodiscard]] std::optional<std::int64_t> integer_value(std::string_view text);
[[nodiscard]] std::optional<double> float_value(std::string_view text);
// Of a text with its quotes: without them, escapes resolved.
[[nodiscard]] std::string string_value(std::string_view text);

}  // namespace lull::asl
