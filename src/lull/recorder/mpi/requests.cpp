// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/requests.hpp"

#include <optional>

#include "lull/recorder/mpi/communicators.hpp"

namespace lull::recorder::mpi {

Requests& Requests::instance() {
  static auto* const requests = new Requests;
  return *requests;
}

void Requests::add(MPI_Request handle, const Request& request) {
  if (handle == MPI_REQUEST_NULL) return;
  const std::scoped_lock lock(mutex_);
  open_.emplace(key_of(handle), request);
}

void Requests::start(Location& location, MPI_Request handle) {
  Request request;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = open_.find(key_of(handle));
    if (found == open_.end()) return;
    found->second.id = new_id();
    found->second.active = true;
    request = found->second;
  }
  if (request.kind == Request::Kind::Send)
    OTF2_EvtWriter_MpiIsend(location.writer(), nullptr, ticks(), request.peer, request.communicator,
                            request.tag, request.sent, request.id);
  else
    OTF2_EvtWriter_MpiIrecvRequest(location.writer(), nullptr, ticks(), request.id);
}

void Requests::complete(Location& location, MPI_Request handle, const MPI_Status& status) {
  Request request;
  {
    const std::scoped_lock lock(mutex_);
    const auto found = open_.lower_bound(key_of(handle));
    if (found == open_.end() || found->first != key_of(handle) || !found->second.active) return;
    request = found->second;
    if (request.persistent)
      found->second.active = false;
    else
      open_.erase(found);
  }
  int cancelled = 0;
  if (request.kind != Request::Kind::Collective) PMPI_Test_cancelled(&status, &cancelled);
  const bool from_nobody = request.kind == Request::Kind::Receive && status.MPI_SOURCE < 0;
  OTF2_EvtWriter* const writer = location.writer();
  if (cancelled != 0 || from_nobody)
    OTF2_EvtWriter_MpiRequestCancelled(writer, nullptr, ticks(), request.id);
  else if (request.kind == Request::Kind::Send)
    OTF2_EvtWriter_MpiIsendComplete(writer, nullptr, ticks(), request.id);
  else if (request.kind == Request::Kind::Collective)
    OTF2_EvtWriter_NonBlockingCollectiveComplete(writer, nullptr, ticks(), request.operation,
                                                 request.communicator, request.peer, request.sent,
                                                 request.received, request.id);
  else
    OTF2_EvtWriter_MpiIrecv(writer, nullptr, ticks(), static_cast<std::uint32_t>(status.MPI_SOURCE),
                            request.communicator, static_cast<std::uint32_t>(status.MPI_TAG),
                            bytes_of(status), request.id);
}

void Requests::forget(MPI_Request handle) {
  const std::scoped_lock lock(mutex_);
  if (const auto found = open_.lower_bound(key_of(handle));
      found != open_.end() && found->first == key_of(handle))
    open_.erase(found);
}

std::uint64_t bytes_of(MPI_Datatype type, std::int64_t count) {
  int size = 0;
  if (type == MPI_DATATYPE_NULL || count <= 0) return 0;
  PMPI_Type_size(type, &size);
  return static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size);
}

std::uint64_t bytes_of(const MPI_Status& status) {
  int bytes = 0;
  PMPI_Get_count(&status, MPI_BYTE, &bytes);
  return bytes == MPI_UNDEFINED || bytes < 0 ? 0 : static_cast<std::uint64_t>(bytes);
}

}  // namespace lull::recorder::mpi
