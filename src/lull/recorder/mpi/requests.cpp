// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/requests.hpp"

#include <array>
#include <utility>

#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/windows.hpp"

namespace lull::recorder::mpi {

Requests& Requests::instance() {
  static auto* const requests = new Requests;
  return *requests;
}

void Requests::add(MPI_Request handle, const Request& request) {
  if (handle == MPI_REQUEST_NULL) return;
  const auto guard = lock();
  open_.add(key_of(handle), request);
}

std::uint64_t Requests::add(std::unique_ptr<ExchangedMessages> messages) {
  const std::uint64_t id = new_id();
  const auto guard = lock();
  exchanges_[id] = std::move(messages);
  return id;
}

void Requests::complete_exchange(Location& location, std::uint64_t id) {
  std::unique_ptr<ExchangedMessages> messages;
  {
    const auto guard = lock();
    messages = std::move(exchanges_[id]);
    exchanges_.erase(id);
  }
  for (const std::uint64_t send : messages->sends)
    OTF2_EvtWriter_MpiIsendComplete(location.writer(), nullptr, location.now(), send);
  for (const ExchangedMessages::Receive& receive : messages->receives)
    OTF2_EvtWriter_MpiIrecv(location.writer(), nullptr, location.now(), receive.source,
                            messages->communicator, messages->tag, receive.bytes, receive.id);
}

void Requests::start(Location& location, MPI_Request handle) {
  Request request;
  {
    const auto guard = lock();
    Request* const found = open_.find(key_of(handle));
    if (found == nullptr) return;
    found->id = new_id();
    found->active = true;
    request = *found;
  }
  if (request.kind == Request::Kind::Send)
    OTF2_EvtWriter_MpiIsend(location.writer(), nullptr, location.entered(), request.peer,
                            request.communicator, request.tag, request.sent, request.id);
  else
    OTF2_EvtWriter_MpiIrecvRequest(location.writer(), nullptr, location.entered(), request.id);
}

void Requests::complete(Location& location, MPI_Request handle, const MPI_Status& status) {
  Request request;
  {
    const auto guard = lock();
    Request* const found = open_.find(key_of(handle));
    if (found == nullptr || !found->active) return;
    request = *found;
    if (request.persistent)
      found->active = false;
    else
      open_.remove(key_of(handle));
  }
  if (request.kind == Request::Kind::Transfer)
    return Windows::instance().complete_here(location, request.communicator, request.id);
  if (request.kind == Request::Kind::File) {
    OTF2_EvtWriter_IoOperationComplete(location.writer(), nullptr, location.now(),
                                       request.communicator, bytes_of(status), request.id);
    return;
  }
  if (request.kind == Request::Kind::Exchange) return complete_exchange(location, request.id);
  int cancelled = 0;
  if (any_cancelled_ && request.kind != Request::Kind::Collective)
    PMPI_Test_cancelled(&status, &cancelled);
  const bool from_nobody = request.kind == Request::Kind::Receive && status.MPI_SOURCE < 0;
  OTF2_EvtWriter* const writer = location.writer();
  if (cancelled != 0 || from_nobody)
    OTF2_EvtWriter_MpiRequestCancelled(writer, nullptr, location.now(), request.id);
  else if (request.kind == Request::Kind::Send)
    OTF2_EvtWriter_MpiIsendComplete(writer, nullptr, location.now(), request.id);
  else if (request.kind == Request::Kind::Collective)
    OTF2_EvtWriter_NonBlockingCollectiveComplete(writer, nullptr, location.now(), request.operation,
                                                 request.communicator, request.peer, request.sent,
                                                 request.received, request.id);
  else
    OTF2_EvtWriter_MpiIrecv(writer, nullptr, location.now(),
                            static_cast<std::uint32_t>(status.MPI_SOURCE), request.communicator,
                            static_cast<std::uint32_t>(status.MPI_TAG), bytes_of(status),
                            request.id);
}

void Requests::forget(MPI_Request handle) {
  const auto guard = lock();
  open_.remove(key_of(handle));
}

namespace {

// Of types that the library brings along, which never go away, the size is looked up once.
int size_of(MPI_Datatype type) {
  struct Known {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int size = 0;
  };
  thread_local std::array<Known, 16> known;
  Known& place = known[(key_of(type) * 0x9E3779B97F4A7C15ull) >> 60];
  if (place.type == type) return place.size;
  int size = 0;
  PMPI_Type_size(type, &size);
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = 0;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  if (combiner == MPI_COMBINER_NAMED) place = {type, size};
  return size;
}

}  // namespace

std::uint64_t bytes_of(MPI_Datatype type, std::int64_t count) {
  if (type == MPI_DATATYPE_NULL || count <= 0) return 0;
  return static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size_of(type));
}

std::uint64_t bytes_of(const MPI_Status& status) {
  int bytes = 0;
  PMPI_Get_count(&status, MPI_BYTE, &bytes);
  return bytes == MPI_UNDEFINED || bytes < 0 ? 0 : static_cast<std::uint64_t>(bytes);
}

}  // namespace lull::recorder::mpi
