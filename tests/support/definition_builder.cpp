// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "support/definition_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "support/region_kind.hpp"

namespace lull::support {
namespace {

template <class IdType, class Row>
IdType append(std::vector<Row>& table, Row row) {
  table.push_back(std::move(row));
  return IdType(table.size() - 1);
}

std::string process_name(Paradigm library, std::size_t rank) {
  if (library == Paradigm::Mpi) return fmt::format("MPI Rank {}", rank);
  if (library == Paradigm::Shmem) return fmt::format("SHMEM PE {}", rank);
  return "Process";
}

std::uint64_t reference_of(std::size_t process, std::size_t thread) {
  return process + (static_cast<std::uint64_t>(thread) << 32);
}

}  // namespace

DefinitionBuilder::DefinitionBuilder(Definitions& definitions,
                                     std::span<const std::uint32_t> threads, Paradigm library)
    : definitions_(definitions), library_(library) {
  string("");
  add_locations(threads, library);
  if (library != Paradigm::None) add_world(library);
  add_teams(threads);
}

void DefinitionBuilder::add_locations(std::span<const std::uint32_t> threads, Paradigm library) {
  definitions_.system_nodes = {{"machine", "machine", {}, {}},
                               {"node", "node", SystemNodeId(0), {}}};
  for (std::size_t p = 0; p < threads.size(); ++p) {
    definitions_.processes.push_back(
        {process_name(library, p), ProcessType::Process, SystemNodeId(1), {}, {}});
    first_location_.push_back(definitions_.locations.size());
    for (std::size_t t = 0; t < threads[p]; ++t) {
      definitions_.processes[p].locations.emplace_back(definitions_.locations.size());
      definitions_.locations.push_back({reference_of(p, t),
                                        t == 0 ? "Master thread" : fmt::format("OMP thread {}", t),
                                        LocationType::CpuThread,
                                        0,
                                        ProcessId(p),
                                        {}});
    }
  }
  definitions_.clock_offsets.resize(definitions_.locations.size());
}

void DefinitionBuilder::add_world(Paradigm library) {
  Group masters{"", GroupType::CommLocations, library, {}, {}};
  for (std::size_t p = 0; p < first_location_.size(); ++p) {
    masters.members.push_back(reference_of(p, 0));
    masters.locations.push_back(location(p));
  }
  std::vector<std::uint32_t> ranks(first_location_.size());
  for (std::size_t p = 0; p < ranks.size(); ++p) ranks[p] = static_cast<std::uint32_t>(p);
  add_group(std::move(masters));
  const GroupId alone = add_group({"", GroupType::CommSelf, library, {}, {}});
  const bool mpi = library == Paradigm::Mpi;
  world_ = communicator(mpi ? "MPI_COMM_WORLD" : "SHMEM_WORLD", ranks);
  self_ = add_communicator(
      {mpi ? "MPI_COMM_SELF" : "SHMEM_SELF", CommunicatorKind::Self, alone, {}, {}});
}

void DefinitionBuilder::add_teams(std::span<const std::uint32_t> threads) {
  teams_.resize(threads.size());
  if (std::ranges::all_of(threads, [](std::uint32_t count) { return count == 1; })) return;
  Group all{"OpenMP", GroupType::CommLocations, Paradigm::OpenMp, {}, {}};
  for (std::size_t i = 0; i < definitions_.locations.size(); ++i) {
    threads_.emplace_back(i);
    all.members.push_back(definitions_.locations[i].reference);
  }
  all.locations = threads_;
  add_group(std::move(all));
  for (std::size_t p = 0; p < threads.size(); ++p)
    if (threads[p] > 1) teams_[p] = team("", definitions_.processes[p].locations, {});
}

LocationId DefinitionBuilder::location(std::size_t process, std::size_t thread) const {
  return LocationId(first_location_.at(process) + thread);
}

GroupId DefinitionBuilder::add_group(Group group) {
  return append<GroupId>(definitions_.groups, std::move(group));
}

CommunicatorId DefinitionBuilder::add_communicator(Communicator communicator) {
  return append<CommunicatorId>(definitions_.communicators, std::move(communicator));
}

GroupId DefinitionBuilder::group(std::string name, std::span<const std::uint32_t> ranks) {
  Group group{std::move(name), GroupType::CommGroup, library_, {}, {}};
  for (const std::uint32_t rank : ranks) {
    group.members.push_back(rank);
    group.locations.push_back(location(rank));
  }
  return add_group(std::move(group));
}

CommunicatorId DefinitionBuilder::communicator(std::string name,
                                               std::span<const std::uint32_t> ranks) {
  const GroupId members = group("", ranks);
  return add_communicator({std::move(name), CommunicatorKind::Intra, members, {}, world_});
}

CommunicatorId DefinitionBuilder::intercommunicator(std::string name,
                                                    std::span<const std::uint32_t> a,
                                                    std::span<const std::uint32_t> b) {
  const GroupId left = group("", a);
  const GroupId right = group("", b);
  return add_communicator({std::move(name), CommunicatorKind::Inter, left, right, world_});
}

CommunicatorId DefinitionBuilder::team(std::string name, std::span<const LocationId> members,
                                       CommunicatorId parent) {
  Group group{"", GroupType::CommGroup, Paradigm::OpenMp, {}, {}};
  for (const LocationId member : members) {
    const auto found = std::ranges::find(threads_, member);
    group.members.push_back(static_cast<std::uint64_t>(found - threads_.begin()));
    group.locations.push_back(member);
  }
  const GroupId id = add_group(std::move(group));
  return add_communicator({std::move(name), CommunicatorKind::Intra, id, {}, parent});
}

LocationId DefinitionBuilder::extra_location(std::string name, std::size_t process,
                                             LocationType type) {
  const std::size_t position = definitions_.processes.at(process).locations.size();
  const std::uint64_t reference = reference_of(process, position);
  definitions_.clock_offsets.emplace_back();
  const auto id = append<LocationId>(definitions_.locations,
                                     {reference, std::move(name), type, 0, ProcessId(process), {}});
  definitions_.processes[process].locations.push_back(id);
  return id;
}

CommunicatorId DefinitionBuilder::pe_set(std::span<const std::uint32_t> ranks) {
  const GroupId members = group("", ranks);
  definitions_.groups[members.index()].paradigm = Paradigm::Shmem;
  return add_communicator({"", CommunicatorKind::Intra, members, {}, {}});
}

WindowId DefinitionBuilder::window(std::string name, CommunicatorId communicator) {
  return append<WindowId>(definitions_.windows, {std::move(name), communicator});
}

TopologyId DefinitionBuilder::topology(std::string name, CommunicatorId communicator,
                                       std::vector<Topology::Dimension> dimensions) {
  Topology topology{std::move(name), communicator, std::move(dimensions), {}};
  std::uint32_t size = 1;
  for (const Topology::Dimension& dimension : topology.dimensions) size *= dimension.size;
  for (std::uint32_t rank = 0; rank < size; ++rank) {
    std::vector<std::uint32_t> coordinates(topology.dimensions.size());
    std::uint32_t rest = rank;
    for (std::size_t d = coordinates.size(); d-- > 0;) {
      coordinates[d] = rest % topology.dimensions[d].size;
      rest /= topology.dimensions[d].size;
    }
    topology.coordinates.emplace_back(rank, std::move(coordinates));
  }
  return append<TopologyId>(definitions_.topologies, std::move(topology));
}

MetricId DefinitionBuilder::metric(std::span<const MetricMember> members) {
  Metric metric;
  for (const MetricMember& member : members)
    metric.members.push_back(append<MetricMemberId>(definitions_.metric_members, member));
  return append<MetricId>(definitions_.metrics, std::move(metric));
}

RegionId DefinitionBuilder::region(std::string_view name) {
  if (const auto found = regions_.find(name); found != regions_.end()) return found->second;
  const RegionKind kind = region_kind(name);
  Region region;
  region.name = region.canonical_name = name;
  region.role = kind.role;
  region.paradigm = kind.paradigm;
  const auto id = append<RegionId>(definitions_.regions, std::move(region));
  regions_.emplace(name, id);
  return id;
}

StringId DefinitionBuilder::string(std::string_view text) {
  if (const auto found = strings_.find(text); found != strings_.end()) return found->second;
  const auto id = append<StringId>(definitions_.strings, std::string(text));
  strings_.emplace(text, id);
  return id;
}

ParameterId DefinitionBuilder::parameter(std::string_view name) {
  if (const auto found = parameters_.find(name); found != parameters_.end()) return found->second;
  const auto id = append<ParameterId>(definitions_.parameters, std::string(name));
  parameters_.emplace(name, id);
  return id;
}

AttributeId DefinitionBuilder::attribute(std::string_view name) {
  auto& names = definitions_.attributes;
  const auto known = std::ranges::find(names, name);
  const auto index = static_cast<std::size_t>(known - names.begin());
  if (known == names.end()) names.emplace_back(name);
  return AttributeId(index);
}

}  // namespace lull::support
