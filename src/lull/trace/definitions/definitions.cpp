// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/definitions/definitions.hpp"

#include <algorithm>

namespace lull {
namespace {

bool contains_process_of(const Definitions& definitions, const Group& group, LocationId caller) {
  const ProcessId process = definitions.locations[caller.index()].process;
  return std::ranges::any_of(group.locations, [&](LocationId member) {
    return member.defined() && definitions.locations[member.index()].process == process;
  });
}

}  // namespace

LocationId Definitions::location_of(CommunicatorId communicator, std::uint32_t rank,
                                    LocationId caller) const {
  if (!communicator.defined()) return {};
  const Communicator& comm = communicators[communicator.index()];
  if (comm.kind == CommunicatorKind::Self) return rank == 0 ? caller : LocationId{};
  if (comm.kind == CommunicatorKind::Inter && !caller.defined()) return {};
  GroupId side = comm.group;
  if (comm.kind == CommunicatorKind::Inter && side.defined() &&
      contains_process_of(*this, groups[side.index()], caller))
    side = comm.remote_group;
  if (!side.defined()) return {};
  const std::vector<LocationId>& members = groups[side.index()].locations;
  return rank < members.size() ? members[rank] : LocationId{};
}

std::size_t Definitions::size_of(CommunicatorId communicator) const {
  if (!communicator.defined()) return 0;
  const Communicator& comm = communicators[communicator.index()];
  if (comm.kind == CommunicatorKind::Self) return 1;
  std::size_t size = comm.group.defined() ? groups[comm.group.index()].locations.size() : 0;
  if (comm.kind == CommunicatorKind::Inter && comm.remote_group.defined())
    size += groups[comm.remote_group.index()].locations.size();
  return size;
}

const std::vector<LocationId>* Definitions::mpi_world() const {
  const auto group = std::ranges::find_if(groups, [](const Group& candidate) {
    return candidate.type == GroupType::CommLocations && candidate.paradigm == Paradigm::Mpi;
  });
  return group == groups.end() ? nullptr : &group->locations;
}

}  // namespace lull
