// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Makes text from untrusted files safe for terminals. Names can hold escape sequences that set the
// window's title, move the cursor or reverse the text; these become visible here. All
// human-readable output goes through one of these functions; JSON and CSV keep names unchanged.
// Linear, thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lull {

// Returns the text as one line: control characters (including line breaks), bidirectional controls
// and invalid UTF-8 bytes are written as "\n", "\x1b" or "\u202e". Idempotent.
[[nodiscard]] std::string printable(std::string_view text);

// Like printable(), but keeps line breaks.
[[nodiscard]] std::string printable_lines(std::string_view text);

// Returns the text, or its beginning, "…" and its end if it has more than `most` characters: a
// message names the problem at its end, after an overlong name in the middle.
[[nodiscard]] std::string without_middle(std::string_view text, std::size_t most);

}  // namespace lull
