// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/recorder/mpi/requests.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lull/recorder/files/event_attributes.hpp"
#include "lull/recorder/measurement/measurement.hpp"
#include "lull/recorder/mpi/communicators.hpp"
#include "lull/recorder/mpi/windows.hpp"

namespace lull::recorder::mpi {

namespace {

constexpr std::uint32_t kAny = ~std::uint32_t{0};

thread_local char this_thread [[gnu::tls_model("initial-exec")]] = 0;  // only its address matters

}  // namespace

Requests& Requests::instance() {
  static auto* const requests = new Requests;
  return *requests;
}

inline Requests::Shared* Requests::shared(std::uint64_t handle) {
  for (Shared& one : shared_)
    if (one.handle == handle) return &one;
  return nullptr;
}

// Mostly the same thread as before.
Requests::Queue& Requests::Shared::queue_of(const void* thread) {
  if (thread != last_thread) {
    last_queue = &requests[thread];
    last_thread = thread;
  }
  return *last_queue;
}

void Requests::Shared::add(const void* thread, const Request& request) {
  queue_of(thread).add(request);
  ++open;
}

// There must be one. An empty queue is kept for the thread's next request, unless there are many.
void Requests::Shared::take(const void* thread, Request& request) {
  Queue* queue = &queue_of(thread);
  if (queue->empty())
    queue = &std::ranges::find_if(requests, [](const auto& one) {
               return !one.second.empty();
             })->second;
  request = queue->take();
  --open;
  if (requests.size() <= most_queues) return;
  std::erase_if(requests, [](const auto& one) { return one.second.empty(); });
  most_queues = std::max(kMostQueues, 2 * requests.size());
  last_thread = nullptr;
}

// Starts two operations that complete at once: their requests are equal if the library uses one for
// all that are complete from the start.
void Requests::begin(MPI_Comm communicator) {
  const auto guard = lock();
  for (const bool send : {true, false}) {
    std::array<MPI_Request, 2> handles{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    for (MPI_Request& handle : handles)
      if (send)
        PMPI_Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, communicator, &handle);
      else
        PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, communicator, &handle);
    const std::uint64_t key = key_of(handles[0]);
    if (handles[0] == handles[1] && shared(key) == nullptr) shared_.push_back({.handle = key});
    PMPI_Waitall(2, handles.data(), MPI_STATUSES_IGNORE);
  }
}

// Records the communicator before the operation completes, in case it never does.
void record_collective_request(Location& location, const Request& request) {
  OTF2_AttributeList* const list = location.attributes();
  if (list != nullptr)
    OTF2_AttributeList_AddCommRef(
        list, static_cast<OTF2_AttributeRef>(EventAttribute::Communicator), request.communicator);
  OTF2_EvtWriter_NonBlockingCollectiveRequest(location.writer(), list, location.entered(),
                                              request.id);
}

void Requests::add(MPI_Request handle, const Request& request) {
  if (handle == MPI_REQUEST_NULL) return;
  const auto guard = lock();
  if (Shared* const all = shared(key_of(handle)))
    all->add(&this_thread, request);
  else
    open_.add(key_of(handle), request);
}

// If the last message of a buffered send is still in the buffer, Open MPI gives the send another
// request, and the program another handle.
void Requests::follow(MPI_Request before, const Request& known, MPI_Request handle) {
  if (before == handle || !known.persistent) return;
  const auto guard = lock();
  const Request* const found = open_.find(key_of(before));
  if (found != nullptr && found->id == known.id && found->kind == known.kind)
    open_.remove(key_of(before));
  open_.add(key_of(handle), known);
}

void Requests::start(Location& location, MPI_Request handle) {
  Request request;
  {
    const auto guard = lock();
    Request* const found = open_.find(key_of(handle));
    if (found == nullptr) return;
    found->id = new_id();
    found->active = true;
    found->missing = found->partitions;
    found->recorded = found->missing == 0 && Measurement::instance().running();
    request = *found;
  }
  if (!request.recorded) return;
  EventWriter* const writer = location.writer();
  if (request.kind == Request::Kind::Exchange)
    start_exchange(location, request);
  else if (request.kind == Request::Kind::Send)
    OTF2_EvtWriter_MpiIsend(writer, nullptr, location.entered(), request.peer, request.communicator,
                            request.tag, request.sent, request.id);
  else if (request.kind == Request::Kind::Collective)
    record_collective_request(location, request);
  else
    OTF2_EvtWriter_MpiIrecvRequest(writer, nullptr, location.entered(), request.id);
}

