// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Fills Definitions like an archive of a real program: one node, P processes with their threads,
// MPI_COMM_WORLD and MPI_COMM_SELF over the master threads, and an OpenMP team over the threads of
// each process that has several. Used by text traces and random traces.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::support {

class DefinitionBuilder {
 public:
  // `threads` is per process; `library` is Mpi, Shmem, or None for a program without either.
  // Locations are numbered process by process; the archive's numbers are like Score-P's: rank +
  // 2^32 × thread.
  DefinitionBuilder(Definitions& definitions, std::span<const std::uint32_t> threads,
                    Paradigm library = Paradigm::Mpi);

  [[nodiscard]] LocationId location(std::size_t process, std::size_t thread = 0) const;
  [[nodiscard]] CommunicatorId world() const { return world_; }
  [[nodiscard]] CommunicatorId self() const { return self_; }
  // Returns the team of all threads of a process; undefined when it has one thread.
  [[nodiscard]] CommunicatorId team(std::size_t process) const { return teams_.at(process); }

  // Ranks are ranks in the world.
  GroupId group(std::string name, std::span<const std::uint32_t> ranks);
  CommunicatorId communicator(std::string name, std::span<const std::uint32_t> ranks);
  CommunicatorId intercommunicator(std::string name, std::span<const std::uint32_t> a,
                                   std::span<const std::uint32_t> b);
  CommunicatorId team(std::string name, std::span<const LocationId> members, CommunicatorId parent);
  LocationId extra_location(std::string name, std::size_t process, LocationType type);
  // Adds a set of OpenSHMEM PEs.
  CommunicatorId pe_set(std::span<const std::uint32_t> ranks);
  WindowId window(std::string name, CommunicatorId communicator);
  // Coordinates are in row-major order over the ranks of `communicator`.
  TopologyId topology(std::string name, CommunicatorId communicator,
                      std::vector<Topology::Dimension> dimensions);
  // Adds a class with these members.
  MetricId metric(std::span<const MetricMember> members);

  // Return the definition with that name, which the first call creates.
  RegionId region(std::string_view name);
  StringId string(std::string_view text);
  ParameterId parameter(std::string_view name);
  AttributeId attribute(std::string_view name);

 private:
  void add_locations(std::span<const std::uint32_t> threads, Paradigm library);
  void add_world(Paradigm library);
  void add_teams(std::span<const std::uint32_t> threads);
  GroupId add_group(Group group);
  CommunicatorId add_communicator(Communicator communicator);

  Definitions& definitions_;
  Paradigm library_;
  std::vector<std::size_t> first_location_;  // indexed by process
  CommunicatorId world_;
  CommunicatorId self_;
  std::vector<CommunicatorId> teams_;
  std::vector<LocationId> threads_;  // the OpenMP location group's
  std::map<std::string, RegionId, std::less<>> regions_;
  std::map<std::string, StringId, std::less<>> strings_;
  std::map<std::string, ParameterId, std::less<>> parameters_;
};

}  // namespace lull::support
