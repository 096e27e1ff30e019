// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/hooks/one_sided_hooks.hpp"

#include "lull/recorder/files/event_attributes.hpp"

namespace lull::recorder::mpi {
namespace {

constexpr std::uint64_t kOnlyLock = 0;  // a window has one for each process

std::uint32_t number_of_window(MPI_Win window) { return Windows::instance().number_of(window); }

std::uint32_t remote(int target) {
  return target == kAllTargets ? OTF2_UNDEFINED_UINT32 : static_cast<std::uint32_t>(target);
}

void record_window_end(Location& location, OTF2_CollectiveOp operation, OTF2_RmaSyncLevel level,
                       std::uint32_t window) {
  OTF2_EvtWriter_RmaCollectiveEnd(location.writer(), nullptr, location.now(), operation, level,
                                  window, OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
}

void record_window_begin(Location& location) {
  OTF2_EvtWriter_RmaCollectiveBegin(location.writer(), nullptr, location.entered());
}

}  // namespace

// While recording is switched off, the window is only registered.
void record_window_created(Location& location, MPI_Win window, MPI_Comm communicator,
                           OTF2_CollectiveOp operation, const char* name) {
  const std::uint32_t number = Windows::instance().add(window, communicator, name);
  if (!Measurement::instance().running()) return;
  record_window_begin(location);
  OTF2_EvtWriter_RmaWinCreate(location.writer(), nullptr, location.now(), number);
  record_window_end(location, operation, OTF2_RMA_SYNC_LEVEL_PROCESS, number);
}

void record_window_freed(Location& location, std::uint32_t window) {
  if (!Measurement::instance().running()) return;
  record_window_begin(location);
  OTF2_EvtWriter_RmaWinDestroy(location.writer(), nullptr, location.now(), window);
  record_window_end(location, OTF2_COLLECTIVE_OP_DESTROY_HANDLE, OTF2_RMA_SYNC_LEVEL_PROCESS,
                    window);
}

void record_fence(Location& location, MPI_Win window) {
  record_window_begin(location);
  Windows::instance().complete(location, window, kAllTargets, Reach::HereAtLast);
  record_window_end(location, OTF2_COLLECTIVE_OP_BARRIER,
                    OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY,
                    number_of_window(window));
}

void record_group(Location& location, std::uint64_t time, OTF2_RmaSyncLevel level, MPI_Win window,
                  std::uint32_t group) {
  OTF2_EvtWriter_RmaGroupSync(location.writer(), nullptr, time, level, number_of_window(window),
                              group);
}

void record_lock(Location& location, MPI_Win window, int target, int type, int assertion) {
  if (target == MPI_PROC_NULL) return;
  OTF2_AttributeList* attributes = nullptr;
  if ((assertion & MPI_MODE_NOCHECK) != 0) {
    attributes = location.attributes();
    add_attribute(attributes, EventAttribute::Assertion, kNoConflict);
  }
  OTF2_EvtWriter_RmaRequestLock(
      location.writer(), attributes, location.entered(), number_of_window(window), remote(target),
      kOnlyLock, type == MPI_LOCK_EXCLUSIVE ? OTF2_LOCK_EXCLUSIVE : OTF2_LOCK_SHARED);
}

void record_unlock(Location& location, MPI_Win window, int target) {
  if (target == MPI_PROC_NULL) return;
  Windows::instance().complete(location, window, target, Reach::AtTarget);
  OTF2_EvtWriter_RmaReleaseLock(location.writer(), nullptr, location.now(),
                                number_of_window(window), remote(target), kOnlyLock);
}

void record_flush(Location& location, MPI_Win window, int target, Reach reach) {
  if (target == MPI_PROC_NULL) return;
  Windows::instance().complete(location, window, target, reach);
  OTF2_EvtWriter_RmaSync(location.writer(), nullptr, location.now(), number_of_window(window),
                         remote(target), OTF2_RMA_SYNC_TYPE_MEMORY);
}

void record_sync(Location& location, MPI_Win window) {
  MPI_Group group;
  int rank = 0;
  PMPI_Win_get_group(window, &group);
  PMPI_Group_rank(group, &rank);
  PMPI_Group_free(&group);
  OTF2_EvtWriter_RmaSync(location.writer(), nullptr, location.now(), number_of_window(window),
                         remote(rank), OTF2_RMA_SYNC_TYPE_MEMORY);
}

std::uint64_t record_transfer(Location& location, MPI_Win window, int target,
                              const RmaOperation& operation) {
  if (target == MPI_PROC_NULL) return 0;
  EventWriter* const writer = location.writer();
  const std::uint32_t number = number_of_window(window);
  const std::uint64_t id =
      Windows::instance().begin_transfer(window, target, operation.received != 0);
  if (operation.kind == RmaOperation::Kind::Put)
    OTF2_EvtWriter_RmaPut(writer, nullptr, location.entered(), number, remote(target),
                          operation.sent, id);
  else if (operation.kind == RmaOperation::Kind::Get)
    OTF2_EvtWriter_RmaGet(writer, nullptr, location.entered(), number, remote(target),
                          operation.received, id);
  else
    OTF2_EvtWriter_RmaAtomic(writer, nullptr, location.entered(), number, remote(target),
                             operation.type, operation.sent, operation.received, id);
  return id;
}

void record_transfer_request(Location& location, MPI_Win window, int target,
                             const RmaOperation& operation, MPI_Request handle) {
  const std::uint64_t transfer = record_transfer(location, window, target, operation);
  if (transfer == 0) return;
  Request request;
  request.kind = Request::Kind::Transfer;
  request.id = transfer;
  request.communicator = number_of_window(window);
  request.peer = static_cast<std::uint32_t>(target);
  request.recorded = true;
  Requests::instance().add(handle, request);
}

}  // namespace lull::recorder::mpi
