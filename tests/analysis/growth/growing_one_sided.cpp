// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/growth/growing.hpp"

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

// PE 0 puts, PE 1 waits for it; if `ends` is false, PE 1 waits once and for ever.
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

// One PE has an extra barrier at the beginning.
void barriers(Growing& trace, std::uint64_t n) {
  const Pes pes = define_pes(trace);
  const RmaCollectiveEnd end{CollectiveOperation::Barrier, 0, pes.window, kNoRank, 0, 0};
  trace.call(0, pes.barrier, end, 1, 2);
  for (std::uint64_t time = 10; time < 10 * n; time += 10)
    for (const std::size_t pe : {0, 1}) trace.call(pe, pes.barrier, end, time + pe, time + 5);
}

// Process 0 flushes its puts in an epoch that never ends.
void flushes(Growing& trace, std::uint64_t n) {
  const WindowId window = trace.builder().window("w", trace.builder().world());
  const RegionId put = trace.region("MPI_Put");
  const RegionId flush = trace.region("MPI_Win_flush");
  const RegionId test = trace.region("MPI_Iprobe");
  for (const std::size_t rank : {0, 1})
    trace.call(rank, trace.region("MPI_Win_create"),
               RmaCollectiveEnd{CollectiveOperation::CreateHandle, 0, window, kNoRank, 0, 0}, 1, 2);
  trace.call(0, trace.region("MPI_Win_lock_all"), RmaRequestLock{window, kNoRank, 0, true}, 3, 4);
  for (std::uint64_t time = 10; time < 10 * n; time += 10) {
    trace.call(0, put, RmaPut{window, 1, 8, time}, time, time + 1);
    trace.call(0, flush, RmaSync{window, 1, 0}, time + 2, time + 6);
    trace.add(1, Enter{test}, time + 5);
    trace.add(1, Leave{test}, time + 6);
  }
}

// Process 0 puts in an access epoch that never ends.
void accesses(Growing& trace, std::uint64_t n) {
  const WindowId window = trace.builder().window("w", trace.builder().world());
  const std::vector<std::uint32_t> other{1};
  const RegionId put = trace.region("MPI_Put");
  trace.call(0, trace.region("MPI_Win_start"),
             RmaGroupSync{0, window, trace.builder().group("targets", other)}, 3, 4);
  for (std::uint64_t time = 10; time < 10 * n; time += 10)
    trace.call(0, put, RmaPut{window, 1, 8, time}, time, time + 1);
}

// Two processes take turns holding a lock; another one has unlocked once and never returns from
// that.
void turns(Growing& trace, std::uint64_t n) {
  const WindowId window = trace.builder().window("w", trace.builder().world());
  const RegionId lock = trace.region("MPI_Win_lock");
  const RegionId unlock = trace.region("MPI_Win_unlock");
  trace.call(2, lock, RmaRequestLock{window, 0, 0, false}, 1, 2);
  trace.add(2, Enter{unlock}, 3);
  for (std::uint64_t i = 1; i < n; ++i) {
    const std::uint64_t time = 10 * i;
    trace.call(i % 2, lock, RmaRequestLock{window, 0, 0, false}, time, time + 11);
    trace.call(i % 2, unlock, RmaReleaseLock{window, 0, 0}, time + 12, time + 14);
  }
}

// Two processes create windows, one after the other, and free each at once, or never. Then they do
// other work for a long time.
void windows(Growing& trace, std::uint64_t n, bool frees) {
  const RegionId create = trace.region("MPI_Win_create");
  const RegionId free = trace.region("MPI_Win_free");
  for (std::uint64_t i = 0; i < n; ++i) {
    const WindowId window = trace.builder().window("w", trace.builder().world());
    const auto all = [&](RegionId region, CollectiveOperation operation, std::uint64_t time) {
      for (const std::size_t rank : {0, 1})
        trace.call(rank, region, RmaCollectiveEnd{operation, 0, window, kNoRank, 0, 0}, time,
                   time + 4);
    };
    all(create, CollectiveOperation::CreateHandle, 10 * i);
    if (frees) all(free, CollectiveOperation::DestroyHandle, 10 * i + 5);
  }
  const RegionId work = trace.region("work");
  for (std::uint64_t time = 10 * n; time < 30 * n; ++time)
    for (const std::size_t rank : {0, 1}) {
      trace.add(rank, Enter{work}, time);
      trace.add(rank, Leave{work}, time);
    }
}

}  // namespace

Kinds growing_one_sided() {
  return {
      {"flushes-for-ever", {2, 1, flushes}},
      {"lost-complete", {2, 1, accesses}},
      {"locks-in-turn", {3, 1, turns}},
      {"windows", {2, 1, [](Growing& trace, std::uint64_t n) { windows(trace, n, false); }}},
      {"windows-freed", {2, 1, [](Growing& trace, std::uint64_t n) { windows(trace, n, true); }}},
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
