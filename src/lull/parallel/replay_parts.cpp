// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/parallel/replay_parts.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "lull/base/error.hpp"
#include "lull/parallel/transport.hpp"

namespace lull::parallel {
namespace {

struct ChannelCount {
  MessageChannel channel;
  std::uint64_t count = 0;
};

}  // namespace

Replay::Parts::Parts(std::span<const LocalTrace> traces, const Definitions& all, MPI_Comm comm)
    : definitions(all), communicator(comm) {
  sort_by_process(traces);
  find_owners();
  for (LocalProcess& process : processes)
    process.numbers = std::make_unique<MessageNumbers>(definitions, process.id, process.threads);
  count_messages();
  count_collectives();
}

void Replay::Parts::sort_by_process(std::span<const LocalTrace> traces) {
  std::map<ProcessId, std::vector<const LocalTrace*>> by_process;
  for (const LocalTrace& trace : traces)
    by_process[definitions.locations.at(trace.location().index()).process].push_back(&trace);
  for (auto& [id, threads] : by_process) {
    LocalProcess& process = processes.emplace_back();
    process.id = id;
    process.threads = std::move(threads);
    std::ranges::sort(process.threads, {}, &LocalTrace::location);
  }
}

void Replay::Parts::find_owners() {
  const std::size_t size = definitions.processes.size();
  std::vector<int> mine(size, kNoOwner);
  std::vector<int> times(size, 0);
  owner.resize(size);
  for (const LocalProcess& process : processes) {
    mine[process.id.index()] = rank_in(communicator);
    times[process.id.index()] = 1;
  }
  MPI_Allreduce(mine.data(), owner.data(), static_cast<int>(size), MPI_INT, MPI_MAX, communicator);
  MPI_Allreduce(MPI_IN_PLACE, times.data(), static_cast<int>(size), MPI_INT, MPI_SUM, communicator);
  const auto twice = std::ranges::find_if(times, [](int n) { return n > 1; });
  if (twice != times.end())
    throw input_error("traces of \"{}\" were given to more than one process of the replay",
                      definitions.processes[static_cast<std::size_t>(twice - times.begin())].name);
}

// Sends this process's count of each channel to the rank with the channel's other end; the minimum
// of both counts is the number of messages with both ends.
void Replay::Parts::compare_counts(bool sends) {
  std::vector<Packer> packers(static_cast<std::size_t>(size_of(communicator)));
  for (const LocalProcess& process : processes)
    for (const auto& [channel, count] :
         sends ? process.numbers->sent() : process.numbers->received()) {
      const ProcessId other = sends ? channel.destination : channel.source;
      const int there = owner[other.index()];
      if (there != kNoOwner)
        packers[static_cast<std::size_t>(there)].put(ChannelCount{channel, count});
    }
  std::vector<Bytes> to;
  for (Packer& packer : packers) to.push_back(packer.take());
  std::map<ProcessId, LocalProcess*> by_id;
  for (LocalProcess& process : processes) by_id[process.id] = &process;
  for (const Bytes& bytes : exchange_bytes(to, communicator))
    for (Unpacker unpacker(bytes); !unpacker.empty();) {
      const auto [channel, theirs] = unpacker.get<ChannelCount>();
      LocalProcess& process = *by_id.at(sends ? channel.destination : channel.source);
      const auto& counts = sends ? process.numbers->received() : process.numbers->sent();
      const auto mine = counts.find(channel);
      if (mine == counts.end()) continue;
      (sends ? process.receivable : process.sendable)[channel] = std::min(mine->second, theirs);
    }
}

void Replay::Parts::count_messages() {
  compare_counts(true);
  compare_counts(false);
}

void Replay::Parts::count_collectives() {
  const std::size_t size = definitions.communicators.size();
  complete_collectives.assign(size, std::numeric_limits<std::uint64_t>::max());
  local_members.assign(size, 0);
  owners_of_members_.resize(size);
  std::vector<const LocalProcess*> here(definitions.processes.size());
  for (const LocalProcess& process : processes) here[process.id.index()] = &process;
  const auto add = [&](std::size_t index, GroupId group) {
    if (!group.defined()) return;
    for (const LocationId location : definitions.groups[group.index()].locations) {
      if (!location.defined()) continue;
      const ProcessId id = definitions.locations[location.index()].process;
      if (owner[id.index()] != kNoOwner) owners_of_members_[index].push_back(owner[id.index()]);
      const LocalProcess* const process = here[id.index()];
      if (process == nullptr) continue;
      ++local_members[index];
      complete_collectives[index] = std::min(
          complete_collectives[index], process->numbers->collectives_on(CommunicatorId(index)));
    }
  };
  for (std::size_t i = 0; i < size; ++i) {
    if (definitions.communicators[i].kind == CommunicatorKind::Self) continue;
    add(i, definitions.communicators[i].group);
    if (definitions.communicators[i].kind == CommunicatorKind::Inter)
      add(i, definitions.communicators[i].remote_group);
    std::vector<int>& owners = owners_of_members_[i];
    std::ranges::sort(owners);
    owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
  }
  MPI_Allreduce(MPI_IN_PLACE, complete_collectives.data(), static_cast<int>(size), MPI_UINT64_T,
                MPI_MIN, communicator);
  members = local_members;
  MPI_Allreduce(MPI_IN_PLACE, members.data(), static_cast<int>(size), MPI_UINT64_T, MPI_SUM,
                communicator);
}

}  // namespace lull::parallel
