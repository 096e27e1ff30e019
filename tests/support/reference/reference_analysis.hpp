// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The reference implementation of every metric and pattern: slow, serial, the whole trace in
// memory, each formula of docs/patterns.md implemented literally. Only tests link it.
//
// Values are ticks (times) or plain numbers (counts, bytes), by metric, call path and location.
// A metric's value includes its sub-metrics, as in CUBE: mpi_latesender includes its wrong-order
// part, mpi_point2point its late senders, omp_management its omp_fork, omp_idle_threads its
// omp_limited_parallelism, mpi_init_exit the waits in it. These are computed:
//  - `time` is exclusive in the call tree, idle threads included;
//  - the profile leaves divide it: comp, mpi_init_exit, mpi_mgmt_comm, mpi_mgmt_file, mpi_mgmt_win,
//    mpi_sync_collective, mpi_rma_sync_active, mpi_rma_sync_passive, mpi_point2point,
//    mpi_collective, mpi_rma_communication, mpi_io_individual, mpi_io_collective, omp_management,
//    omp_ebarrier, omp_ibarrier, omp_critical, omp_lock_api, omp_ordered, omp_taskwait, omp_flush,
//    pthread_management, pthread_synchronization, pthread_lock_api, pthread_conditional,
//    shmem_communication, shmem_synchronization, shmem_init_exit, shmem_memory, overhead,
//    omp_idle_threads, and three with only what their sub-metrics do not include: mpi, omp, shmem.
//
// Sums higher up (execution, mpi_management, comms, bytes, …) are left to the caller.
//
// A call path is the names of its regions from the root, joined by '/'.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lull/trace/source/cursor.hpp"

namespace lull::reference {

using CallPathLocation = std::pair<std::string, LocationId>;

struct UnmatchedMessage {
  LocationId location;  // the sender's or receiver's
  LocationId partner;   // undefined if the archive names none
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  Timestamp time;

  friend auto operator<=>(const UnmatchedMessage&, const UnmatchedMessage&) = default;
};

struct IncompleteCollective {
  CommunicatorId communicator;
  std::size_t members = 0;   // number of participants
  std::size_t expected = 0;  // size of the communicator

  friend auto operator<=>(const IncompleteCollective&, const IncompleteCollective&) = default;
};

struct ReferenceResult {
  std::map<std::string, std::map<CallPathLocation, std::int64_t>> values;  // never zero

  std::vector<UnmatchedMessage> unmatched_sends;
  std::vector<UnmatchedMessage> unmatched_receives;
  std::vector<IncompleteCollective> incomplete_collectives;

  [[nodiscard]] std::int64_t total(const std::string& metric) const;
  [[nodiscard]] std::int64_t at(const std::string& metric, const std::string& path,
                                LocationId location) const;
};

// Known deviations of SCOUT from the formulas; the defaults are the formulas.
struct ReferenceOptions {
  bool irregular_alltoall_waits = true;  // true: Alltoallv and Alltoallw are n-to-n operations
};

[[nodiscard]] ReferenceResult analyse_by_reference(const TraceSource& trace,
                                                   const ReferenceOptions& options = {});

}  // namespace lull::reference
