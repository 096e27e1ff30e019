// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whose calls are recorded: those of the program and its own libraries, not those of libraries that
// have threads and locks for themselves (MPI, OpenMP, the system, the recorder).
#pragma once

namespace lull::recorder::pthread {

// Whether the code at `address`, which a function returns to, is to be recorded. 2 ns for code of
// the same library as before.
[[nodiscard]] bool is_recorded(const void* address) noexcept;
// The same for mutexes. Those that C++'s library locks by itself are its own: one of them guards
// the memory that is left for exceptions when there is no other.
[[nodiscard]] bool is_mutex_recorded(const void* address) noexcept;

// Whether this process is one that starts programs: a shell, mpirun, ...
[[nodiscard]] bool is_launcher() noexcept;

}  // namespace lull::recorder::pthread
