// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The number of files that this process may have open at a time.
#pragma once

#include <cstddef>

namespace lull {

// Raises the soft limit, as far as the system allows, so that `wanted` more files and a few others
// can be opened. Returns how many can be.
[[nodiscard]] std::size_t room_for_open_files(std::size_t wanted);

// Like room_for_open_files(), but also makes the kernel allocate the descriptor table at once if
// the limit allows; this takes no time while the process has only one thread.
void make_room_for_open_files(std::size_t wanted);

}  // namespace lull
