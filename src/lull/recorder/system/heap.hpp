// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The memory that the process has allocated, as counted by liblull-record-memory.so. Thread-safe,
// usable at any time, even before constructors have run.
#pragma once

#include <atomic>
#include <cstdint>

namespace lull::recorder {

struct Heap {
  std::atomic<std::int64_t> bytes{0};
  std::atomic<std::int64_t> peak{0};
  std::atomic<bool> counted{false};  // true: the library was called, and block sizes are known

  void grow(std::int64_t by) noexcept {
    const std::int64_t now = bytes.fetch_add(by, std::memory_order_relaxed) + by;
    std::int64_t most = peak.load(std::memory_order_relaxed);
    while (now > most && !peak.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
    }
  }
  void shrink(std::int64_t by) noexcept { bytes.fetch_sub(by, std::memory_order_relaxed); }
};

[[nodiscard]] Heap& heap() noexcept;

// Returns whether memory is to be counted but is not: the program contains an allocator, which
// cannot be intercepted, or one that does not report the sizes of its blocks.
[[nodiscard]] bool has_own_allocator() noexcept;

}  // namespace lull::recorder