void Requests::ready(Location& location, MPI_Request handle, std::uint32_t parts) {
  const auto guard = lock();
  Request* const found = open_.find(key_of(handle));
  if (found == nullptr || found->missing == 0) return;
  found->missing -= std::min(found->missing, parts);
  found->recorded = found->missing == 0 && Measurement::instance().running();
  if (found->recorded)
    OTF2_EvtWriter_MpiIsend(location.writer(), nullptr, location.entered(), found->peer,
                            found->communicator, found->tag, found->sent, found->id);
}

Request Requests::known(MPI_Request handle) {
  const auto guard = lock();
  const Request* const found = open_.find(key_of(handle));
  Request none;
  none.active = false;
  return found == nullptr ? none : *found;
}

bool Requests::take(MPI_Request handle, bool stays, Request& request, const Request* known) {
  const std::uint64_t key = key_of(handle);
  const auto guard = lock();
  if (Shared* const all = shared(key)) {
    if (stays || all->open == 0) return false;
    all->take(&this_thread, request);
    return true;
  }
  Request* const found = open_.find(key);
  if (known != nullptr &&
      (found == nullptr || found->id != known->id || found->kind != known->kind)) {
    request = *known;
    return request.active;
  }
  if (found == nullptr) return false;
  request = *found;
  found->active = false;
  if (!stays && !request.persistent) open_.remove(key);
  return request.active;
}

// Called for every message, therefore flattened.
[[gnu::flatten]] void Requests::complete(Location& location, MPI_Request handle,
                                         const MPI_Status& status, const Request* known) {
  if (Request request; take(handle, false, request, known))
    end(location, request, outcome_of(request, status));
}

void Requests::see(Location& location, MPI_Request handle, const MPI_Status& status) {
  if (Request request; take(handle, true, request))
    end(location, request, outcome_of(request, status));
}

void Requests::fail(Location& location, MPI_Request handle, int error, const MPI_Status& status,
                    const Request* known) {
  int kind = MPI_SUCCESS;
  PMPI_Error_class(error, &kind);
  if (kind == MPI_ERR_PENDING) return;
  if (Request request; take(handle, false, request, known)) fail(location, request, error, status);
}

// A message that was too long for its receive is received nevertheless.
void Requests::fail(Location& location, const Request& request, int error,
                    const MPI_Status& status) {
  int kind = MPI_SUCCESS;
  PMPI_Error_class(error, &kind);
  const bool received = kind == MPI_ERR_TRUNCATE && (request.kind == Request::Kind::Receive ||
                                                     request.kind == Request::Kind::SendReceive);
  Outcome outcome;
  if (received) outcome = outcome_of(request, status);
  outcome.cancelled = outcome.cancelled || !received;
  end(location, request, outcome);
}

void Requests::free(Location& location, MPI_Request handle) {
  Request request;
  const bool active = take(handle, false, request);
  {
    const auto guard = lock();
    if (shared(key_of(handle)) == nullptr) open_.remove(key_of(handle));
  }
  Outcome outcome;
  outcome.cancelled = request.kind != Request::Kind::Send;
  if (active) end(location, request, outcome);
  if (request.kind == Request::Kind::Exchange) forget_exchange(request);
}

bool Requests::is_receiving(MPI_Request handle) {
  const auto guard = lock();
  const Request* const found =
      shared(key_of(handle)) == nullptr ? open_.find(key_of(handle)) : nullptr;
  return found != nullptr && found->active && found->kind == Request::Kind::Receive;
}

namespace {

// MPICH 4.0 does not report what such a request has received: uses the requested values.
void correct(Outcome& outcome, const Request& request) {
  const bool right = (request.peer == kAny || outcome.source == request.peer) &&
                     (request.tag == kAny || outcome.tag == request.tag) && outcome.bytes != 0;
  if (right) return;
  if (request.peer != kAny) outcome.source = request.peer;
  if (request.tag != kAny) outcome.tag = request.tag;
  outcome.cancelled = false;
  outcome.bytes = request.received;
}

}  // namespace

