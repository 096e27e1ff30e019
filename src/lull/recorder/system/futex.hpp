// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Waits for a number to change, and signals the change; safe in signal handlers. Also has a lock
// based on this.
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

// Waits while the value is `seen`; may wake spuriously.
inline void wait_while(Futex& futex, std::uint32_t seen) noexcept {
  ::syscall(SYS_futex, &futex, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0);
}
// Does the same, with a timeout.
inline void wait_while(Futex& futex, std::uint32_t seen, timespec longest) noexcept {
  ::syscall(SYS_futex, &futex, FUTEX_WAIT_PRIVATE, seen, &longest, nullptr, 0);
}
inline void change(Futex& futex) noexcept {
  futex.fetch_add(1);
  ::syscall(SYS_futex, &futex, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

// A lock with a timeout.
class FutexLock {
 public:
  bool try_lock() noexcept {
    std::uint32_t free = kFree;
    return state_.compare_exchange_strong(free, kHeld, std::memory_order_acquire);
  }
  void lock() noexcept {
    if (try_lock()) return;
    while (state_.exchange(kWaitedFor, std::memory_order_acquire) != kFree)
      wait_while(state_, kWaitedFor);
  }
  bool try_lock_for(timespec longest) noexcept {
    if (try_lock() || state_.exchange(kWaitedFor, std::memory_order_acquire) == kFree) return true;
    wait_while(state_, kWaitedFor, longest);
    return state_.exchange(kWaitedFor, std::memory_order_acquire) == kFree;
  }
  void unlock() noexcept {
    if (state_.exchange(kFree, std::memory_order_release) == kWaitedFor)
      ::syscall(SYS_futex, &state_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }

 private:
  enum State : std::uint32_t { kFree, kHeld, kWaitedFor };
  Futex state_{kFree};
};

// Limits the number of threads that hold a turn at a time.
class Turns {
 public:
  void begin(std::uint32_t most) noexcept {
    std::uint32_t taken = taken_;
    while (taken >= most || !taken_.compare_exchange_weak(taken, taken + 1)) {
      if (taken >= most) wait_while(taken_, taken);
      taken = taken_;
    }
  }
  void end() noexcept {
    taken_.fetch_sub(1);
    ::syscall(SYS_futex, &taken_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  }

 private:
  Futex taken_{0};
};

}  // namespace lull::recorder
