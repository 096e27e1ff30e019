// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// How many files this process may have open at a time.
#pragma once

#include <cstddef>

namespace lull {

// Raises the process's own limit, as far as the system lets it, so that `wanted` files can be
// opened beside those that are open and some others. How many can.
[[nodiscard]] std::size_t room_for_open_files(std::size_t wanted);

// The same, and has the system make that room at once, if there is enough: while a process has one
// thread, that takes no time.
void make_room_for_open_files(std::size_t wanted);

}  // namespace lull
