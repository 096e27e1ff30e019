// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenSHMEM steps: collective operations of sets of PEs, locks, and waiting for others to change
// memory.
#include <fmt/format.h>

#include <algorithm>

#include "support/random/random_program.hpp"

namespace lull::support {

void RandomProgram::define_pe_sets() {
  std::vector<Rank> all(options_.processes);
  for (Rank rank = 0; rank < options_.processes; ++rank) all[rank] = rank;
  for (int i = 0; i < 3; ++i) {
    std::vector<Rank> members = all;
    if (i > 0) {
      std::ranges::shuffle(members, random_);
      members.resize(1 + below(options_.processes));
    }
    const CommunicatorId id = builder_.pe_set(members);
    pe_sets_.push_back({id, members, builder_.window(fmt::format("set {}", i), id)});
  }
}

void RandomProgram::shmem_collective() {
  struct Known {
    std::string_view call;
    CollectiveOperation operation;
  };
  static constexpr std::array<Known, 7> kCalls{
      {{"shmem_barrier", CollectiveOperation::Barrier},
       {"shmem_sync", CollectiveOperation::Barrier},
       {"shmem_broadcast64", CollectiveOperation::Bcast},
       {"shmem_collect64", CollectiveOperation::Allgatherv},
       {"shmem_fcollect32", CollectiveOperation::Allgather},
       {"shmem_long_sum_to_all", CollectiveOperation::Allreduce},
       {"shmem_alltoall64", CollectiveOperation::Alltoall}}};
  const Known& known = any_of(kCalls);
  const PeSet& set = any_of(pe_sets_);
  const bool together = chance(70);
  const auto root = static_cast<Rank>(below(set.members.size()));
  const bool rooted = known.operation == CollectiveOperation::Bcast;
  Ticks last = 0;
  for (const Rank rank : set.members) {
    enter(master(rank), known.call);
    if (chance(50)) spend(master(rank));
    emit(master(rank), RmaCollectiveBegin{});
    last = std::max(last, clock(master(rank)).now);
  }
  for (std::size_t i = 0; i < set.members.size(); ++i) {
    const LocationId location = master(set.members[i]);
    const bool sends = known.operation != CollectiveOperation::Barrier && (!rooted || i == root);
    if (together) wait_until(location, last);
    spend(location);
    emit(location, RmaCollectiveEnd{known.operation, 0, set.window, rooted ? root : kNoRank,
                                    sends ? size_of_message() : 0,
                                    rooted && i == root ? 0 : size_of_message()});
    leave(location);
  }
}

void RandomProgram::shmem_memory() {
  const bool together = chance(70);
  const std::string_view call = chance(50) ? "shmem_malloc" : "shmem_free";
  Ticks last = 0;
  for (const Rank rank : pe_sets_.front().members) {
    enter(master(rank), call);
    last = std::max(last, clock(master(rank)).now);
  }
  for (const Rank rank : pe_sets_.front().members) {
    if (together) wait_until(master(rank), last);
    leave(master(rank));
  }
}

void RandomProgram::shmem_lock_round() {
  const WindowId window = pe_sets_.front().window;
  const std::uint64_t lock = below(2);
  std::vector<Rank> queue;
  for (const Rank rank : pe_sets_.front().members) {
    if (chance(40)) continue;
    const LocationId location = master(rank);
    clock(location).now += below(60);
    const bool tests = chance(20);
    enter(location, tests ? "shmem_test_lock" : "shmem_set_lock");
    if (tests && chance(50)) {
      emit(location, RmaTryLock{window, 0, lock, false});
      leave(location);
      continue;
    }
    if (!tests && chance(50)) emit(location, RmaRequestLock{window, 0, lock, false});
    queue.push_back(rank);
  }
  std::ranges::shuffle(queue, random_);
  Ticks free = 0;
  for (const Rank rank : queue) {
    const LocationId location = master(rank);
    wait_until(location, free);
    clock(location).now += 1 + below(9);
    emit(location, RmaAcquireLock{window, 0, lock, false});
    leave(location);
    clock(location).now += below(60);
    enter(location, "shmem_clear_lock");
    free = clock(location).now;
    if (chance(50)) clock(location).now += below(20);
    emit(location, RmaReleaseLock{window, 0, lock});
    if (chance(50)) free = clock(location).now;
    leave(location);
  }
}

void RandomProgram::shmem_change(Rank rank, Rank target) {
  static constexpr std::array<std::string_view, 4> kCalls{
      "shmem_long_p", "shmem_putmem", "shmem_long_atomic_inc", "shmem_long_atomic_fetch"};
  constexpr std::uint8_t kIncrements = 1;
  constexpr std::uint8_t kFetches = 7;
  const WindowId window = pe_sets_.front().window;
  const LocationId location = master(rank);
  clock(location).now += below(40);
  const std::size_t which = below(kCalls.size());
  enter(location, kCalls[which]);
  if (chance(40)) spend(location);
  if (which < 2)
    emit(location, RmaPut{window, target, 8 * below(4), 0});
  else
    emit(location, RmaAtomic{window, target, which == 2 ? kIncrements : kFetches, 0,
                             which == 2 ? std::uint64_t{0} : std::uint64_t{8}, 0});
  if (which < 2 && chance(30))
    attach(location, {{"address", 8 * below(3)}, {"extent", 8 * below(4)}});
  else if (chance(70))
    attach(location, {{"address", 8 * below(3)}});
  leave(location);
}

// The waiting PE makes no progress meanwhile, or returns before the last change.
void RandomProgram::shmem_wait() {
  const auto target = static_cast<Rank>(below(options_.processes));
  const LocationId location = master(target);
  enter(location, chance(80) ? "shmem_long_wait_until" : "shmem_int_test");
  emit(location, RmaWaitChange{pe_sets_.front().window});
  if (chance(50)) attach(location, {{"address", 8 * below(3)}});
  Ticks last = clock(location).now;
  for (std::uint64_t i = below(5); i > 0; --i) {
    const auto rank = static_cast<Rank>(below(options_.processes));
    if (rank == target) continue;
    shmem_change(rank, target);
    if (chance(80)) last = std::max(last, clock(master(rank)).now);
  }
  wait_until(location, last);
  leave(location);
}

void RandomProgram::shmem_step() {
  switch (below(8)) {
    case 0:
    case 1:
    case 2:
      return shmem_collective();
    case 3:
      return shmem_memory();
    case 4:
    case 5:
      return shmem_lock_round();
    default:
      return shmem_wait();
  }
}

}  // namespace lull::support
