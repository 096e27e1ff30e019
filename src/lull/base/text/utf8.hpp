// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// UTF-8 validation as defined by Unicode: rejects overlong forms, surrogates, and the two
// characters that XML forbids. Linear, thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lull {

// Returns the bytes of the first character of `text`, 1 to 4; 0 if `text` does not begin with a
// character.
[[nodiscard]] std::size_t utf8_sequence_length(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

// Returns the text with each byte that does not belong to a character replaced by U+FFFD.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace lull
