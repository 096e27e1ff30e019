// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// One-sided communication: windows, transfers, and the synchronisation that completes transfers.
// Recorded as in Score-P: MPI_Win_lock requests a lock, but only the library knows when it is
// acquired.
#pragma once

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/requests.hpp"
#include "lull/recorder/mpi/windows.hpp"
#include "lull/recorder/mpi/wrapper.hpp"

namespace lull::recorder::mpi {

// Creations of windows, fences, and epochs begin with their calls, but are recorded after them: for
// a failed one, only the call is recorded.
void record_window_created(Location& location, MPI_Win window, MPI_Comm communicator,
                           OTF2_CollectiveOp operation, const char* name);
void record_window_freed(Location& location, std::uint32_t window);
void record_fence(Location& location, MPI_Win window);
// Records a synchronisation at the given time.
void record_group(Location& location, std::uint64_t time, OTF2_RmaSyncLevel level, MPI_Win window,
                  std::uint32_t group);
void record_lock(Location& location, MPI_Win window, int target, int type, int assertion);
void record_unlock(Location& location, MPI_Win window, int target);
// Also recorded if there was nothing to complete.
void record_flush(Location& location, MPI_Win window, int target, Reach reach);
void record_sync(Location& location, MPI_Win window);

struct RmaOperation {
  enum class Kind { Put, Get, Atomic };
  Kind kind = Kind::Put;
  OTF2_RmaAtomicType type = OTF2_RMA_ATOMIC_TYPE_ACCUMULATE;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};
// Returns the transfer's number; 0 if there is none.
std::uint64_t record_transfer(Location& location, MPI_Win window, int target,
                              const RmaOperation& operation);
void record_transfer_request(Location& location, MPI_Win window, int target,
                             const RmaOperation& operation, MPI_Request request);

struct WindowCreation {
  using EvenPaused = void;
};
template <>
struct Hook<Function::Win_create> : WindowCreation {
  void after(Location& location, void*, MPI_Aint, auto, MPI_Info, MPI_Comm communicator,
             MPI_Win* window) {
    record_window_created(location, *window, communicator, OTF2_COLLECTIVE_OP_CREATE_HANDLE,
                          "MPI_Win_create window");
  }
};
template <>
struct Hook<Function::Win_create_dynamic> : WindowCreation {
  void after(Location& location, MPI_Info, MPI_Comm communicator, MPI_Win* window) {
    record_window_created(location, *window, communicator, OTF2_COLLECTIVE_OP_CREATE_HANDLE,
                          "MPI_Win_create_dynamic window");
  }
};
template <>
struct Hook<Function::Win_allocate> : WindowCreation {
  void after(Location& location, MPI_Aint, auto, MPI_Info, MPI_Comm communicator, void*,
             MPI_Win* window) {
    record_window_created(location, *window, communicator,
                          OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE, "MPI_Win_allocate window");
  }
};
template <>
struct Hook<Function::Win_allocate_shared> : WindowCreation {
  void after(Location& location, MPI_Aint, auto, MPI_Info, MPI_Comm communicator, void*,
             MPI_Win* window) {
    record_window_created(location, *window, communicator,
                          OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE,
                          "MPI_Win_allocate_shared window");
  }
};
template <>
struct Hook<Function::Win_free> {
  using EvenPaused = void;
  std::uint32_t number = OTF2_UNDEFINED_RMA_WIN;
  void before(Location&, MPI_Win* window) {
    number = Windows::instance().number_of(*window);
    Windows::instance().remove(*window);
  }
  void after(Location& location, MPI_Win*) { record_window_freed(location, number); }
};
template <>
struct Hook<Function::Win_set_name> {
  using EvenPaused = void;
  void after(Location&, MPI_Win window, const char* name) {
    Windows::instance().set_name(window, name);
  }
};

// Transfers
template <>
struct Hook<Function::Put> {
  void after(Location& location, const void*, auto count, MPI_Datatype type, int target, MPI_Aint,
             auto, MPI_Datatype, MPI_Win window) {
    record_transfer(location, window, target, {.sent = bytes_of(type, count)});
  }
};
template <>
struct Hook<Function::Get> {
  void after(Location& location, const void*, auto count, MPI_Datatype type, int target, MPI_Aint,
             auto, MPI_Datatype, MPI_Win window) {
    record_transfer(location, window, target,
                    {.kind = RmaOperation::Kind::Get, .received = bytes_of(type, count)});
  }
};
template <>
struct Hook<Function::Accumulate> {
  void after(Location& location, const void*, auto count, MPI_Datatype type, int target, MPI_Aint,
             auto, MPI_Datatype, MPI_Op, MPI_Win window) {
    record_transfer(location, window, target,
                    {.kind = RmaOperation::Kind::Atomic, .sent = bytes_of(type, count)});
  }
};
template <>
struct Hook<Function::Get_accumulate> {
  void after(Location& location, const void*, auto count, MPI_Datatype type, void*, auto into_count,
             MPI_Datatype into_type, int target, MPI_Aint, auto, MPI_Datatype, MPI_Op,
             MPI_Win window) {
    record_transfer(location, window, target,
                    {.kind = RmaOperation::Kind::Atomic,
                     .type = OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE,
                     .sent = bytes_of(type, count),
                     .received = bytes_of(into_type, into_count)});
  }
};
template <>
struct Hook<Function::Fetch_and_op> {
  void after(Location& location, const void*, void*, MPI_Datatype type, int target, MPI_Aint,
             MPI_Op, MPI_Win window) {
    record_transfer(location, window, target,
                    {.kind = RmaOperation::Kind::Atomic,
                     .type = OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE,
                     .sent = bytes_of(type, 1),
                     .received = bytes_of(type, 1)});
  }
};
template <>
struct Hook<Function::Compare_and_swap> {
  void after(Location& location, const void*, const void*, void*, MPI_Datatype type, int target,
             MPI_Aint, MPI_Win window) {
    record_transfer(location, window, target,
                    {.kind = RmaOperation::Kind::Atomic,
                     .type = OTF2_RMA_ATOMIC_TYPE_COMPARE_AND_SWAP,
                     .sent = 2 * bytes_of(type, 1),
                     .received = bytes_of(type, 1)});
  }
};

// With requests
template <>
struct Hook<Function::Rput> {
  void after(Location& location, const void*, auto count, MPI_Datatype type, int target, MPI_Aint,
             auto, MPI_Datatype, MPI_Win window, const MPI_Request* request) {
    record_transfer_request(location, window, target, {.sent = bytes_of(type, count)}, *request);
  }
};
template <>
struct Hook<Function::Rget> {
  void after(Location& location, const void*, auto count, MPI_Datatype type, int target, MPI_Aint,
             auto, MPI_Datatype, MPI_Win window, const MPI_Request* request) {
    record_transfer_request(location, window, target,
                            {.kind = RmaOperation::Kind::Get, .received = bytes_of(type, count)},
                            *request);
  }
};
template <>
struct Hook<Function::Raccumulate> {
  void after(Location& location, const void*, auto count, MPI_Datatype type, int target, MPI_Aint,
             auto, MPI_Datatype, MPI_Op, MPI_Win window, const MPI_Request* request) {
    record_transfer_request(location, window, target,
                            {.kind = RmaOperation::Kind::Atomic, .sent = bytes_of(type, count)},
                            *request);
  }
};
template <>
struct Hook<Function::Rget_accumulate> {
  void after(Location& location, const void*, auto count, MPI_Datatype type, void*, auto into_count,
             MPI_Datatype into_type, int target, MPI_Aint, auto, MPI_Datatype, MPI_Op,
             MPI_Win window, const MPI_Request* request) {
    record_transfer_request(location, window, target,
                            {.kind = RmaOperation::Kind::Atomic,
                             .type = OTF2_RMA_ATOMIC_TYPE_FETCH_AND_ACCUMULATE,
                             .sent = bytes_of(type, count),
                             .received = bytes_of(into_type, into_count)},
                            *request);
  }
};

}  // namespace lull::recorder::mpi
