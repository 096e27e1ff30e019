// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Traces of a few events, built call by call, for the tests of the reference itself. Processes are
// numbered by rank; a location is process × threads + thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/source/memory_trace.hpp"
#include "support/reference/reference_analysis.hpp"

namespace lull::reference {

class TinyTrace {
 public:
  static constexpr CommunicatorId kWorld{std::size_t{0}};
  static constexpr CommunicatorId kSelf{std::size_t{1}};
  static constexpr CommunicatorId kTeam{std::size_t{2}};
  static constexpr CommunicatorId kInnerTeam{std::size_t{3}};

  explicit TinyTrace(std::size_t processes, std::size_t threads = 1) {
    Definitions& definitions = trace_.definitions_table;
    Group world{"world", GroupType::CommGroup, Paradigm::Mpi, {}, {}};
    for (std::size_t process = 0; process < processes; ++process) {
      definitions.processes.emplace_back();
      for (std::size_t thread = 0; thread < threads; ++thread) {
        const LocationId id{definitions.locations.size()};
        definitions.locations.emplace_back().process = ProcessId{process};
        definitions.processes.back().locations.push_back(id);
        if (thread == 0) world.locations.push_back(id);
      }
    }
    definitions.groups.push_back(world);
    definitions.communicators = {
        {"world", CommunicatorKind::Intra, GroupId{std::size_t{0}}, {}, {}},
        {"self", CommunicatorKind::Self, {}, {}, {}},
        {"team", CommunicatorKind::Intra, {}, {}, {}},
        {"inner", CommunicatorKind::Intra, {}, {}, {}}};
    definitions.strings = {"/usr/bin/app"};
    trace_.events.resize(definitions.locations.size());
  }

  template <class Body>
  TinyTrace& add(std::size_t location, std::uint64_t time, Body body) {
    trace_.events[location].push_back({Timestamp{time}, body});
    return *this;
  }

  TinyTrace& enter(std::size_t location, std::uint64_t time, std::string_view name,
                   RegionRole role = RegionRole::Function) {
    return add(location, time, Enter{region(name, role)});
  }
  TinyTrace& leave(std::size_t location, std::uint64_t time, std::string_view name) {
    return add(location, time, Leave{region(name, RegionRole::Function)});
  }

  // A blocking call around one send to, or receive from, a rank of MPI_COMM_WORLD.
  TinyTrace& send(std::size_t from, std::uint64_t begin, std::uint64_t end, std::uint32_t to,
                  std::uint32_t tag = 0, std::string_view name = "MPI_Send") {
    return enter(from, begin, name)
        .add(from, begin + 1, MpiSend{to, kWorld, tag, 8})
        .leave(from, end, name);
  }
  TinyTrace& receive(std::size_t at, std::uint64_t begin, std::uint64_t end, std::uint32_t from,
                     std::uint32_t tag = 0) {
    return enter(at, begin, "MPI_Recv")
        .add(at, end - 1, MpiRecv{from, kWorld, tag, 8})
        .leave(at, end, "MPI_Recv");
  }
  // A collective call whose begin and end records have the times at which it is entered and left.
  TinyTrace& collective(std::size_t at, std::uint64_t begin, std::uint64_t end,
                        CollectiveOperation operation, std::uint64_t sent, std::uint64_t received,
                        std::uint32_t root = kNoRank, CommunicatorId communicator = kWorld) {
    return enter(at, begin, "MPI_Collective")
        .add(at, begin, MpiCollectiveBegin{})
        .add(at, end, MpiCollectiveEnd{operation, communicator, root, sent, received})
        .leave(at, end, "MPI_Collective");
  }

  [[nodiscard]] ReferenceResult analyse() const { return analyse_by_reference(trace_); }

 private:
  RegionId region(std::string_view name, RegionRole role) {
    std::vector<Region>& regions = trace_.definitions_table.regions;
    auto known = std::ranges::find(regions, name, &Region::name);
    if (known == regions.end()) {
      known = regions.emplace(regions.end());
      known->name = name;
      known->role = role;
      known->paradigm = name.starts_with("MPI_")                                ? Paradigm::Mpi
                        : name.starts_with("!$omp") || name.starts_with("omp_") ? Paradigm::OpenMp
                                                                                : Paradigm::User;
    }
    return RegionId{static_cast<std::size_t>(known - regions.begin())};
  }

  MemoryTrace trace_;
};

}  // namespace lull::reference
