// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What a region means to the analysis: which profile metric its own time belongs to, and what kind
// of call it is. Decided once per region from role and paradigm; MPI functions, whose roles are too
// coarse (MPI_Waitall is a FUNCTION) or missing (EZTrace), by their name in any spelling:
// MPI_Recv, PMPI_Recv, mpi_recv_, mpi_recv_f08_.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

// The leaves of the time tree (docs/patterns.md). profile_metrics.cpp names them.
enum class ProfileMetric : std::uint8_t {
  Computation,
  Mpi,
  MpiManagement,
  MpiInitExit,
  MpiManageComm,
  MpiManageFile,
  MpiManageWindow,
  MpiSyncCollective,
  MpiRmaSyncActive,
  MpiRmaSyncPassive,
  MpiCommunication,
  MpiPointToPoint,
  MpiCollective,
  MpiRmaCommunication,
  MpiIoIndividual,
  MpiIoCollective,
  Omp,
  OmpManagement,
  OmpExplicitBarrier,
  OmpImplicitBarrier,
  OmpCritical,
  OmpLockApi,
  OmpOrdered,
  OmpTaskwait,
  OmpFlush,
  Pthread,
  PthreadManagement,
  PthreadSynchronization,
  PthreadLockApi,
  PthreadConditional,
  Shmem,
  ShmemCommunication,
  ShmemSynchronization,
  ShmemInitExit,
  ShmemMemory,
  Io,
  Accelerator,
  Overhead,
  OmpIdleThreads,
  Count
};

enum class CallKind : std::uint8_t {
  Other,
  // MPI point to point
  Send,
  Ssend,
  Bsend,
  Rsend,
  Sendrecv,
  Isend,
  Recv,
  Irecv,
  Start,
  Probe,
  Wait,
  Waitany,
  Waitsome,
  Waitall,
  Test,
  // MPI, all processes
  Collective,
  Init,
  Finalize,
  // MPI, one-sided: epochs of processes that are named
  WinPost,
  WinStart,
  WinComplete,
  WinWait,
  WinTest,
  // MPI, one-sided: of one process alone
  RmaRequest,  // a transfer that another call completes
  WinFlushLocal,
  WinSync,
  MpiQuery,  // that returns at once, and lets nobody else's operations proceed
  OtherMpi,
  // OpenSHMEM
  ShmemAll,   // that all PEs call together, and for which a trace has no record of its own
  ShmemWait,  // until somebody changes memory
  ShmemTest,  // that never waits
  OtherShmem,
  // threads
  OmpParallel,
  OmpExplicitBarrier,
  OmpImplicitBarrier,
  OmpTaskwait,
  OmpTaskgroup,
  OmpTask,
  OmpLoop,  // only where the trace has ordered constructs
  OmpOrdered,
  OmpOrderedBlock,
  OmpCritical,
  OmpLockApi,   // that locks, or unlocks
  OmpLockTest,  // that never waits
  PthreadMutexLock,
  PthreadMutexTest,
  PthreadConditionWait,
  PthreadSignal,
  PthreadBroadcast,
  PthreadBarrier,
  PthreadSharedLock,     // of a read-write lock
  PthreadExclusiveLock,  // of one, or of a spin lock
  PthreadSharedTest,     // such locks that never wait
  PthreadExclusiveTest,
  PthreadRwlockRelease,
  PthreadJoin,
};

// Where threads of a team wait for each other, and execute tasks meanwhile.
[[nodiscard]] constexpr bool is_team_wait(CallKind kind) {
  return kind >= CallKind::OmpExplicitBarrier && kind <= CallKind::OmpTaskgroup;
}
// These, and constructs that have to do with them.
[[nodiscard]] constexpr bool is_omp_construct(CallKind kind) {
  return kind >= CallKind::OmpExplicitBarrier && kind <= CallKind::OmpOrderedBlock;
}
[[nodiscard]] constexpr bool is_team_barrier(CallKind kind) {
  return kind == CallKind::OmpExplicitBarrier || kind == CallKind::OmpImplicitBarrier;
}
// Of read-write and spin locks.
[[nodiscard]] constexpr bool is_rwlock_call(CallKind kind) {
  return kind >= CallKind::PthreadSharedLock && kind <= CallKind::PthreadRwlockRelease;
}
[[nodiscard]] constexpr bool is_shmem_call(CallKind kind) {
  return kind >= CallKind::ShmemAll && kind <= CallKind::OtherShmem;
}
// Calls that followers of Pthreads and OpenSHMEM want to see begin.
[[nodiscard]] constexpr bool is_seen_at_enter(CallKind kind) {
  return kind == CallKind::PthreadConditionWait || kind == CallKind::PthreadSignal ||
         kind == CallKind::PthreadBroadcast || kind == CallKind::PthreadBarrier ||
         kind == CallKind::ShmemWait;
}

struct RegionClass {
  ProfileMetric metric = ProfileMetric::Computation;
  CallKind call = CallKind::Other;
};

[[nodiscard]] RegionClass classify(const Region& region);
// One entry per region, and one more at the end for regions that are not defined.
[[nodiscard]] std::vector<RegionClass> classify_regions(const Definitions& definitions);

// "MPI_Recv", "pmpi_recv_", "mpi_recv_f08_" → "mpi_recv"; empty when it is no MPI function's name.
[[nodiscard]] std::string mpi_function_name(std::string_view region_name);

// Calls that complete operations by waiting for them; Test* does not wait.
[[nodiscard]] constexpr bool waits(CallKind kind) {
  return kind == CallKind::Wait || kind == CallKind::Waitany || kind == CallKind::Waitsome ||
         kind == CallKind::Waitall;
}

}  // namespace lull::analysis
