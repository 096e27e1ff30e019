// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waiting for a number to change, and telling that it has: also in handlers of signals.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>

namespace lull::recorder {

using Futex = std::atomic<std::uint32_t>;

// Until it is no longer `seen`, or for no reason.
inline void wait_while(Futex& futex, std::uint32_t seen) noexcept {
  ::syscall(SYS_futex, &futex, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0);
}
// The same, and no longer than that.
inline void wait_while(Futex& futex, std::uint32_t seen, timespec longest) noexcept {
  ::syscall(SYS_futex, &futex, FUTEX_WAIT_PRIVATE, seen, &longest, nullptr, 0);
}
inline void change(Futex& futex) noexcept {
  futex.fetch_add(1);
  ::syscall(SYS_futex, &futex, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace lull::recorder
