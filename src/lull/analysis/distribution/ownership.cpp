// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/distribution/ownership.hpp"

#include <algorithm>

namespace lull::analysis {
namespace {

// Every process has a cost, even without events.
constexpr std::uint64_t kEventsForProcess = 100;

std::uint64_t work_of(const Definitions& definitions, const Process& process) {
  std::uint64_t events = kEventsForProcess;
  for (const LocationId location : process.locations)
    events += definitions.locations[location.index()].events;
  return events;
}

}  // namespace

Ownership::Ownership(const Definitions& definitions, int mine, int all) : self(mine), size(all) {
  std::uint64_t total = 0;
  for (const Process& process : definitions.processes) total += work_of(definitions, process);
  std::uint64_t before = 0;
  for (const Process& process : definitions.processes) {
    const std::uint64_t work = work_of(definitions, process);
    const double middle = static_cast<double>(before) + static_cast<double>(work) / 2;
    owner.push_back(std::min(all - 1, static_cast<int>(middle / static_cast<double>(total) * all)));
    before += work;
  }
  for (const Location& location : definitions.locations)
    locations.push_back(is_mine(location.process));
  for (const Communicator& communicator : definitions.communicators) {
    std::uint32_t count = communicator.kind == CommunicatorKind::Self ? 1 : 0;
    for (const GroupId group : {communicator.group, communicator.remote_group})
      if (group.defined() && communicator.kind != CommunicatorKind::Self &&
          (group == communicator.group || communicator.kind == CommunicatorKind::Inter))
        for (const LocationId member : definitions.groups[group.index()].locations)
          count += member.defined() && locations[member.index()] ? 1 : 0;
    members.push_back(count);
  }
  if (const auto* everybody = definitions.mpi_world()) {
    for (const LocationId member : *everybody)
      world += member.defined() && locations[member.index()] ? 1 : 0;
  } else {
    for (std::size_t i = 0; i < definitions.processes.size(); ++i)
      world += definitions.processes[i].type == ProcessType::Process && owner[i] == self ? 1 : 0;
  }
}

}  // namespace lull::analysis
