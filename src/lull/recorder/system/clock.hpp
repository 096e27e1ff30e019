// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The clock of recorded events: the processor's time stamp counter where it is uniform across cores
// (the system's clock uses it then), else CLOCK_MONOTONIC in nanoseconds. Costs 8 or 20 ns.
// Thread-safe.
#pragma once

#include <cstdint>
#include <ctime>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace lull::recorder {

inline std::uint64_t nanoseconds() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

// Returns whether the counter is reliable. Decided once.
[[nodiscard]] bool counter_is_uniform() noexcept;

extern bool use_counter;  // set before the first event

inline std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
  if (use_counter) [[likely]]
    return __rdtsc();
#endif
  return nanoseconds();
}

// Simultaneous readings of both clocks: two of them give the length of a tick.
struct ClockReading {
  std::uint64_t ticks = 0;
  std::uint64_t nanoseconds = 0;
};
[[nodiscard]] ClockReading read_both_clocks() noexcept;

}  // namespace lull::recorder
