// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/definitions/peers.hpp"

#include <algorithm>

namespace lull {

ProcessId Peers::process(CommunicatorId communicator, std::uint32_t rank, LocationId caller) {
  if (communicator.index() >= definitions_->communicators.size()) return {};
  const Communicator& comm = definitions_->communicators[communicator.index()];
  if (comm.kind == CommunicatorKind::Self) return rank == 0 ? process_of(caller) : ProcessId{};
  GroupId side = comm.group;
  if (comm.kind == CommunicatorKind::Inter && has(side, process_of(caller)))
    side = comm.remote_group;
  if (!side.defined()) return {};
  const std::vector<LocationId>& members = definitions_->groups[side.index()].locations;
  if (rank >= members.size() || !members[rank].defined()) return {};
  return process_of(members[rank]);
}

bool Peers::is_member(CommunicatorId communicator, ProcessId process) {
  if (communicator.index() >= definitions_->communicators.size()) return false;
  const Communicator& comm = definitions_->communicators[communicator.index()];
  if (comm.kind == CommunicatorKind::Self) return true;
  return has(comm.group, process) ||
         (comm.kind == CommunicatorKind::Inter && has(comm.remote_group, process));
}

bool Peers::has(GroupId group, ProcessId process) {
  if (!group.defined()) return false;
  std::optional<std::vector<ProcessId>>& processes = (*processes_)[group.index()];
  if (!processes) {
    processes.emplace();
    for (const LocationId member : definitions_->groups[group.index()].locations)
      if (member.defined()) processes->push_back(process_of(member));
    std::ranges::sort(*processes);
  }
  return std::ranges::binary_search(*processes, process);
}

}  // namespace lull
