// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Events; what is done when a call is left is in mpi_replay_close.cpp, what keeps operations in
// order in mpi_replay_order.cpp.
#include "lull/analysis/replay/mpi_replay.hpp"

namespace lull::analysis {
namespace {

constexpr std::uint32_t kRootIsMyself = kNoRank - 1;

std::optional<CollectiveKind> kind_of(CollectiveOperation operation) {
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
      return std::nullopt;  // management of handles
  }
}

}  // namespace

[[gnu::always_inline]] inline void MpiReplay::count_message(LocalPathId path, std::uint64_t bytes,
                                                            bool sent) {
  if (bytes == 0) return count(sent ? CountMetric::SyncsSend : CountMetric::SyncsReceive, path, 1);
  Counts& counts = tree_.counts(path);
  ++counts[static_cast<std::size_t>(sent ? CountMetric::CommsSend : CountMetric::CommsReceive)];
  counts[static_cast<std::size_t>(sent ? CountMetric::BytesSent : CountMetric::BytesReceived)] +=
      bytes;
}

[[gnu::always_inline]] inline void MpiReplay::fill(SendOperation& operation, const Channel& channel,
                                                   std::uint64_t length, std::uint64_t request,
                                                   const OpenCall& call) {
  operation.channel = channel;
  operation.number = process_.sent++;
  operation.request = request;
  operation.bytes = length;
  operation.time = call.now;
  operation.posted = instance_of(call);
  operation.kind = call.kind;
}

[[gnu::always_inline]] inline Channel MpiReplay::send_channel(std::uint32_t receiver,
                                                              CommunicatorId communicator,
                                                              std::uint32_t tag) const {
  return {process_.process, process_.context.peer(communicator, receiver, location_), communicator,
          tag};
}

[[gnu::always_inline]] inline Channel MpiReplay::receive_channel(std::uint32_t sender,
                                                                 CommunicatorId communicator,
                                                                 std::uint32_t tag) const {
  return {process_.context.peer(communicator, sender, location_), process_.process, communicator,
          tag};
}

// It may have to wait for sends that began earlier.
[[gnu::always_inline]] inline void MpiReplay::add_send(const Channel& channel, std::uint64_t length,
                                                       std::uint64_t request,
                                                       const OpenCall& call) {
  if (process_.out_of_order) [[unlikely]] {
    add_pending(Pending::Kind::QueuedSend, call, queued_sends_.size());
    SendOperation operation;
    fill(operation, channel, length, request, call);
    queued_sends_.push_back({process_.sends.post(operation), operation});
  } else {
    add_pending(Pending::Kind::Send, call, sends_.size());
    fill(sends_.add(), channel, length, request, call);
  }
}

void MpiReplay::on(const MpiSend& event, const OpenCall& call) {
  count_message(call.path, event.length, true);
  const Channel channel = send_channel(event.receiver, event.communicator, event.tag);
  if (!channel.destination.defined()) return odd(Oddity::UndefinedPeer, call);
  add_send(channel, event.length, SendOperation::kBlocking, call);
}

void MpiReplay::on(const MpiIsend& event, const OpenCall& call, Outbox& outbox) {
  count_message(call.path, event.length, true);
  const Channel channel = send_channel(event.receiver, event.communicator, event.tag);
  if (!channel.destination.defined()) return odd(Oddity::UndefinedPeer, call);
  const OpenRequest request{true, 0, process_.send_requests++, process_.sent, channel, {}};
  add_send(channel, event.length, request.request, call);
  process_.requests.add(event.request, request, [&](const OpenRequest& other) {
    process_.give_up(other, Oddity::RequestNeverCompleted, place_of(call), outbox);
  });
}

void MpiReplay::on(const MpiIsendComplete& event, const OpenCall& call) {
  const OpenRequest* const request = process_.requests.take(event.request, true);
  if (request == nullptr) return odd(Oddity::RequestNeverPosted, call);
  add_pending(Pending::Kind::CompletedSend, call, request->request);
}

void MpiReplay::on(const MpiRecv& event, const OpenCall& call) {
  count_message(call.path, event.length, false);
  const Channel channel = receive_channel(event.sender, event.communicator, event.tag);
  if (!channel.source.defined()) return odd(Oddity::UndefinedPeer, call);
  if (process_.out_of_order) [[unlikely]]
    return add_queued_receive(event, channel, call);
  add_pending(Pending::Kind::Receive, call, receives_.size());
  ReceiveOperation& operation = receives_.add();
  operation.channel = channel;
  operation.bytes = event.length;
  operation.time = call.now;
  operation.posted = instance_of(call);
}

