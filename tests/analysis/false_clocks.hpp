// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Correct traces with falsified clocks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"

namespace lull::analysis {

// Every clock is independent, in ticks a thousand times shorter: up to 10 ms off, 100 ppm fast or
// slow; and is set `steps` times while the program runs, by up to a hundredth of that. Clocks
// advance by at least one tick.
inline void falsify_clocks(MemoryTrace& trace, std::uint64_t seed, unsigned steps = 0) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> offset(0, 2e7);
  std::uniform_real_distribution<double> drift(-1e-4, 1e-4);
  std::uniform_real_distribution<double> part(0, 1);
  double end = 0;
  for (const auto& events : trace.events)
    for (const Event& event : events)
      end = std::max(end, static_cast<double>(event.time.ticks) * 1000);
  for (const Process& process : trace.definitions_table.processes) {
    const double by = offset(random);
    const double faster = drift(random);
    std::vector<std::pair<double, double>> sets;
    for (unsigned i = 0; i < steps; ++i)
      sets.emplace_back(part(random) * end, (part(random) - 0.5) * end / 100);
    const auto shown = [&](Timestamp time) {
      const double now = static_cast<double>(time.ticks) * 1000;
      double then = now * (1 + faster) + by + end / 100;
      for (const auto& [from, step] : sets) then += now >= from ? step : 0;
      return static_cast<std::uint64_t>(std::llround(then));
    };
    for (const LocationId location : process.locations) {
      std::uint64_t last = 0;
      Timestamp before;
      for (Event& event : trace.events[location.index()]) {
        const Timestamp recorded = event.time;
        event.time.ticks = std::max(shown(event.time), last + (before < recorded ? 1 : 0));
        last = event.time.ticks;
        before = recorded;
      }
    }
  }
}

}  // namespace lull::analysis
