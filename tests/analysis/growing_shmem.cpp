// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/growing.hpp"

namespace lull::analysis {
namespace {

struct Pes {
  WindowId window;
  RegionId put, wait, set_lock, clear_lock, barrier;
};

Pes define_pes(Growing& trace) {
  const std::vector<std::uint32_t> ranks{0, 1};
  const CommunicatorId set = trace.builder().pe_set(ranks);
  return {trace.builder().window("All PEs", set), trace.region("shmem_long_p"),
          trace.region("shmem_long_wait_until"),  trace.region("shmem_set_lock"),
          trace.region("shmem_clear_lock"),       trace.region("shmem_barrier_all")};
}

// PE 0 puts, PE 1 has waited for it; where `ends` is false, only once and for ever.
void puts(Growing& trace, std::uint64_t n, bool ends) {
  const Pes pes = define_pes(trace);
  if (!ends) {
    trace.add(1, Enter{pes.wait}, 1);
    trace.add(1, RmaWaitChange{pes.window}, 1);
  }
  for (std::uint64_t time = 10; time < 10 * n; time += 10) {
    trace.call(0, pes.put, RmaPut{pes.window, 1, 8, time}, time + 3, time + 4);
    if (ends) trace.call(1, pes.wait, RmaWaitChange{pes.window}, time, time + 5);
  }
}

void locks(Growing& trace, std::uint64_t n, bool first_is_lost) {
  const Pes pes = define_pes(trace);
  if (first_is_lost) trace.call(1, pes.set_lock, RmaAcquireLock{pes.window, 0, 0, false}, 1, 2);
  for (std::uint64_t i = 1; i < n; ++i) {
    const std::uint64_t time = 10 * i;
    const std::size_t pe = first_is_lost ? 0 : i % 2;
    trace.call(pe, pes.set_lock, RmaAcquireLock{pes.window, 0, 0, false}, time, time + 2);
    trace.call(pe, pes.clear_lock, RmaReleaseLock{pes.window, 0, 0}, time + 4, time + 5);
  }
}

// One PE has one barrier more, at the beginning.
void barriers(Growing& trace, std::uint64_t n) {
  const Pes pes = define_pes(trace);
  const RmaCollectiveEnd end{CollectiveOperation::Barrier, 0, pes.window, kNoRank, 0, 0};
  trace.call(0, pes.barrier, end, 1, 2);
  for (std::uint64_t time = 10; time < 10 * n; time += 10)
    for (const std::size_t pe : {0, 1}) trace.call(pe, pes.barrier, end, time + pe, time + 5);
}

}  // namespace

Kinds growing_shmem() {
  return {
      {"shmem-puts", {2, 1, [](Growing& trace, std::uint64_t n) { puts(trace, n, true); }}},
      {"shmem-wait-for-ever",
       {2, 1, [](Growing& trace, std::uint64_t n) { puts(trace, n, false); }}},
      {"shmem-locks", {2, 1, [](Growing& trace, std::uint64_t n) { locks(trace, n, false); }}},
      {"shmem-lost-release",
       {2, 1, [](Growing& trace, std::uint64_t n) { locks(trace, n, true); }}},
      {"shmem-lost-barrier", {2, 1, barriers}},
  };
}

}  // namespace lull::analysis
