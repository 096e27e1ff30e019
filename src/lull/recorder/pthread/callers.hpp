// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Determines whose calls are recorded: calls from the program and its libraries, but not from
// libraries that use threads and locks internally (MPI, OpenMP, the system, the recorder).
#pragma once

namespace lull::recorder::pthread {

// Returns whether calls from the code at `address`, the return address, are recorded. Takes 2 ns
// for code in the same library as before.
[[nodiscard]] bool is_recorded(const void* address) noexcept;
// Does the same for mutexes. Excludes mutexes that C++'s library locks internally: one of them
// guards the emergency memory for exceptions.
[[nodiscard]] bool is_mutex_recorded(const void* address) noexcept;

// Returns whether this process is a program that starts others: a shell, mpirun, ...
[[nodiscard]] bool is_launcher() noexcept;

}  // namespace lull::recorder::pthread
