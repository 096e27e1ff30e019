// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Pthreads conditions in traces that do not identify them; the mutexes represent them.
#include "analysis/growth/growing.hpp"

namespace lull::analysis {
namespace {

constexpr Paradigm kModel = Paradigm::Pthread;

void signal(Growing& trace, std::size_t thread, RegionId region, std::uint64_t time) {
  trace.add(thread, Enter{region}, time);
  trace.add(thread, Leave{region}, time + 1);
}

// A thread acquires many different mutexes, never releases any, and signals all the time.
void signals(Growing& trace, std::uint64_t n, std::uint32_t mutexes) {
  const RegionId lock = trace.region("pthread_mutex_lock");
  const RegionId region = trace.region("pthread_cond_signal");
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto mutex = static_cast<std::uint32_t>(i) % mutexes;
    trace.call(0, lock, ThreadAcquireLock{kModel, mutex, 1}, 10 * i, 10 * i + 1);
    signal(trace, 0, region, 10 * i + 2);
  }
}

// A thread waits once with one mutex, then with the next; another one signals it.
void conditions(Growing& trace, std::uint64_t n) {
  const RegionId wait = trace.region("pthread_cond_wait");
  const RegionId region = trace.region("pthread_cond_signal");
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto mutex = static_cast<std::uint32_t>(i);
    trace.add(0, Enter{wait}, 10 * i);
    trace.add(0, ThreadReleaseLock{kModel, mutex, 1}, 10 * i);
    trace.add(0, ThreadAcquireLock{kModel, mutex, 2}, 10 * i + 5);
    trace.add(0, Leave{wait}, 10 * i + 6);
    signal(trace, 1, region, 10 * i + 3);
  }
}

}  // namespace

Kinds growing_pthreads() {
  return {
      {"signals-without-releases",
       {1, 2, [](Growing& trace, std::uint64_t n) { signals(trace, n, 3); }}},
      {"mutexes-without-releases",
       {1, 2,
        [](Growing& trace, std::uint64_t n) { signals(trace, n, static_cast<std::uint32_t>(n)); }}},
      {"conditions-of-mutexes", {1, 2, conditions}},
  };
}

}  // namespace lull::analysis
