// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What the process has allocated, as liblull-record-memory.so counts it. Any thread, at any time:
// also before constructors have run.
#pragma once

#include <atomic>
#include <cstdint>

namespace lull::recorder {

struct Heap {
  std::atomic<std::int64_t> bytes{0};
  std::atomic<std::int64_t> peak{0};
  std::atomic<bool> counted{false};  // the library was called, and knows sizes

  void grow(std::int64_t by) noexcept {
    const std::int64_t now = bytes.fetch_add(by, std::memory_order_relaxed) + by;
    std::int64_t most = peak.load(std::memory_order_relaxed);
    while (now > most && !peak.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
    }
  }
  void shrink(std::int64_t by) noexcept { bytes.fetch_sub(by, std::memory_order_relaxed); }
};

[[nodiscard]] Heap& heap() noexcept;

// Whether memory is to be counted but is not: the program has an allocator inside, which nobody can
// intercept, or one that does not tell how large its blocks are.
[[nodiscard]] bool has_own_allocator() noexcept;

}  // namespace lull::recorder
