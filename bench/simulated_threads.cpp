// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The joint activity of a rank's threads.
#include <fmt/format.h>

#include <algorithm>

#include "simulated_machine.hpp"

namespace lull::bench {
namespace {

// The teams' communicators, by rank, follow all others.
CommunicatorId team_of(const Definitions& definitions, const MachineOptions& options,
                       Machine::Rank rank) {
  return CommunicatorId(definitions.communicators.size() - options.ranks + rank);
}

}  // namespace

void define_threads(Definitions& definitions, const MachineOptions& options) {
  std::vector<Group> teams(options.ranks);
  Group threads{"", GroupType::CommLocations, Paradigm::OpenMp, {}, {}};
  const auto add = [&](std::uint32_t rank, LocationId location) {
    teams[rank].members.push_back(threads.members.size());
    teams[rank].locations.push_back(location);
    threads.members.push_back(location.value);
    threads.locations.push_back(location);
  };
  for (std::uint32_t rank = 0; rank < options.ranks; ++rank) {
    teams[rank].type = GroupType::CommGroup;
    teams[rank].paradigm = Paradigm::OpenMp;
    add(rank, LocationId(rank));
    for (std::uint32_t thread = 1; thread < options.threads; ++thread) {
      const LocationId location(definitions.locations.size());
      definitions.locations.push_back({location.value,
                                       fmt::format("OMP thread {}", thread),
                                       LocationType::CpuThread,
                                       0,
                                       ProcessId(rank),
                                       {}});
      definitions.processes[rank].locations.push_back(location);
      add(rank, location);
    }
  }
  definitions.groups.push_back(std::move(threads));
  for (Group& team : teams) {
    definitions.groups.push_back(std::move(team));
    definitions.communicators.push_back({"OpenMP team",
                                         CommunicatorKind::Intra,
                                         GroupId(definitions.groups.size() - 1),
                                         {},
                                         CommunicatorId{}});
  }
}

std::vector<Machine::Rank> Machine::threads_of(Rank rank) const {
  std::vector<Rank> threads{rank};
  for (Rank thread = 1; thread < options_.threads; ++thread)
    threads.push_back(options_.ranks + rank * (options_.threads - 1) + thread - 1);
  return threads;
}

void Machine::barrier(const std::vector<Rank>& threads) {
  std::uint64_t last = 0;
  for (const Rank thread : threads) {
    enter(thread, Function::OmpImplicitBarrier);
    last = std::max(last, ranks_[thread].now);
  }
  for (const Rank thread : threads) {
    ranks_[thread].now = last + kCall;
    leave(thread, Function::OmpImplicitBarrier);
  }
}

void Machine::parallel_region(Rank rank, std::uint32_t loops, std::uint32_t blocks,
                              std::uint64_t ticks) {
  const std::vector<Rank> threads = threads_of(rank);
  const CommunicatorId team = team_of(definitions_, options_, rank);
  write(rank, ThreadFork{Paradigm::OpenMp, options_.threads});
  for (const Rank thread : threads) {
    ranks_[thread].now = ranks_[rank].now + kCall;
    write(thread, ThreadTeamBegin{team});
    enter(thread, Function::OmpParallel);
  }
  for (std::uint32_t loop = 0; loop < loops; ++loop) {
    for (const Rank thread : threads) {
      enter(thread, Function::OmpLoop);
      for (std::uint32_t block = 0; block < blocks; ++block)
        compute(thread, Function::ComputeBlock, ticks);
    }
    barrier(threads);
    for (const Rank thread : threads) leave(thread, Function::OmpLoop);
  }
  std::uint64_t last = 0;
  for (const Rank thread : threads) {
    leave(thread, Function::OmpParallel);
    write(thread, ThreadTeamEnd{team});
    last = std::max(last, ranks_[thread].now);
  }
  ranks_[rank].now = last + kCall;
  write(rank, ThreadJoin{Paradigm::OpenMp});
}

}  // namespace lull::bench
