// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What Lull tells its user beside its results: errors, warnings and what it did. All of that goes
// to standard error through here. Where that cannot be written, nothing else becomes of it: what
// Lull does, and its status, do not depend on anybody reading what it says.
#pragma once

#include <string>
#include <string_view>

namespace lull {

// The sentence as it is printed: printable (printable.hpp), at most 1,000 characters a line and 200
// lines, for it may name things of strangers' files.
[[nodiscard]] std::string message_text(std::string_view sentence);

// Prints "lull: " and the sentence.
void print_message(std::string_view sentence);

// Prints the text as it is; gives up where it cannot, or where nobody reads for some seconds.
void print_to_user(std::string_view text) noexcept;

}  // namespace lull
