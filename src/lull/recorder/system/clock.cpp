// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/system/clock.hpp"

#include <fstream>
#include <string>

namespace lull::recorder {

bool use_counter = false;

bool counter_is_uniform() noexcept {
#if defined(__x86_64__)
  try {
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string source;
    return std::getline(file, source) && source == "tsc";
  } catch (...) {  // use CLOCK_MONOTONIC then
    return false;
  }
#else
  return false;
#endif
}

// Returns the reading with the shortest gap out of several.
ClockReading read_both_clocks() noexcept {
  ClockReading best;
  std::uint64_t shortest = ~std::uint64_t{0};
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t before = ticks();
    const std::uint64_t now = nanoseconds();
    const std::uint64_t after = ticks();
    if (after - before >= shortest) continue;
    shortest = after - before;
    best = {before + (after - before) / 2, now};
  }
  return best;
}

}  // namespace lull::recorder
