// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Locks and critical sections in the trace: which thread holds them, and in which order.
#pragma once

#include <cstdint>

#include "lull/recorder/openmp/thread.hpp"

namespace lull::recorder::openmp {

// Records that the thread has acquired the lock, unless it already holds it or the recording is
// off.
void acquire_lock(Thread& thread, std::uint64_t address);
// Records that the thread releases the lock, or has just done so: call once for each acquisition.
// Records nothing for a lock whose acquisition was not recorded, or that the thread still holds.
void release_lock(Thread& thread, std::uint64_t address);

// Returns whether the thread's acquisition of that lock is in the trace.
[[nodiscard]] bool holds_recorded(Thread& thread, std::uint64_t address);

// LLVM's runtime reports some lock tests as if the thread waited to acquire the lock, and does not
// report when they fail. enter_lock_test() sets whether the calling thread is in a test, and
// returns the previous state.
bool enter_lock_test(bool tests) noexcept;
[[nodiscard]] bool is_in_lock_test() noexcept;

}  // namespace lull::recorder::openmp