Outcome Requests::outcome_of(const Request& request, const MPI_Status& status) const {
  Outcome outcome;
  if (request.kind == Request::Kind::File) outcome.bytes = bytes_of(status);
  if (request.kind == Request::Kind::Partitioned)
    return {false, request.peer, request.tag, request.received};
  const bool receives =
      request.kind == Request::Kind::Receive || request.kind == Request::Kind::SendReceive;
  if (request.kind != Request::Kind::Send && !receives) return outcome;
  int cancelled = 0;
  if (any_cancelled_) PMPI_Test_cancelled(&status, &cancelled);
  outcome.cancelled = cancelled != 0;
  if (outcome.cancelled || !receives) return outcome;
  outcome.cancelled = status.MPI_SOURCE < 0;  // no source
  outcome.source = static_cast<std::uint32_t>(status.MPI_SOURCE);
  outcome.tag = static_cast<std::uint32_t>(status.MPI_TAG);
  if (!outcome.cancelled) outcome.bytes = bytes_of(status);
  if (request.kind == Request::Kind::SendReceive) correct(outcome, request);
  return outcome;
}

void Requests::end(Location& location, const Request& request, const Outcome& outcome) {
  if (request.kind == Request::Kind::Exchange && !request.recorded)
    return request.persistent ? void() : forget_exchange(request);
  if (Measurement::instance().running()) return write_end(location, request, outcome);
  if (!request.recorded) return;
  const auto guard = lock();
  late_.push_back({request, outcome});
  has_late_requests.store(true, std::memory_order_relaxed);
}

void Requests::write_late(Location& location) {
  std::vector<Late> late;
  {
    const auto guard = lock();
    late.swap(late_);
    has_late_requests.store(false, std::memory_order_relaxed);
  }
  location.look_at_clock();
  for (const Late& one : late) write_end(location, one.request, one.outcome);
}

void Requests::write_end(Location& location, const Request& request, const Outcome& outcome) {
  const bool is_plain = request.recorded && !outcome.cancelled;
  if (is_plain && request.kind == Request::Kind::Send) [[likely]]
    OTF2_EvtWriter_MpiIsendComplete(location.writer(), nullptr, location.now(), request.id);
  else if (is_plain && request.kind == Request::Kind::Receive) [[likely]]
    OTF2_EvtWriter_MpiIrecv(location.writer(), nullptr, location.now(), outcome.source,
                            request.communicator, outcome.tag, outcome.bytes, request.id);
  else
    write_rare_end(location, request, outcome);
}

// A receive posted while the recording was off is recorded like a blocking one.
[[gnu::noinline]] void Requests::write_rare_end(Location& location, const Request& request,
                                                const Outcome& outcome) {
  EventWriter* const writer = location.writer();
  const std::uint64_t now = location.now();
  using Kind = Request::Kind;
  if (!request.recorded) {
    const bool receives = request.kind == Kind::Receive || request.kind == Kind::SendReceive ||
                          request.kind == Kind::Partitioned;
    if (receives && !outcome.cancelled)
      OTF2_EvtWriter_MpiRecv(writer, nullptr, now, outcome.source, request.communicator,
                             outcome.tag, outcome.bytes);
    return;
  }
  if (request.kind == Kind::Exchange) {
    write_exchange_end(location, request.second);
    if (!request.persistent) forget_exchange(request);
    return;
  }
  if (request.kind == Kind::SendReceive) {
    Request part = request;
    part.kind = Kind::Send;
    write_end(location, part, {});
    part.kind = Kind::Receive;
    part.id = request.second;
    return write_end(location, part, outcome);
  }
  if (request.kind == Kind::Transfer)
    return Windows::instance().complete_here(location, request.communicator,
                                             static_cast<int>(request.peer), request.id);
  if (request.kind == Kind::File)
    OTF2_EvtWriter_IoOperationComplete(writer, nullptr, now, request.communicator, outcome.bytes,
                                       request.id);
  else if (request.kind == Kind::Collective)
    OTF2_EvtWriter_NonBlockingCollectiveComplete(writer, nullptr, now, request.operation,
                                                 request.communicator, request.peer, request.sent,
                                                 request.received, request.id);
  else if (outcome.cancelled)
    OTF2_EvtWriter_MpiRequestCancelled(writer, nullptr, now, request.id);
  else
    OTF2_EvtWriter_MpiIrecv(writer, nullptr, now, outcome.source, request.communicator, outcome.tag,
                            outcome.bytes, request.id);
}

}  // namespace lull::recorder::mpi
