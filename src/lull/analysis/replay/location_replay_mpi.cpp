// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <optional>

#include "lull/analysis/replay/location_replay.hpp"

namespace lull::analysis {
namespace {

constexpr bool is_mpi_call(CallKind kind) {
  return kind >= CallKind::Send && kind <= CallKind::OtherMpi;
}

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

CallInstance LocationReplay::open_call() const {
  if (stack_.empty()) return {location_, path_, time_, time_};
  return {location_, stack_.back().path, stack_.back().enter, time_};
}

void LocationReplay::close_if_outside_call(Outbox& outbox) {
  if (pending_.empty() || pending_.back().depth != stack_.size() || is_mpi_call(open_kind()))
    return;
  close_operations({RegionId{}, path_, time_, CallKind::Other, false}, outbox);
}

void LocationReplay::count_message(std::uint64_t bytes, bool sent) {
  if (bytes == 0) return count(sent ? CountMetric::SyncsSend : CountMetric::SyncsReceive, 1);
  Counts& counts = tree.counts(path_);
  ++counts[static_cast<std::size_t>(sent ? CountMetric::CommsSend : CountMetric::CommsReceive)];
  counts[static_cast<std::size_t>(sent ? CountMetric::BytesSent : CountMetric::BytesReceived)] +=
      bytes;
}

void LocationReplay::fill(SendOperation& operation, Channel channel, std::uint64_t length) {
  operation.channel = channel;
  operation.number = process_.sent++;
  operation.bytes = length;
  operation.time = time_;
  operation.posted = open_call();
  operation.kind = open_kind();
}

Channel LocationReplay::send_channel(std::uint32_t receiver, CommunicatorId communicator,
                                     std::uint32_t tag) const {
  return {process_.process, process_.context.peer(communicator, receiver, location_), communicator,
          tag};
}

Channel LocationReplay::receive_channel(std::uint32_t sender, CommunicatorId communicator,
                                        std::uint32_t tag) const {
  return {process_.context.peer(communicator, sender, location_), process_.process, communicator,
          tag};
}

void LocationReplay::on(const MpiSend& event) {
  count_message(event.length, true);
  const Channel channel = send_channel(event.receiver, event.communicator, event.tag);
  if (!channel.destination.defined()) return process_.oddities.count(Oddity::UndefinedPeer);
  add_pending(Pending::Kind::Send, sends_.size());
  fill(sends_.add(), channel, event.length);
}

void LocationReplay::on(const MpiIsend& event) {
  count_message(event.length, true);
  const Channel channel = send_channel(event.receiver, event.communicator, event.tag);
  if (!channel.destination.defined()) return process_.oddities.count(Oddity::UndefinedPeer);
  SendOperation operation;
  fill(operation, channel, event.length);
  const auto ticket = process_.sends.post(operation);
  process_.requests[event.request] = {ticket, true};
  add_pending(Pending::Kind::PostedSend, ticket);
}

void LocationReplay::on(const MpiIsendComplete& event) {
  const auto request = process_.requests.find(event.request);
  if (request == process_.requests.end() || !request->second.send) {
    process_.oddities.count(Oddity::RequestNeverPosted);
    return;
  }
  add_pending(Pending::Kind::CompletedSend, request->second.ticket);
  process_.requests.erase(request);
}

void LocationReplay::on(const MpiRecv& event) {
  count_message(event.length, false);
  const Channel channel = receive_channel(event.sender, event.communicator, event.tag);
  if (!channel.source.defined()) return process_.oddities.count(Oddity::UndefinedPeer);
  add_pending(Pending::Kind::Receive, receives_.size());
  ReceiveOperation& operation = receives_.add();
  operation.channel = channel;
  operation.bytes = event.length;
  operation.time = time_;
  operation.posted = open_call();
}

void LocationReplay::on(const MpiIrecvRequest& event) {
  ReceiveOperation operation;
  operation.posted = open_call();
  const auto ticket = process_.receives.post(operation);
  process_.requests[event.request] = {ticket, false};
  add_pending(Pending::Kind::PostedReceive, ticket);
}

void LocationReplay::on(const MpiIrecv& event) {
  count_message(event.length, false);
  const Channel channel = receive_channel(event.sender, event.communicator, event.tag);
  const auto request = process_.requests.find(event.request);
  std::uint64_t ticket = 0;
  if (request == process_.requests.end() || request->second.send) {
    process_.oddities.count(Oddity::RequestNeverPosted);
    ReceiveOperation operation;
    operation.posted = open_call();
    ticket = process_.receives.post(operation);
  } else {
    ticket = request->second.ticket;
    process_.requests.erase(request);
  }
  if (!channel.source.defined()) {
    process_.receives.withdraw(ticket);
    return process_.oddities.count(Oddity::UndefinedPeer);
  }
  ReceiveOperation* operation = process_.receives.find(ticket);
  if (operation == nullptr) {  // passed over before: it takes its place now
    ReceiveOperation late;
    late.posted = open_call();
    ticket = process_.receives.post(late);
    operation = process_.receives.find(ticket);
  }
  operation->channel = channel;
  operation->bytes = event.length;
  operation->time = time_;
  add_pending(Pending::Kind::CompletedReceive, ticket);
}

void LocationReplay::on(const MpiRequestCancelled& event) {
  const auto request = process_.requests.find(event.request);
  if (request == process_.requests.end())
    return process_.oddities.count(Oddity::RequestNeverPosted);
  if (request->second.send)
    process_.sends.withdraw(request->second.ticket);
  else
    process_.receives.withdraw(request->second.ticket);
  process_.requests.erase(request);
}

void LocationReplay::count_collective(const MpiCollectiveEnd& event) {
  const CountMetric metric = event.sent > 0 && event.received > 0 ? CountMetric::CommsExchange
                             : event.sent > 0                     ? CountMetric::CommsAsSource
                             : event.received > 0                 ? CountMetric::CommsAsDestination
                                                                  : CountMetric::SyncsCollective;
  count(metric, 1);
  count(CountMetric::BytesCollectiveOut, event.sent);
  count(CountMetric::BytesCollectiveIn, event.received);
}

void LocationReplay::on(const MpiCollectiveEnd& event) {
  const Timestamp begin = collective_open_ ? collective_begin_ : open_call().enter;
  collective_open_ = false;
  const auto kind = kind_of(event.operation);
  if (!kind) return;
  count_collective(event);
  if (!event.communicator.defined()) return process_.oddities.count(Oddity::UndefinedCommunicator);
  CollectiveOperationPart part;
  part.kind = *kind;
  part.communicator = event.communicator;
  const auto number = process_.next_collective(event.communicator);
  if (!number) return process_.oddities.count(Oddity::NotAMember);
  part.number = *number;
  part.size = process_.context.size_of(event.communicator);
  if (part.size < 2) return;  // waits for nobody
  part.process = process_.process;
  part.root = event.root == kRootIsMyself
                  ? process_.process
                  : process_.context.peer(event.communicator, event.root, location_);
  part.sent = event.sent;
  part.received = event.received;
  part.call = open_call();
  part.begin = begin;
  part.end = time_;
  add_pending(Pending::Kind::Collective, collectives_.size());
  collectives_.push_back(part);
}

void LocationReplay::close_call(const Frame& frame, Outbox& outbox) {
  if (!pending_.empty() && pending_.back().depth == stack_.size() && is_mpi_call(frame.kind))
    close_operations(frame, outbox);
  switch (frame.kind) {
    case CallKind::Init:
    case CallKind::Finalize:
      close_environment_call(frame, outbox);
      break;
    case CallKind::OmpExplicitBarrier:
    case CallKind::OmpImplicitBarrier:
      close_thread_barrier(frame, outbox);
      break;
    default:
      break;
  }
}

// Posts what the call that is being left did: its own operations, and those that it completed.
void LocationReplay::close_operations(const Frame& frame, Outbox& outbox) {
  if (close_single_operation(frame, outbox)) return;
  std::size_t first = pending_.size();
  Completion completion;
  while (first > 0 && pending_[first - 1].depth == stack_.size()) {
    using Kind = Pending::Kind;
    const Kind kind = pending_[--first].kind;
    completion.receives += kind == Kind::Receive || kind == Kind::CompletedReceive ? 1 : 0;
    completion.sends += kind == Kind::Send || kind == Kind::CompletedSend ? 1 : 0;
  }
  completion.call = {location_, frame.path, frame.enter, time_};
  completion.kind = frame.kind;
  completion.known = true;
  constexpr std::uint64_t kWithoutReceives = std::uint64_t{1} << 63;
  if (completion.receives > 0)
    completion.number = process_.receiving_calls++;
  else if (completion.sends > 1)
    completion.number = kWithoutReceives | process_.sending_calls++;
  for (std::size_t i = first; i < pending_.size(); ++i) {
    completion.place = static_cast<std::uint32_t>(i - first);
    post(pending_[i], completion, outbox);
  }
  pending_.resize(first);
  if (pending_.empty()) {
    sends_.clear();
    receives_.clear();
    collectives_.clear();
  }
  process_.post_operations(outbox);
}

// The same for the commonest call of all, a blocking send or receive.
bool LocationReplay::close_single_operation(const Frame& frame, Outbox& outbox) {
  if (pending_.size() != 1) return false;
  const auto complete = [&](auto& operation, std::uint64_t number, bool receives) {
    operation.posted.leave = time_;
    Completion& completion = operation.completion;
    completion.call.location = location_;
    completion.call.path = frame.path;
    completion.call.enter = frame.enter;
    completion.call.leave = time_;
    completion.number = number;
    completion.receives = receives ? 1 : 0;
    completion.sends = receives ? 0 : 1;
    completion.place = 0;
    completion.kind = frame.kind;
    completion.known = true;
  };
  // Completed where it ends up, if nothing is before it: what was written just now is slow to copy.
  if (pending_.front().kind == Pending::Kind::Send) {
    SendOperation& send = sends_.front();
    const bool next = process_.sends.empty();
    SendOperation& place =
        next ? outbox.to_process(send.channel.destination).sends.add() = send : send;
    complete(place, 0, false);
    if (!next) process_.submit(send, outbox);
    sends_.clear();
  } else if (pending_.front().kind == Pending::Kind::Receive) {
    ReceiveOperation& receive = receives_.front();
    const bool next = process_.receives.empty();
    ReceiveOperation& place =
        next ? outbox.to_process(process_.process).receives.add() = receive : receive;
    complete(place, process_.receiving_calls++, true);
    if (!next) process_.submit(receive, outbox);
    receives_.clear();
  } else {
    return false;
  }
  pending_.clear();
  if (!process_.sends.empty() || !process_.receives.empty()) process_.post_operations(outbox);
  return true;
}

void LocationReplay::post(const Pending& pending, const Completion& completion, Outbox& outbox) {
  switch (pending.kind) {
    case Pending::Kind::Send: {
      SendOperation& operation = sends_[pending.place];
      operation.posted.leave = time_;
      operation.completion = completion;
      process_.submit(operation, outbox);
      break;
    }
    case Pending::Kind::Receive: {
      ReceiveOperation& operation = receives_[pending.place];
      operation.posted.leave = time_;
      operation.completion = completion;
      process_.submit(operation, outbox);
      break;
    }
    case Pending::Kind::PostedSend:
      if (SendOperation* operation = process_.sends.find(pending.place))
        operation->posted.leave = time_;
      break;
    case Pending::Kind::PostedReceive:
      if (ReceiveOperation* operation = process_.receives.find(pending.place))
        operation->posted.leave = time_;
      break;
    case Pending::Kind::CompletedSend:
      if (SendOperation* operation = process_.sends.find(pending.place)) {
        operation->completion = completion;
        process_.sends.complete(pending.place);
      }
      break;
    case Pending::Kind::CompletedReceive:
      process_.receives.find(pending.place)->completion = completion;
      process_.receives.complete(pending.place);
      break;
    case Pending::Kind::Collective: {
      CollectiveOperationPart& part = collectives_[pending.place];
      part.call.leave = time_;
      outbox.to_collective(part.communicator, part.number).collectives.push_back(part);
      break;
    }
  }
}

void LocationReplay::close_environment_call(const Frame& frame, Outbox& outbox) {
  CollectiveOperationPart part;
  const bool init = frame.kind == CallKind::Init;
  part.kind = init ? CollectiveKind::Init : CollectiveKind::Finalize;
  part.number = init ? process_.init_calls++ : process_.finalize_calls++;
  part.size = process_.context.world_size();
  if (part.size < 2) return;
  part.process = process_.process;
  part.call = {location_, frame.path, frame.enter, time_};
  part.begin = frame.enter;
  part.end = time_;
  outbox.to_collective(part.communicator, part.number).collectives.push_back(part);
}

}  // namespace lull::analysis
