// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Data on the whole trace that every replayed location needs. Shared by threads; only the store of
// call paths changes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "lull/analysis/distribution/ownership.hpp"
#include "lull/analysis/paths/path_store.hpp"
#include "lull/analysis/regions/region_class.hpp"
#include "lull/analysis/replay/state/grids.hpp"
#include "lull/trace/definitions/definitions.hpp"
#include "lull/trace/event/event.hpp"

namespace lull::analysis {

// The attribute's value; empty if the event does not have it.
[[nodiscard]] std::optional<std::uint64_t> number_of(const AttributeList* attributes,
                                                     AttributeId which);

class ReplayContext {
 public:
  explicit ReplayContext(const Definitions& definitions);

  const Definitions& definitions;
  Grids grids;
  // Null for a single-process analysis.
  const Ownership* ownership = nullptr;

  // Data shared by the call trees of locations; thread-safe.
  [[nodiscard]] PathStore& paths() const { return *paths_; }

  [[nodiscard]] RegionClass class_of(RegionId region) const {
    return classes_[region.value < classes_.size() ? region.value : classes_.size() - 1];
  }
  // In call trees, a program is the region from which everything else is called.
  [[nodiscard]] static RegionId program_region(StringId name) {
    return RegionId(kPrograms + (name.value & (kPrograms - 1)));
  }
  [[nodiscard]] static bool is_program(RegionId region) {
    return region.defined() && region.value >= kPrograms;
  }
  [[nodiscard]] RegionId region_of(CallingContextId context) const {
    return context.defined() ? definitions.calling_contexts[context.index()].region : RegionId{};
  }
  [[nodiscard]] std::string region_name(RegionId region) const;

  // Event attributes written by Lull's recorder; undefined if the trace does not have them.
  struct EventAttributes {
    AttributeId condition;      // on ENTER: the condition variable
    AttributeId result;         // on LEAVE: the return value
    AttributeId barrier;        // on ENTER: the barrier,
    AttributeId barrier_count;  // and its number of threads
    AttributeId waited;         // on LEAVE: ticks spent waiting for tasks
    AttributeId address;        // on transfers and waits: the symmetric object
    AttributeId extent;         // on transfers: bytes up to its end; default: the whole object
    AttributeId communicator;   // on NonBlockingCollectiveRequest
    AttributeId assertion;      // on RmaRequestLock: kNoConflict
  };
  static constexpr std::uint64_t kNoConflict = 1;
  [[nodiscard]] const EventAttributes& attributes() const { return attributes_; }
  // Returns whether the trace shows threads created by the program that wait for each other.
  [[nodiscard]] bool has_pthreads() const { return has_pthreads_; }
  [[nodiscard]] bool has_attributes() const { return has_attributes_; }
  // Returns whether MPI records may have attributes.
  [[nodiscard]] bool has_mpi_attributes() const {
    return attributes_.communicator.defined() || attributes_.assertion.defined();
  }
  // Returns whether the trace contains OpenSHMEM PEs.
  [[nodiscard]] bool has_shmem() const { return has_shmem_; }
  // Returns whether the window belongs to a set of PEs.
  [[nodiscard]] bool is_shmem(WindowId window) const {
    return window.defined() && is_shmem_window_[window.index()];
  }
  [[nodiscard]] bool has_mpi_windows() const {
    return std::ranges::find(is_shmem_window_, false) != is_shmem_window_.end();
  }
  // The largest set of PEs; undefined if there is none.
  [[nodiscard]] CommunicatorId all_pes(ProcessId process) const {
    return process.defined() ? all_pes_[process.index()] : CommunicatorId{};
  }

  [[nodiscard]] ProcessId process_of(LocationId location) const {
    return definitions.locations[location.index()].process;
  }
  // The process of a rank as seen by the caller at `location`; undefined if there is none.
  [[nodiscard, gnu::always_inline]] ProcessId peer(CommunicatorId communicator, std::uint32_t rank,
                                                   LocationId location) const {
    if (!communicator.defined()) return {};
    const Peers& peers = peers_[communicator.index()];
    if (peers.members == nullptr) return other_peer(communicator, rank, location);
    return rank < peers.size ? peers.members[rank] : ProcessId{};
  }
  // The number of processes that take part in an operation on `communicator`.
  [[nodiscard]] std::uint32_t size_of(CommunicatorId communicator) const {
    return sizes_[communicator.index()];
  }
  // The members of a group, by rank.
  [[nodiscard]] const std::vector<ProcessId>& processes_of(GroupId group) const {
    return group_processes_[group.index()];
  }
  // Returns whether the process has a rank in the communicator, in either group.
  [[nodiscard]] bool is_member(CommunicatorId communicator, ProcessId process) const;
  // Its rank in the communicator's own group, or kNoRank. Logarithmic in the group's size.
  [[nodiscard]] std::uint32_t rank_of(CommunicatorId communicator, ProcessId process) const;
  // Number of processes that call MPI_Init and MPI_Finalize, if they all have one world.
  [[nodiscard]] std::uint32_t world_size() const { return world_size_; }
  // The MPI_COMM_WORLD of the process, whose members call these together; undefined if there is
  // only one.
  [[nodiscard]] CommunicatorId world_of(ProcessId process) const {
    return worlds_.empty() ? CommunicatorId{} : worlds_[process.index()];
  }

 private:
  // Processes by rank; null for communicators where the result depends on the caller.
  struct Peers {
    const ProcessId* members = nullptr;
    std::size_t size = 0;
  };

  [[nodiscard]] ProcessId other_peer(CommunicatorId communicator, std::uint32_t rank,
                                     LocationId location) const;

  [[nodiscard]] std::uint32_t rank_in(GroupId group, ProcessId process) const;

  static constexpr std::uint32_t kPrograms = 0x80000000u;

  void find_worlds();
  void find_attributes();
  void find_shmem();

  std::unique_ptr<PathStore> paths_ = std::make_unique<PathStore>();
  std::vector<RegionClass> classes_;
  EventAttributes attributes_;
  bool has_attributes_ = false;
  bool has_pthreads_ = false;
  bool has_shmem_ = false;
  std::vector<bool> is_shmem_window_;
  std::vector<CommunicatorId> all_pes_;                  // indexed by process
  std::vector<std::vector<ProcessId>> group_processes_;  // indexed by group and rank
  std::vector<std::vector<std::pair<ProcessId, std::uint32_t>>> group_ranks_;  // sorted
  std::vector<Peers> peers_;
  std::vector<std::uint32_t> sizes_;
  std::uint32_t world_size_ = 0;
  std::vector<CommunicatorId> worlds_;  // indexed by process; empty if there is only one
  // Members of group A of each inter-communicator.
  std::unordered_map<CommunicatorId, std::unordered_set<ProcessId>> group_a_;
};

}  // namespace lull::analysis
