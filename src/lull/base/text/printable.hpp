// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What strangers' files call things, as a terminal may see it. A name can hold escape sequences
// that set the window's title, move the cursor or turn the text around; here they become visible.
// Everything that is printed for people goes through one of these; JSON and CSV keep names as they
// are. Linear, thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lull {

// One line: control characters, line breaks among them, characters that turn the direction of
// writing and bytes that are no UTF-8 are written as "\n", "\x1b" or "\u202e". The same again for
// its own result.
[[nodiscard]] std::string printable(std::string_view text);

// The same of each line; the line breaks stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

// The text, or its beginning, "…" and its end when it has more than `most` characters: a sentence
// says at its end what is wrong with the overlong name in its middle.
[[nodiscard]] std::string without_middle(std::string_view text, std::size_t most);

}  // namespace lull
