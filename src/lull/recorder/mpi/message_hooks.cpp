// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/message_hooks.hpp"

#include <mutex>
#include <unordered_map>

namespace lull::recorder::mpi {
namespace {

std::uint32_t number(int value) { return static_cast<std::uint32_t>(value); }

}  // namespace

void record_send(Location& location, std::int64_t count, MPI_Datatype type, int destination,
                 int tag, MPI_Comm communicator) {
  if (destination == MPI_PROC_NULL) return;
  OTF2_EvtWriter_MpiSend(location.writer(), nullptr, location.now(), number(destination),
                         Communicators::instance().number_of(communicator), number(tag),
                         bytes_of(type, count));
}

void record_receive(Location& location, const MPI_Status& status, MPI_Comm communicator) {
  if (status.MPI_SOURCE != MPI_PROC_NULL)
    record_matched_receive(location, status, Communicators::instance().number_of(communicator));
}

void record_matched_receive(Location& location, const MPI_Status& status,
                            std::uint32_t communicator) {
  if (status.MPI_SOURCE == MPI_PROC_NULL) return;
  OTF2_EvtWriter_MpiRecv(location.writer(), nullptr, location.now(), number(status.MPI_SOURCE),
                         communicator, number(status.MPI_TAG), bytes_of(status));
}

void record_send_request(Location& location, std::int64_t count, MPI_Datatype type, int destination,
                         int tag, MPI_Comm communicator, MPI_Request handle, bool persistent) {
  if (destination == MPI_PROC_NULL) return;
  Requests& requests = Requests::instance();
  Request request;
  request.kind = Request::Kind::Send;
  request.id = requests.new_id();
  request.communicator = Communicators::instance().number_of(communicator);
  request.persistent = persistent;
  request.active = !persistent;
  request.peer = number(destination);
  request.tag = number(tag);
  request.sent = bytes_of(type, count);
  requests.add(handle, request);
  if (!persistent)
    OTF2_EvtWriter_MpiIsend(location.writer(), nullptr, location.entered(), request.peer,
                            request.communicator, request.tag, request.sent, request.id);
}

namespace {

void add_receive(Location& location, std::uint32_t communicator, MPI_Request handle,
                 bool persistent) {
  Requests& requests = Requests::instance();
  Request request;
  request.kind = Request::Kind::Receive;
  request.id = requests.new_id();
  request.communicator = communicator;
  request.persistent = persistent;
  request.active = !persistent;
  requests.add(handle, request);
  if (!persistent)
    OTF2_EvtWriter_MpiIrecvRequest(location.writer(), nullptr, location.entered(), request.id);
}

std::mutex match_mutex;
std::unordered_map<std::uint64_t, std::uint32_t>& matches() {
  static auto* const all = new std::unordered_map<std::uint64_t, std::uint32_t>;
  return *all;
}

}  // namespace

void record_receive_request(Location& location, int source, MPI_Comm communicator,
                            MPI_Request handle, bool persistent) {
  if (source != MPI_PROC_NULL)
    add_receive(location, Communicators::instance().number_of(communicator), handle, persistent);
}

void record_matched_request(Location& location, std::uint32_t communicator, MPI_Request handle) {
  if (communicator != OTF2_UNDEFINED_COMM) add_receive(location, communicator, handle, false);
}

void keep_match(MPI_Message message, MPI_Comm communicator) {
  if (message == MPI_MESSAGE_NO_PROC || message == MPI_MESSAGE_NULL) return;
  const std::scoped_lock lock(match_mutex);
  matches()[key_of(message)] = Communicators::instance().number_of(communicator);
}

std::uint32_t take_match(MPI_Message message) {
  const std::scoped_lock lock(match_mutex);
  const auto found = matches().extract(key_of(message));
  return found.empty() ? OTF2_UNDEFINED_COMM : found.mapped();
}

}  // namespace lull::recorder::mpi
