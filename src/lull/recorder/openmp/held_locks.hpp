// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Locks and critical sections in the trace: who holds them, and in which order.
#pragma once

#include <cstdint>

#include "lull/recorder/openmp/thread.hpp"

namespace lull::recorder::openmp {

// The thread has acquired the lock; nothing is recorded of one that it holds already, or while the
// recording is off.
void acquire_lock(Thread& thread, std::uint64_t address);
// The thread gives the lock up, or has just done so: once for each acquisition. Nothing is recorded
// of one that it has not acquired in the recording, or goes on holding.
void release_lock(Thread& thread, std::uint64_t address);

// Whether its acquisition of that lock is in the trace.
[[nodiscard]] bool holds_recorded(Thread& thread, std::uint64_t address);

// LLVM's runtime says of some tests of locks that a lock is being acquired, as if the thread waited
// for it, and nothing when they fail. Whether the calling thread is in a test; what that was
// before.
bool enter_lock_test(bool tests) noexcept;
[[nodiscard]] bool is_in_lock_test() noexcept;

}  // namespace lull::recorder::openmp
