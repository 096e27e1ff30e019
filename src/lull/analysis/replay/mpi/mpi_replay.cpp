// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Handles all events except the most frequent ones (mpi_replay_events.hpp). The actions when a call
// is left are in mpi_replay_close.cpp; the actions that keep operations in order are in
// mpi_replay_order.cpp.
#include "lull/analysis/replay/mpi/mpi_replay_events.hpp"

namespace lull::analysis {

std::optional<CollectiveKind> collective_kind_of(CollectiveOperation operation) {
  switch (operation) {
    case CollectiveOperation::Barrier:
      return CollectiveKind::Barrier;
    case CollectiveOperation::Bcast:
    case CollectiveOperation::Scatter:
    case CollectiveOperation::Scatterv:
      return CollectiveKind::OneToAll;
    case CollectiveOperation::Gather:
    case CollectiveOperation::Gatherv:
    case CollectiveOperation::Reduce:
      return CollectiveKind::AllToOne;
    case CollectiveOperation::Scan:
    case CollectiveOperation::Exscan:
      return CollectiveKind::Scan;
    case CollectiveOperation::Allgather:
    case CollectiveOperation::Allgatherv:
    case CollectiveOperation::Alltoall:
    case CollectiveOperation::Alltoallv:
    case CollectiveOperation::Alltoallw:
    case CollectiveOperation::Allreduce:
    case CollectiveOperation::ReduceScatter:
    case CollectiveOperation::ReduceScatterBlock:
      return CollectiveKind::AllToAll;
    default:
      return std::nullopt;
  }
}

void MpiReplay::odd(DataDefect defect, const OpenCall& call) {
  process_.defects.count(defect, place_of(call));
}

void MpiReplay::add_queued_send(const Channel& channel, std::uint64_t length, std::uint64_t request,
                                const OpenCall& call) {
  add_pending(Pending::Kind::QueuedSend, call, queued_sends_.size());
  SendOperation operation;
  fill(operation, channel, length, request, call);
  operation.ordered = process_.senders.is_alone(channel, call.location);
  queued_sends_.push_back({process_.sends.post(operation), operation});
}

void MpiReplay::on(const MpiIsend& event, const OpenCall& call, Outbox& outbox) {
  if (waves_) waves_->sent(event.communicator, event.receiver, call.now, outbox);
  count_message(call, event.length, true);
  const Channel channel = send_channel(event.receiver, event.communicator, event.tag);
  if (!channel.destination.defined()) return odd(DataDefect::UndefinedPeer, call);
  const OpenRequest request{true, 0, process_.send_requests++, process_.sent, channel, {}};
  add_send(channel, event.length, request.request, call);
  process_.requests.add(event.request, request, [&](const OpenRequest& other) {
    process_.give_up(other, DataDefect::RequestNeverCompleted, place_of(call), outbox);
  });
}

void MpiReplay::on(const MpiIsendComplete& event, const OpenCall& call) {
  const OpenRequest* const request = process_.requests.take(event.request, true);
  if (request == nullptr) return odd(DataDefect::RequestNeverPosted, call);
  add_pending(Pending::Kind::CompletedSend, call, request->request);
}

// The receive takes the turn of the call, if that has one.
void MpiReplay::add_queued_receive(const MpiRecv& event, const Channel& channel,
                                   std::uint64_t wave_step, const OpenCall& call) {
  ReceiveOperation operation;
  operation.channel = channel;
  operation.bytes = event.length;
  operation.time = call.now;
  operation.wave_step = wave_step;
  operation.posted = instance_of(call);
  operation.ordered = process_.receivers.is_alone(channel, call.location);
  if (!turns_.empty() && turns_.back().depth == call.depth && !turns_.back().used) {
    Turn& turn = turns_.back();
    turn.used = true;
    if (ReceiveOperation* const reserved = process_.receives.find(turn.ticket)) {
      *reserved = operation;
      process_.receives.arrive(turn.ticket);
      return add_pending(Pending::Kind::CompletedReceive, call, turn.ticket);
    }
    odd(DataDefect::RequestPassedOver, call);
  }
  const auto ticket = process_.receives.post(operation);
  process_.receives.arrive(ticket);
  add_pending(Pending::Kind::CompletedReceive, call, ticket);
}

void MpiReplay::on(const MpiIrecvRequest& event, const OpenCall& call, Outbox& outbox) {
  const auto ticket = process_.receives.post();
  const CallInstance posted = instance_of(call);
  process_.receives.find(ticket)->posted = posted;
  const OpenRequest request{false, ticket, 0, 0, {}, posted};
  process_.requests.add(event.request, request, [&](const OpenRequest& other) {
    process_.give_up(other, DataDefect::RequestNeverCompleted, place_of(call), outbox);
  });
  add_pending(Pending::Kind::PostedReceive, call, ticket);
}

void MpiReplay::on(const MpiIrecv& event, const OpenCall& call, Outbox& outbox) {
  const std::uint64_t wave_step = wave_step_of(event, call, outbox);
  count_message(call, event.length, false);
  const Channel channel = receive_channel(event.sender, event.communicator, event.tag);
  const OpenRequest* const known = process_.requests.take(event.request, false);
  if (known == nullptr) odd(DataDefect::RequestNeverPosted, call);
  if (!channel.source.defined()) {
    if (known != nullptr) process_.receives.withdraw(known->ticket);
    return odd(DataDefect::UndefinedPeer, call);
  }
  std::uint64_t ticket = known == nullptr ? 0 : known->ticket;
  ReceiveOperation* operation = known == nullptr ? nullptr : process_.receives.find(ticket);
  if (operation == nullptr) {  // never posted, or given up earlier: posted now
    if (known != nullptr) odd(DataDefect::RequestPassedOver, call);
    ticket = process_.receives.post();
    operation = process_.receives.find(ticket);
    operation->posted = known == nullptr ? instance_of(call) : known->posted;
  }
  operation->channel = channel;
  operation->bytes = event.length;
  operation->time = call.now;
  operation->wave_step = wave_step;
  operation->ordered =
      !process_.out_of_order || process_.receivers.is_alone(channel, operation->posted.location);
  process_.receives.arrive(ticket);
  add_pending(Pending::Kind::CompletedReceive, call, ticket);
}

void MpiReplay::on(const MpiRequestCancelled& event, const OpenCall& call) {
  const OpenRequest* const request = process_.requests.take(event.request);
  if (request == nullptr) return odd(DataDefect::RequestNeverPosted, call);
  if (!request->send) return process_.receives.withdraw(request->ticket);
  add_pending(Pending::Kind::CancelledSend, call, cancelled_.size());
  cancelled_.push_back(*request);
}

void MpiReplay::finish(const OpenCall& call) {
  if (collective_open_) odd(DataDefect::CollectiveWithoutEnd, call);
}

}  // namespace lull::analysis
