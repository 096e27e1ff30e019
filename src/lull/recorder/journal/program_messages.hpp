// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages of the recorder while the program runs, on the program's standard error: only if that is
// still the same file as when the program began, since it may be one of the program's files by now.
// Thread-safe; errno may change.
#pragma once

namespace lull::recorder {

// Prints "lull record: process 17", then `what` and `reason`.
void print_for_this_process(const char* what, const char* reason) noexcept;

}  // namespace lull::recorder
