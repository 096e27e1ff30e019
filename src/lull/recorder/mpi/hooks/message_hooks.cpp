// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/hooks/message_hooks.hpp"

#include <mutex>
#include <optional>
#include <unordered_map>

namespace lull::recorder::mpi {
namespace {

std::uint32_t number(int value) { return static_cast<std::uint32_t>(value); }

// A persistent request is not recorded before it is started.
Request new_request(Request::Kind kind, MPI_Comm communicator, bool persistent) {
  Request request;
  request.kind = kind;
  request.id = Requests::instance().new_id();
  request.communicator = Communicators::instance().number_of(communicator);
  request.persistent = persistent;
  request.active = !persistent;
  request.recorded = !persistent && Measurement::instance().running();
  return request;
}

}  // namespace

void record_send(Location& location, std::int64_t count, MPI_Datatype type, int destination,
                 int tag, MPI_Comm communicator) {
  if (destination == MPI_PROC_NULL) return;
  OTF2_EvtWriter_MpiSend(location.writer(), nullptr, location.entered(), number(destination),
                         Communicators::instance().number_of(communicator), number(tag),
                         bytes_of(type, count));
}

void record_receive(Location& location, const MPI_Status& status, MPI_Comm communicator) {
  if (status.MPI_SOURCE < 0) return;
  OTF2_EvtWriter_MpiRecv(location.writer(), nullptr, location.now(), number(status.MPI_SOURCE),
                         Communicators::instance().number_of(communicator), number(status.MPI_TAG),
                         bytes_of(status));
}

// A message that is too long for its receive is received nevertheless.
void record_failed_receive(Location& location, int error, const MPI_Status& status,
                           MPI_Comm communicator) {
  int kind = MPI_SUCCESS;
  PMPI_Error_class(error, &kind);
  if (kind == MPI_ERR_TRUNCATE) record_receive(location, status, communicator);
}

void record_failed_exchange(Location& location, int error, const SentMessage& sent,
                            const MPI_Status& status) {
  int kind = MPI_SUCCESS;
  PMPI_Error_class(error, &kind);
  if (kind != MPI_ERR_TRUNCATE) return;
  record_send(location, sent.count, sent.type, sent.destination, sent.tag, sent.communicator);
  record_receive(location, status, sent.communicator);
}

void record_send_request(Location& location, std::int64_t count, MPI_Datatype type, int destination,
                         int tag, MPI_Comm communicator, MPI_Request handle, bool persistent) {
  if (destination == MPI_PROC_NULL) return;
  Request request = new_request(Request::Kind::Send, communicator, persistent);
  request.peer = number(destination);
  request.tag = number(tag);
  request.sent = bytes_of(type, count);
  Requests::instance().add(handle, request);
  if (request.recorded)
    OTF2_EvtWriter_MpiIsend(location.writer(), nullptr, location.entered(), request.peer,
                            request.communicator, request.tag, request.sent, request.id);
}

void record_receive_request(Location& location, int source, MPI_Comm communicator,
                            MPI_Request handle, bool persistent) {
  if (source == MPI_PROC_NULL) return;
  const Request request = new_request(Request::Kind::Receive, communicator, persistent);
  Requests::instance().add(handle, request);
  if (request.recorded)
    OTF2_EvtWriter_MpiIrecvRequest(location.writer(), nullptr, location.entered(), request.id);
}

void record_sendrecv_request(Location& location, const SentMessage& sent,
                             const ExpectedMessage& expected, MPI_Request handle) {
  if (sent.destination == MPI_PROC_NULL)
    return record_receive_request(location, expected.source, sent.communicator, handle, false);
  if (expected.source == MPI_PROC_NULL)
    return record_send_request(location, sent.count, sent.type, sent.destination, sent.tag,
                               sent.communicator, handle, false);
  Request request = new_request(Request::Kind::SendReceive, sent.communicator, false);
  request.second = Requests::instance().new_id();
  constexpr std::uint32_t kAny = ~std::uint32_t{0};
  request.peer = expected.source == MPI_ANY_SOURCE ? kAny : number(expected.source);
  request.tag = expected.tag == MPI_ANY_TAG ? kAny : number(expected.tag);
  request.received = expected.bytes;
  Requests::instance().add(handle, request);
  if (!request.recorded) return;
  OTF2_EvtWriter_MpiIsend(location.writer(), nullptr, location.entered(), number(sent.destination),
                          request.communicator, number(sent.tag), bytes_of(sent.type, sent.count),
                          request.id);
  OTF2_EvtWriter_MpiIrecvRequest(location.writer(), nullptr, location.entered(), request.second);
}

void keep_partitioned(Request::Kind kind, std::uint64_t bytes, int peer, int tag,
                      MPI_Comm communicator, MPI_Request handle, int partitions) {
  if (peer == MPI_PROC_NULL) return;
  Request request;
  request.kind = kind;
  request.partitions = static_cast<std::uint32_t>(partitions);
  request.communicator = Communicators::instance().number_of(communicator);
  request.persistent = true;
  request.active = false;
  request.peer = number(peer);
  request.tag = number(tag);
  request.sent = request.received = bytes;
  Requests::instance().add(handle, request);
}

namespace {

// Receives whose messages have been matched, by message handle.
std::mutex match_mutex;
std::unordered_map<std::uint64_t, Request>& matches() {
  static auto* const all = new std::unordered_map<std::uint64_t, Request>;
  return *all;
}

}  // namespace

void record_match(Location& location, MPI_Message message, MPI_Comm communicator) {
  if (message == MPI_MESSAGE_NO_PROC || message == MPI_MESSAGE_NULL) return;
  const Request request = new_request(Request::Kind::Receive, communicator, false);
  {
    const std::scoped_lock lock(match_mutex);
    matches()[key_of(message)] = request;
  }
  if (request.recorded)
    OTF2_EvtWriter_MpiIrecvRequest(location.writer(), nullptr, location.now(), request.id);
}

std::optional<Request> take_match(MPI_Message message) {
  const std::scoped_lock lock(match_mutex);
  const auto found = matches().extract(key_of(message));
  if (found.empty()) return std::nullopt;
  return found.mapped();
}

}  // namespace lull::recorder::mpi
