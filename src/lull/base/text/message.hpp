// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages for the user in addition to the results: errors, warnings and status, all on standard
// error. Write failures are ignored: the command and its exit status do not depend on a reader.
#pragma once

#include <string>
#include <string_view>

namespace lull {

// Returns the sentence as it is printed: printable (printable.hpp), at most 1,000 characters a line
// and 200 lines, as it may contain names from untrusted files.
[[nodiscard]] std::string message_text(std::string_view sentence);

// Prints "lull: " and the sentence.
void print_message(std::string_view sentence);

// Prints the text unchanged; gives up on errors, or if the text is not read for some seconds.
void print_to_user(std::string_view text) noexcept;

}  // namespace lull