// Its turn is that of the call, if it has one.
void MpiReplay::add_queued_receive(const MpiRecv& event, const Channel& channel,
                                   const OpenCall& call) {
  ReceiveOperation operation;
  operation.channel = channel;
  operation.bytes = event.length;
  operation.time = call.now;
  operation.posted = instance_of(call);
  if (!turns_.empty() && turns_.back().depth == call.depth && !turns_.back().used) {
    Turn& turn = turns_.back();
    turn.used = true;
    if (ReceiveOperation* const reserved = process_.receives.find(turn.ticket)) {
      *reserved = operation;
      process_.receives.arrive(turn.ticket);
      return add_pending(Pending::Kind::CompletedReceive, call, turn.ticket);
    }
    odd(Oddity::RequestPassedOver, call);
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
    process_.give_up(other, Oddity::RequestNeverCompleted, place_of(call), outbox);
  });
  add_pending(Pending::Kind::PostedReceive, call, ticket);
}

void MpiReplay::on(const MpiIrecv& event, const OpenCall& call) {
  count_message(call.path, event.length, false);
  const Channel channel = receive_channel(event.sender, event.communicator, event.tag);
  const OpenRequest* const known = process_.requests.take(event.request, false);
  if (known == nullptr) odd(Oddity::RequestNeverPosted, call);
  if (!channel.source.defined()) {
    if (known != nullptr) process_.receives.withdraw(known->ticket);
    return odd(Oddity::UndefinedPeer, call);
  }
  std::uint64_t ticket = known == nullptr ? 0 : known->ticket;
  ReceiveOperation* operation = known == nullptr ? nullptr : process_.receives.find(ticket);
  if (operation == nullptr) {  // never posted, or passed over before: it takes its place now
    if (known != nullptr) odd(Oddity::RequestPassedOver, call);
    ticket = process_.receives.post();
    operation = process_.receives.find(ticket);
    operation->posted = known == nullptr ? instance_of(call) : known->posted;
  }
  operation->channel = channel;
  operation->bytes = event.length;
  operation->time = call.now;
  process_.receives.arrive(ticket);
  add_pending(Pending::Kind::CompletedReceive, call, ticket);
}

void MpiReplay::on(const MpiRequestCancelled& event, const OpenCall& call) {
  const OpenRequest* const request = process_.requests.take(event.request);
  if (request == nullptr) return odd(Oddity::RequestNeverPosted, call);
  if (!request->send) return process_.receives.withdraw(request->ticket);
  add_pending(Pending::Kind::CancelledSend, call, cancelled_.size());
  cancelled_.push_back(*request);
}

[[gnu::always_inline]] inline void MpiReplay::count_collective(LocalPathId path,
                                                               const MpiCollectiveEnd& event) {
  const CountMetric metric = event.sent > 0 && event.received > 0 ? CountMetric::CommsExchange
                             : event.sent > 0                     ? CountMetric::CommsAsSource
                             : event.received > 0                 ? CountMetric::CommsAsDestination
                                                                  : CountMetric::SyncsCollective;
  count(metric, path, 1);
  count(CountMetric::BytesCollectiveOut, path, event.sent);
  count(CountMetric::BytesCollectiveIn, path, event.received);
}

void MpiReplay::on(const MpiCollectiveBegin&, const OpenCall& call) {
  collective_begin_ = call.now;
  collective_open_ = true;
}

void MpiReplay::on(const MpiCollectiveEnd& event, const OpenCall& call) {
  const Timestamp enter = is_mpi_call(call.kind) ? call.enter : call.now;
  const Timestamp begin = collective_open_ ? collective_begin_ : enter;
  collective_open_ = false;
  const auto kind = kind_of(event.operation);
  if (!kind) return;
  count_collective(call.path, event);
  if (!event.communicator.defined()) return odd(Oddity::UndefinedCommunicator, call);
  const auto number = process_.next_collective(event.communicator);
  if (!number) return odd(Oddity::NotAMember, call);
  const std::uint32_t size = process_.context.size_of(event.communicator);
  if (size < 2) return;  // waits for nobody
  add_pending(Pending::Kind::Collective, call, collectives_.size());
  CollectiveMember& member = collectives_.emplace_back();
  member.kind = *kind;
  member.communicator = event.communicator;
  member.number = *number;
  member.size = size;
  member.process = process_.process;
  member.root = event.root == kRootIsMyself
                    ? process_.process
                    : process_.context.peer(event.communicator, event.root, location_);
  member.sent = event.sent;
  member.received = event.received;
  member.call = call.instance();
  member.begin = begin;
  member.end = call.now;
}

void MpiReplay::finish(const OpenCall& call) {
  if (collective_open_) odd(Oddity::CollectiveWithoutEnd, call);
}

}  // namespace lull::analysis
