// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which bytes are text: UTF-8 as Unicode defines it, without overlong forms, surrogates and the two
// characters that XML forbids, too. Linear, thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lull {

// The bytes of the character that `text` begins with, 1 to 4; 0 when it begins with none.
[[nodiscard]] std::size_t utf8_sequence_length(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

// The text, each byte that belongs to no character replaced by U+FFFD.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace lull
