// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// OpenMP parallel regions: all threads of a process, barriers, critical sections and locks.
#include <fmt/format.h>

#include <tuple>

#include "support/random/random_program.hpp"

namespace lull::support {

void RandomProgram::thread_barrier(const Threads& team, std::string_view region) {
  Ticks last = 0;
  for (const LocationId thread : team) {
    clock(thread).now += below(100);
    if (options_.tasks && chance(30)) create_tasks(thread);
    enter(thread, region);
    last = std::max(last, clock(thread).now);
  }
  if (options_.tasks)
    for (const LocationId thread : team)
      if (chance(50)) run_tasks(thread, last + below(60), 0);
  for (const LocationId thread : team) last = std::max(last, clock(thread).now);
  for (const LocationId thread : team) {
    wait_until(thread, last);
    leave(thread);
  }
}

// Every thread holds the lock once, in random order.
void RandomProgram::thread_lock(const Threads& team, std::uint32_t lock, std::string_view region) {
  const bool critical = region.starts_with("!$omp critical");
  const auto process =
      static_cast<Rank>(trace_.definitions_table.locations[team.front().index()].process.index());
  std::uint32_t& order = acquisitions_[{process, lock}];
  for (const LocationId thread : team) {
    clock(thread).now += below(60);
    enter(thread, region);
  }
  Threads queue = team;
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

// Sometimes returns the communicator of all threads, which include these.
CommunicatorId RandomProgram::communicator_of(Rank rank, const Threads& team) {
  if (team.size() == threads_[rank] || chance(30)) return builder_.team(rank);
  const auto known = subteams_.find(team);
  if (known != subteams_.end()) return known->second;
  return subteams_[team] =
             builder_.team(fmt::format("team {}", subteams_.size()), team, builder_.team(rank));
}

void RandomProgram::construct(Rank rank, const Threads& team, const Threads& others,
                              unsigned level) {
  switch (below(8)) {
    case 0:
      return thread_barrier(team, "!$omp barrier @random.c:5");
    case 1:
      return thread_lock(team, 1, "!$omp critical @random.c:9");
    case 2:
      return thread_lock(team, 2, "omp_set_lock");
    case 3:
      if (options_.tasks) task_wait(any_of(team));
      return;
    case 6:
      return ordered_loop(team);
    case 7:
      if (options_.tasks) taskgroup(any_of(team));
      return;
    case 4:
      if (options_.shared_channels && level == 0) thread_messages(rank, team);
      return;
    default:
      if (options_.nested_teams && !others.empty() && level < 2) {
        Threads inner = others;
        inner.resize(1 + below(inner.size()));
        const Threads rest(others.begin() + static_cast<std::ptrdiff_t>(inner.size()),
                           others.end());
        inner.insert(inner.begin(), any_of(team));
        parallel_region(rank, inner, rest, level + 1);
      }
  }
}

void RandomProgram::parallel_region(Rank rank) {
  Threads team = trace_.definitions_table.processes[rank].locations;
  team.resize(threads_[rank]);
  Threads others;
  if ((options_.varying_teams || options_.nested_teams) && chance(70)) {
    std::shuffle(team.begin() + 1, team.end(), random_);
    const auto size = static_cast<std::ptrdiff_t>(1 + below(team.size()));
    others.assign(team.begin() + size, team.end());
    team.resize(static_cast<std::size_t>(size));
  }
  if (options_.leagues && chance(20)) return league(rank);
  parallel_region(rank, team, others, 0);
}

void RandomProgram::parallel_region(Rank rank, const Threads& team, const Threads& others,
                                    unsigned level) {
  const CommunicatorId id = communicator_of(rank, team);
  const LocationId forking = team.front();
  emit(forking, ThreadFork{Paradigm::OpenMp, static_cast<std::uint32_t>(team.size())});
  const Ticks forked = clock(forking).now;
  for (const LocationId thread : team) {
    wait_until(thread, forked);
    spend(thread);
    emit(thread, ThreadTeamBegin{id});
    enter(thread, level == 0 ? "!$omp parallel @random.c:3" : "!$omp parallel @random.c:40");
  }
  for (std::uint64_t constructs = below(4); constructs-- > 0;) construct(rank, team, others, level);
  thread_barrier(team, "!$omp implicit barrier @random.c:20");
  Ticks last = 0;
  for (const LocationId thread : team) {
    leave(thread);
    if (thread != forking || chance(80)) emit(thread, ThreadTeamEnd{id});
    last = std::max(last, clock(thread).now);
  }
  wait_until(forking, last);
  emit(forking, ThreadJoin{Paradigm::OpenMp});
}

// A fork in which no thread is seen to begin; some of the other threads fork their own teams within
// it.
void RandomProgram::league(Rank rank) {
  const Threads all = trace_.definitions_table.processes[rank].locations;
  emit(all.front(), ThreadFork{Paradigm::OpenMp, threads_[rank]});
  const Ticks forked = clock(all.front()).now;
  Ticks last = forked;
  for (std::size_t i = 0; i < threads_[rank]; ++i) {
    if (!chance(60)) continue;
    wait_until(all[i], forked);
    clock(all[i]).now += below(50);
    parallel_region(rank, {all[i]}, {}, 1);
    last = std::max(last, clock(all[i]).now);
  }
  wait_until(all.front(), last);
  emit(all.front(), ThreadJoin{Paradigm::OpenMp});
}

// Messages with the first thread of another process, or of this one, if it is not among these.
void RandomProgram::thread_messages(Rank rank, const Threads& team) {
  const auto partner = static_cast<Rank>(below(options_.processes));
  if (partner == rank || team.size() < 2) return;
  Ticks last = 0;
  for (const LocationId thread : team) last = std::max(last, clock(thread).now);
  for (const LocationId thread : team)
    clock(thread).now = last + 1;  // after everything posted before
  if (chance(50))
    threads_receive(rank, team, partner);
  else
    threads_send(rank, team, partner);
}

// The first to post gets the first message, whichever completes first.
void RandomProgram::threads_receive(Rank rank, const Threads& team, Rank partner) {
  const CommunicatorId comm = comms_.front().id;
  std::vector<std::pair<Ticks, LocationId>> posted;
  for (const LocationId thread : team) {
    clock(thread).now += below(30);
    enter(thread, "MPI_Recv");
    posted.emplace_back(clock(thread).now, thread);
  }
  std::ranges::sort(posted);
  for (const auto& [time, thread] : posted) {
    enter(master(partner), "MPI_Send");
    clock(master(partner)).now += below(30);
    const std::uint64_t bytes = size_of_message();
    emit(master(partner), MpiSend{rank, comm, 1, bytes});
    wait_until(thread, clock(master(partner)).now + below(40));
    leave(master(partner));
    emit(thread, MpiRecv{partner, comm, 1, bytes});
    leave(thread);
  }
}

void RandomProgram::threads_send(Rank rank, const Threads& team, Rank partner) {
  const CommunicatorId comm = comms_.front().id;
  std::vector<std::tuple<Ticks, LocationId, std::uint64_t>> sent;
  for (const LocationId thread : team) {
    clock(thread).now += below(30);
    enter(thread, "MPI_Send");
    const std::uint64_t bytes = size_of_message();
    sent.emplace_back(clock(thread).now, thread, bytes);
    emit(thread, MpiSend{partner, comm, 2, bytes});
    clock(thread).now += below(30);
    leave(thread);
  }
  std::ranges::sort(sent);
  for (const auto& [time, thread, bytes] : sent) {
    enter(master(partner), "MPI_Recv");
    wait_until(master(partner), time);
    spend(master(partner));
    emit(master(partner), MpiRecv{rank, comm, 2, bytes});
    leave(master(partner));
  }
}

}  // namespace lull::support
