// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages of neighbourhood collectives with a request.
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/requests.hpp"

namespace lull::recorder::mpi {

void Requests::add(Location& location, MPI_Request handle, const ExchangedMessages& messages,
                   bool persistent) {
  Request request;
  request.kind = Request::Kind::Exchange;
  request.id = request.second = new_id();
  request.persistent = persistent;
  request.active = !persistent;
  request.recorded = !persistent && Measurement::instance().running();
  {
    const auto guard = lock();
    exchanges_[request.second] = messages;
  }
  add(handle, request);
  if (request.recorded) start_exchange(location, request);
}

// Each message is a separate operation; they complete together.
void Requests::start_exchange(Location& location, const Request& request) {
  const auto guard = lock();
  ExchangedMessages& messages = exchanges_[request.second];
  for (ExchangedMessages::Message& send : messages.sends) {
    send.id = new_id();
    OTF2_EvtWriter_MpiIsend(location.writer(), nullptr, location.entered(), send.peer,
                            messages.communicator, messages.tag, send.bytes, send.id);
  }
  for (ExchangedMessages::Message& receive : messages.receives) {
    receive.id = new_id();
    OTF2_EvtWriter_MpiIrecvRequest(location.writer(), nullptr, location.entered(), receive.id);
  }
}

void Requests::write_exchange_end(Location& location, std::uint64_t id) {
  const auto guard = lock();
  const auto found = exchanges_.find(id);
  if (found == exchanges_.end()) return;
  const ExchangedMessages& messages = found->second;
  for (const ExchangedMessages::Message& send : messages.sends)
    OTF2_EvtWriter_MpiIsendComplete(location.writer(), nullptr, location.now(), send.id);
  for (const ExchangedMessages::Message& receive : messages.receives)
    OTF2_EvtWriter_MpiIrecv(location.writer(), nullptr, location.now(), receive.peer,
                            messages.communicator, messages.tag, receive.bytes, receive.id);
}

void Requests::forget_exchange(const Request& request) {
  const auto guard = lock();
  exchanges_.erase(request.second);
}

}  // namespace lull::recorder::mpi
