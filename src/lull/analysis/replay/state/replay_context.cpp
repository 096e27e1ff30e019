// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/replay/state/replay_context.hpp"

#include <algorithm>

#include "lull/analysis/replay/calls/outside_region.hpp"
#include "lull/trace/definitions/worlds.hpp"

namespace lull::analysis {

ReplayContext::ReplayContext(const Definitions& all)
    : definitions(all), grids(all), classes_(classify_regions(all)) {
  find_attributes();
  has_pthreads_ = std::ranges::any_of(
      classes_, [](RegionClass known) { return known.call >= CallKind::PthreadMutexLock; });
  for (const Group& group : all.groups) {
    auto& processes = group_processes_.emplace_back();
    for (const LocationId member : group.locations)
      processes.push_back(member.defined() ? process_of(member) : ProcessId{});
    auto& ranks = group_ranks_.emplace_back();
    for (std::uint32_t rank = 0; rank < processes.size(); ++rank)
      if (processes[rank].defined()) ranks.emplace_back(processes[rank], rank);
    if (!std::ranges::is_sorted(ranks)) std::ranges::sort(ranks);
  }
  for (std::size_t i = 0; i < all.communicators.size(); ++i) {
    const CommunicatorId id(i);
    Peers& peers = peers_.emplace_back();
    if (all.communicators[i].kind == CommunicatorKind::Intra &&
        all.communicators[i].group.defined()) {
      const auto& processes = group_processes_[all.communicators[i].group.index()];
      peers = {processes.data(), processes.size()};
    }
    sizes_.push_back(static_cast<std::uint32_t>(all.size_of(id)));
    const Communicator& communicator = all.communicators[i];
    if (communicator.kind != CommunicatorKind::Inter || !communicator.group.defined()) continue;
    for (const LocationId member : all.groups[communicator.group.index()].locations)
      if (member.defined()) group_a_[id].insert(process_of(member));
  }
  find_worlds();
  find_shmem();
  if (const auto* world = all.mpi_world())
    world_size_ = static_cast<std::uint32_t>(world->size());
  else
    world_size_ = static_cast<std::uint32_t>(
        std::ranges::count(all.processes, ProcessType::Process, &Process::type));
}

void ReplayContext::find_worlds() {
  const auto& all = definitions.communicators;
  if (std::ranges::count_if(all, is_mpi_world) < 2) return;
  worlds_.resize(definitions.processes.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_mpi_world(all[i]) || !all[i].group.defined()) continue;
    for (const ProcessId member : processes_of(all[i].group))
      if (member.defined()) worlds_[member.index()] = CommunicatorId(i);
  }
}

void ReplayContext::find_attributes() {
  const auto find = [this](std::string_view name) {
    const auto found = std::ranges::find(definitions.attributes, name);
    if (found == definitions.attributes.end()) return AttributeId{};
    has_attributes_ = true;
    return AttributeId(static_cast<std::size_t>(found - definitions.attributes.begin()));
  };
  attributes_ = {find("condition"),     find("result"),       find("barrier"),
                 find("barrier count"), find("waited"),       find("address"),
                 find("extent"),        find("communicator"), find("MPI assert")};
}

void ReplayContext::find_shmem() {
  has_shmem_ = std::ranges::any_of(
      classes_, [](const RegionClass& known) { return is_shmem_call(known.call); });
  all_pes_.resize(definitions.processes.size());
  std::vector<bool> seen(definitions.communicators.size());
  for (const Window& window : definitions.windows) {
    const CommunicatorId communicator = window.communicator;
    const GroupId group =
        communicator.defined() ? definitions.communicators[communicator.index()].group : GroupId{};
    is_shmem_window_.push_back(group.defined() &&
                               definitions.groups[group.index()].paradigm == Paradigm::Shmem);
    if (!is_shmem_window_.back() || seen[communicator.index()]) continue;
    seen[communicator.index()] = true;
    for (const ProcessId member : processes_of(group))
      if (member.defined() &&
          definitions.size_of(communicator) > definitions.size_of(all_pes_[member.index()]))
        all_pes_[member.index()] = communicator;
  }
}

std::optional<std::uint64_t> number_of(const AttributeList* attributes, AttributeId which) {
  if (attributes == nullptr || !which.defined()) return std::nullopt;
  for (const auto& [attribute, value] : *attributes)
    if (attribute == which) return value.as_unsigned;
  return std::nullopt;
}

std::string ReplayContext::region_name(RegionId region) const {
  if (!region.defined()) return kOutsideRegion;
  if (!is_program(region)) return definitions.regions[region.index()].name;
  const std::size_t string = region.value - kPrograms;
  const std::string name =
      string < definitions.strings.size() ? definitions.strings[string] : std::string{};
  const std::string base = name.substr(name.find_last_of('/') + 1);
  return base.empty() ? "(program)" : base;
}

std::uint32_t ReplayContext::rank_in(GroupId group, ProcessId process) const {
  if (!group.defined()) return kNoRank;
  const auto& ranks = group_ranks_[group.index()];
  const auto found = std::ranges::lower_bound(ranks, std::pair(process, std::uint32_t{0}));
  return found == ranks.end() || found->first != process ? kNoRank : found->second;
}

std::uint32_t ReplayContext::rank_of(CommunicatorId communicator, ProcessId process) const {
  return rank_in(definitions.communicators[communicator.index()].group, process);
}

bool ReplayContext::is_member(CommunicatorId communicator, ProcessId process) const {
  const Communicator& comm = definitions.communicators[communicator.index()];
  if (comm.kind == CommunicatorKind::Self) return true;
  return rank_in(comm.group, process) != kNoRank ||
         (comm.kind == CommunicatorKind::Inter && rank_in(comm.remote_group, process) != kNoRank);
}

ProcessId ReplayContext::other_peer(CommunicatorId communicator, std::uint32_t rank,
                                    LocationId location) const {
  const Communicator& comm = definitions.communicators[communicator.index()];
  if (comm.kind == CommunicatorKind::Self) return rank == 0 ? process_of(location) : ProcessId{};
  GroupId side = comm.group;
  if (comm.kind == CommunicatorKind::Inter) {
    const auto group_a = group_a_.find(communicator);
    if (group_a != group_a_.end() && group_a->second.contains(process_of(location)))
      side = comm.remote_group;
  }
  if (!side.defined()) return {};
  const auto& members = group_processes_[side.index()];
  return rank < members.size() ? members[rank] : ProcessId{};
}

}  // namespace lull::analysis
