// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Handlers of MpiReplay for the most frequent events. Include this where the events are handled, so
// that their data stays in registers: reading data as a whole right after writing it in parts is
// slow.
#pragma once

#include <algorithm>
#include <optional>

#include "lull/analysis/replay/mpi/mpi_replay.hpp"

namespace lull::analysis {

inline constexpr std::uint32_t kRootIsMyself = kNoRank - 1;

// Returns an empty value for operations that manage handles.
[[nodiscard]] std::optional<CollectiveKind> collective_kind_of(CollectiveOperation operation);
// Returns whether a member may be independent of some senders, which sums of bytes do not reveal.
[[nodiscard]] constexpr bool exchanges_by_pair(CollectiveOperation operation) {
  return operation == CollectiveOperation::Alltoallv || operation == CollectiveOperation::Alltoallw;
}

[[gnu::always_inline]] inline std::uint64_t MpiReplay::believed(std::uint64_t bytes,
                                                                const OpenCall& call) {
  if (bytes <= kMostBytes) [[likely]]
    return bytes;
  odd(DataDefect::TooManyBytes, call);
  return kMostBytes;
}

[[gnu::always_inline]] inline void MpiReplay::count_message(const OpenCall& call,
                                                            std::uint64_t length, bool sent) {
  if (length == 0)
    return count(sent ? CountMetric::SyncsSend : CountMetric::SyncsReceive, call.path, 1);
  const std::uint64_t bytes = believed(length, call);
  ++tree_.count(call.path, sent ? CountMetric::CommsSend : CountMetric::CommsReceive);
  tree_.count(call.path, sent ? CountMetric::BytesSent : CountMetric::BytesReceived) += bytes;
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

[[gnu::always_inline]] inline std::uint64_t MpiReplay::wave_step_of(const auto& receive,
                                                                    const OpenCall& call,
                                                                    Outbox& outbox) {
  if (!waves_) [[likely]]
    return 0;
  return waves_->received(receive.communicator, receive.sender, call.now, outbox);
}

// The send may have to wait for sends that began earlier.
[[gnu::always_inline]] inline void MpiReplay::add_send(const Channel& channel, std::uint64_t length,
                                                       std::uint64_t request,
                                                       const OpenCall& call) {
  if (process_.out_of_order) [[unlikely]]
    return add_queued_send(channel, length, request, call);
  add_pending(Pending::Kind::Send, call, sends_.size());
  fill(sends_.add(), channel, length, request, call);
}

[[gnu::always_inline]] inline void MpiReplay::on(const MpiSend& event, const OpenCall& call,
                                                 Outbox& outbox) {
  if (waves_) [[unlikely]]
    waves_->sent(event.communicator, event.receiver, call.now, outbox);
  count_message(call, event.length, true);
  const Channel channel = send_channel(event.receiver, event.communicator, event.tag);
  if (!channel.destination.defined()) return odd(DataDefect::UndefinedPeer, call);
  add_send(channel, event.length, SendOperation::kBlocking, call);
}

[[gnu::always_inline]] inline void MpiReplay::on(const MpiRecv& event, const OpenCall& call,
                                                 Outbox& outbox) {
  const std::uint64_t wave_step = wave_step_of(event, call, outbox);
  count_message(call, event.length, false);
  const Channel channel = receive_channel(event.sender, event.communicator, event.tag);
  if (!channel.source.defined()) return odd(DataDefect::UndefinedPeer, call);
  if (process_.out_of_order) [[unlikely]]
    return add_queued_receive(event, channel, wave_step, call);
  add_pending(Pending::Kind::Receive, call, receives_.size());
  ReceiveOperation& operation = receives_.add();
  operation.channel = channel;
  operation.bytes = event.length;
  operation.time = call.now;
  operation.posted = instance_of(call);
  operation.wave_step = wave_step;
}

[[gnu::always_inline]] inline void MpiReplay::count_collective(const OpenCall& call,
                                                               std::uint64_t sent,
                                                               std::uint64_t received) {
  const CountMetric metric = sent > 0 && received > 0 ? CountMetric::CommsExchange
                             : sent > 0               ? CountMetric::CommsAsSource
                             : received > 0           ? CountMetric::CommsAsDestination
                                                      : CountMetric::SyncsCollective;
  count(metric, call.path, 1);
  count(CountMetric::BytesCollectiveOut, call.path, believed(sent, call));
  count(CountMetric::BytesCollectiveIn, call.path, believed(received, call));
}

inline void MpiReplay::on(const MpiCollectiveBegin&, const OpenCall& call) {
  collective_begin_ = call.now;
  collective_open_ = true;
}

[[gnu::always_inline]] inline void MpiReplay::on(const MpiCollectiveEnd& event,
                                                 const OpenCall& call) {
  const Timestamp enter = is_mpi_call(call.kind) ? call.enter : call.now;
  // Operations follow one another, even within one call.
  const Timestamp begin = std::max(collective_open_ ? collective_begin_ : enter, collective_end_);
  collective_open_ = false;
  collective_end_ = call.now;
  const auto kind = collective_kind_of(event.operation);
  if (!kind) return;
  count_collective(call, event.sent, event.received);
  if (!event.communicator.defined()) return odd(DataDefect::UndefinedCommunicator, call);
  const auto number = process_.next_collective(event.communicator);
  if (!number) return odd(DataDefect::NotAMember, call);
  const std::uint32_t size = process_.context.size_of(event.communicator);
  if (size < 2) return;  // nothing to wait for
  const ProcessId root = event.root == kRootIsMyself
                             ? process_.process
                             : process_.context.peer(event.communicator, event.root, location_);
  add_pending(Pending::Kind::Collective, call, collectives_.size());
  CollectiveMember& member = collectives_.add();
  member.kind = *kind;
  member.by_pair = exchanges_by_pair(event.operation);
  member.communicator = event.communicator;
  member.number = *number;
  member.size = size;
  member.process = process_.process;
  member.root = root;
  member.sent = event.sent;
  member.received = event.received;
  member.call = instance_of_call(call);
  member.begin = begin;
  member.end = call.now;
}

}  // namespace lull::analysis
