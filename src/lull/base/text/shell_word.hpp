// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Quotes text for a shell. All output that may be pasted or evaluated goes through here: file names
// can contain blanks, quotes and semicolons.
#pragma once

#include <string>
#include <string_view>

namespace lull {

// Quotes text for people: as short as possible, on one line, and free of terminal control
// sequences. Text with control characters needs bash, zsh or ksh.
[[nodiscard]] std::string shell_word(std::string_view text);

// Assigns and exports a variable, for `eval` in any POSIX shell, with or without quotes around its
// argument: unquoted, a shell splits it at blanks and expands file name patterns.
[[nodiscard]] std::string shell_export(std::string_view name, std::string_view value);

}  // namespace lull
