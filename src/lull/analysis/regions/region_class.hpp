// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Classification of regions: the profile metric of a region's own time, and the kind of call.
// Determined once per region from role and paradigm; for MPI functions, whose roles are too coarse
// (MPI_Waitall is a FUNCTION) or missing (EZTrace), from their names in any spelling: MPI_Recv,
// PMPI_Recv, mpi_recv_, mpi_recv_f08_.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lull/trace/definitions/definitions.hpp"

namespace lull::analysis {

// The leaves of the time tree (docs/patterns.md), named in profile_metrics.cpp.
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
  // MPI point-to-point
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
  // MPI one-sided: epochs of named processes
  WinPost,
  WinStart,
  WinComplete,
  WinWait,
  WinTest,
  // MPI one-sided: local to one process
  RmaRequest,  // a transfer that another call completes
  WinFlushLocal,
  WinSync,
  MpiQuery,  // returns at once, and does not let others' operations progress
  OtherMpi,
  // OpenSHMEM
  ShmemAll,   // called by all PEs together, without a record in the trace
  ShmemWait,  // until another PE changes memory
  ShmemTest,  // never waits
  OtherShmem,
  // threads
  OmpParallel,
  OmpExplicitBarrier,
  OmpImplicitBarrier,
  OmpTaskwait,
  OmpTaskgroup,
  OmpTask,
  OmpLoop,  // only if the trace has ordered constructs
  OmpOrdered,
  OmpOrderedBlock,
  OmpCritical,
  OmpLockApi,   // locks or unlocks
  OmpLockTest,  // never waits
  PthreadMutexLock,
  PthreadMutexTest,
  PthreadConditionWait,
  PthreadSignal,
  PthreadBroadcast,
  PthreadBarrier,
  PthreadSharedLock,     // lock of a read-write lock
  PthreadExclusiveLock,  // lock of a read-write or spin lock
  PthreadSharedTest,     // attempts on such locks, which never wait
  PthreadExclusiveTest,
  PthreadRwlockRelease,
  PthreadJoin,
};

// Constructs in which threads of a team wait for each other and may execute tasks meanwhile.
[[nodiscard]] constexpr bool is_team_wait(CallKind kind) {
  return kind >= CallKind::OmpExplicitBarrier && kind <= CallKind::OmpTaskgroup;
}
// These, and related constructs.
[[nodiscard]] constexpr bool is_omp_construct(CallKind kind) {
  return kind >= CallKind::OmpExplicitBarrier && kind <= CallKind::OmpOrderedBlock;
}
[[nodiscard]] constexpr bool is_team_barrier(CallKind kind) {
  return kind == CallKind::OmpExplicitBarrier || kind == CallKind::OmpImplicitBarrier;
}
// Read-write and spin locks.
[[nodiscard]] constexpr bool is_rwlock_call(CallKind kind) {
  return kind >= CallKind::PthreadSharedLock && kind <= CallKind::PthreadRwlockRelease;
}
[[nodiscard]] constexpr bool is_shmem_call(CallKind kind) {
  return kind >= CallKind::ShmemAll && kind <= CallKind::OtherShmem;
}
// Calls whose enter is passed to the Pthreads and OpenSHMEM followers.
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
// One entry per region, and one more at the end for undefined regions.
[[nodiscard]] std::vector<RegionClass> classify_regions(const Definitions& definitions);

// "MPI_Recv", "pmpi_recv_", "mpi_recv_f08_" → "mpi_recv"; empty if it is not the name of an MPI
// function.
[[nodiscard]] std::string mpi_function_name(std::string_view region_name);

// Calls that complete operations by waiting; Test* does not wait.
[[nodiscard]] constexpr bool waits(CallKind kind) {
  return kind == CallKind::Wait || kind == CallKind::Waitany || kind == CallKind::Waitsome ||
         kind == CallKind::Waitall;
}

}  // namespace lull::analysis
