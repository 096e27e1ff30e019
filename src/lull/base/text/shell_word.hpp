// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Text as a word for a shell. Whatever Lull prints that somebody may paste or evaluate goes through
// here: names of files hold blanks, quotes and semicolons.
#pragma once

#include <string>
#include <string_view>

namespace lull {

// For people: as short as possible, on one line, and without anything that a terminal takes for a
// command. Where it holds control characters, only bash, zsh and ksh read it.
[[nodiscard]] std::string shell_word(std::string_view text);

// Assigns and exports a variable, for `eval` in any POSIX shell, whether its argument is quoted or
// not: a shell divides what is not at blanks and replaces patterns by names of files.
[[nodiscard]] std::string shell_export(std::string_view name, std::string_view value);

}  // namespace lull
