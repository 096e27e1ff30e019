// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Parallel regions of OpenMP: all threads of a process, barriers, critical sections and locks.
#include "support/random_program.hpp"

namespace lull::support {

void RandomProgram::thread_barrier(const std::vector<LocationId>& team, std::string_view region) {
  Ticks last = 0;
  for (const LocationId thread : team) {
    clock(thread).now += below(100);
    enter(thread, region);
    last = std::max(last, clock(thread).now);
  }
  for (const LocationId thread : team) {
    wait_until(thread, last);
    leave(thread);
  }
}

// Every thread holds the lock once, in an order by chance.
void RandomProgram::thread_lock(const std::vector<LocationId>& team, std::uint32_t lock,
                                std::string_view region) {
  const bool critical = region.starts_with("!$omp critical");
  const auto process =
      static_cast<Rank>(trace_.definitions_table.locations[team.front().index()].process.index());
  std::uint32_t& order = acquisitions_[{process, lock}];
  for (const LocationId thread : team) {
    clock(thread).now += below(60);
    enter(thread, region);
  }
  std::vector<LocationId> queue = team;
  std::ranges::shuffle(queue, random_);
  Ticks released = 0;
  for (const LocationId thread : queue) {
    ++order;
    wait_until(thread, released);
    spend(thread);
    emit(thread, ThreadAcquireLock{Paradigm::OpenMp, lock, order});
    if (critical) enter(thread, "!$omp critical sblock @random.c:9");
    if (!critical) leave(thread);
    clock(thread).now += below(40);
    if (critical) leave(thread);
    if (!critical) enter(thread, "omp_unset_lock");
    spend(thread);
    emit(thread, ThreadReleaseLock{Paradigm::OpenMp, lock, order});
    released = clock(thread).now;
    leave(thread);
  }
}

void RandomProgram::parallel_region(Rank rank) {
  const std::vector<LocationId> team = trace_.definitions_table.processes[rank].locations;
  const CommunicatorId id = builder_.team(rank);
  emit(team.front(), ThreadFork{Paradigm::OpenMp, static_cast<std::uint32_t>(team.size())});
  const Ticks forked = clock(team.front()).now;
  for (const LocationId thread : team) {
    wait_until(thread, forked);
    spend(thread);
    emit(thread, ThreadTeamBegin{id});
    enter(thread, "!$omp parallel @random.c:3");
  }
  for (std::uint64_t constructs = below(4); constructs-- > 0;) switch (below(3)) {
      case 0:
        thread_barrier(team, "!$omp barrier @random.c:5");
        break;
      case 1:
        thread_lock(team, 1, "!$omp critical @random.c:9");
        break;
      default:
        thread_lock(team, 2, "omp_set_lock");
    }
  thread_barrier(team, "!$omp implicit barrier @random.c:20");
  Ticks last = 0;
  for (const LocationId thread : team) {
    leave(thread);
    emit(thread, ThreadTeamEnd{id});
    last = std::max(last, clock(thread).now);
  }
  wait_until(team.front(), last);
  emit(team.front(), ThreadJoin{Paradigm::OpenMp});
}

}  // namespace lull::support
