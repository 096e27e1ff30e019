// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the recorder says while the program runs, on the program's standard error: only where that
// is what it was when the program began, for it may be a file of the program's own by now. Any
// thread; errno may change.
#pragma once

namespace lull::recorder {

// "lull record: process 17", and what is to be said of it.
void say_of_this_process(const char* what, const char* reason) noexcept;

}  // namespace lull::recorder
