// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The closed value sets of definitions and events, in OTF2's vocabulary. The numeric values are
// OTF2's, so that reading and writing need only a cast. Values from later versions are kept as they
// are: there may be values without an enumerator.
#pragma once

#include <cstdint>
#include <string_view>

namespace lull {

// clang-format off
enum class RegionRole : std::uint8_t {
  Unknown, Function, Wrapper, Loop, Code, Parallel, Sections, Section, Workshare, Single,
  SingleSblock, Master, Critical, CriticalSblock, Atomic, Barrier, ImplicitBarrier, Flush, Ordered,
  OrderedSblock, Task, TaskCreate, TaskWait, CollOneToAll, CollAllToOne, CollAllToAll, CollOther,
  FileIo, PointToPoint, Rma, DataTransfer, Artificial, ThreadCreate, ThreadWait, TaskUntied,
  Allocate, Deallocate, Reallocate, FileIoMetadata,
  KernelLaunch, Kernel  // since OTF2 3.1
};

enum class Paradigm : std::uint8_t {
  Unknown, User, Compiler, OpenMp, Mpi, Cuda, MeasurementSystem, Pthread, Hmpp, OmpSs, Hardware,
  Gaspi, Upc, Shmem, WinThread, QtThread, AceThread, TbbThread, OpenAcc, OpenCl, Mtapi, Sampling,
  None, Hip, Kokkos
};

enum class LocationType : std::uint8_t { Unknown, CpuThread, AcceleratorStream, Metric };

enum class ProcessType : std::uint8_t { Unknown, Process, Accelerator };

enum class GroupType : std::uint8_t {
  Unknown, Locations, Regions, Metric, CommLocations, CommGroup, CommSelf
};

enum class CollectiveOperation : std::uint8_t {
  Barrier, Bcast, Gather, Gatherv, Scatter, Scatterv, Allgather, Allgatherv, Alltoall, Alltoallv,
  Alltoallw, Allreduce, Reduce, ReduceScatter, Scan, Exscan, ReduceScatterBlock, CreateHandle,
  DestroyHandle, Allocate, Deallocate, CreateHandleAndAllocate, DestroyHandleAndDeallocate,
  Unknown = 255
};

// How the values of a metric relate to time: OTF2's value in the low four bits, its timing above.
enum class MetricMode : std::uint8_t {
  AccumulatedStart = 0, AccumulatedPoint = 16, AccumulatedLast = 32, AccumulatedNext = 48,
  AbsolutePoint = 17, AbsoluteLast = 33, AbsoluteNext = 49,
  RelativePoint = 18, RelativeLast = 34, RelativeNext = 50
};

enum class MetricOccurrence : std::uint8_t { SynchronousStrict, Synchronous, Asynchronous };

enum class ValueKind : std::uint8_t { None, Unsigned, Signed, Floating, Reference };

// clang-format on

// Returns the display name, such as "barrier", "openmp", "mpi" or "allreduce". Defined for all
// values, and never empty.
[[nodiscard]] std::string_view name_of(RegionRole role);
[[nodiscard]] std::string_view name_of(Paradigm paradigm);
[[nodiscard]] std::string_view name_of(LocationType type);
[[nodiscard]] std::string_view name_of(CollectiveOperation operation);

}  // namespace lull
