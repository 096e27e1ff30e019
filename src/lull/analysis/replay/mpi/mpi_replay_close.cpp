// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cassert>

#include "lull/analysis/replay/mpi/mpi_replay.hpp"

namespace lull::analysis {

// Does the same as close_operations(), for the most frequent calls.
[[gnu::always_inline]] inline bool MpiReplay::close_single_operation(const OpenCall& call,
                                                                     Outbox& outbox) {
  if (pending_.size() != 1) return false;
  const Pending& only = pending_.front();
  // The operation is filled in at its destination if nothing is queued before it.
  if (only.kind == Pending::Kind::Send) {
    const SendOperation& send = sends_.front();
    SendOperation& place = outbox.next<SendOperation>(send.matched_at());
    place = send;
    place.posted.leave = call.instance().leave;
    sends_.clear();
  } else if (only.kind == Pending::Kind::Receive && process_.receives.empty()) {
    ReceiveOperation& place = outbox.next<ReceiveOperation>(process_.process);
    place = receives_.front();
    place.posted.leave = call.instance().leave;
    Completion& completion = place.completion;
    completion.call = waiting_instance(call);
    completion.number = process_.receiving_calls++;
    completion.sending = Completion::kAlone;
    completion.receives = 1;
    completion.sends = 0;
    completion.place = 0;
    completion.collectives = 0;
    completion.kind = call.kind;
    completion.known = true;
    receives_.clear();
  } else if (only.kind == Pending::Kind::Collective) {
    const CollectiveMember& member = collectives_.front();
    CollectiveMember& place = outbox.next<CollectiveMember>(member.matched_at());
    place = member;
    place.call.leave = is_mpi_call(call.kind) ? waiting_instance(call).leave : member.call.leave;
    collectives_.clear();
  } else {
    return false;
  }
  pending_.clear();
  in_order_ = 0;
  return true;
}

// Posts the operations that the call that is being left performed or completed.
void MpiReplay::close_operations(const OpenCall& call, Outbox& outbox) {
  if (close_single_operation(call, outbox)) return;
  std::size_t first = pending_.size();
  while (first > 0 && pending_[first - 1].depth == call.depth) --first;
  if (completes_collectives_) [[unlikely]]
    leave_collectives(first, call);
  Completion completion = completion_of(call, first);
  if (completion.sending != Completion::kAlone)
    outbox.post(SendingCall{process_.process, completion});
  for (std::size_t i = first; i < pending_.size(); ++i) {
    completion.place = static_cast<std::uint32_t>(i - first);
    post(pending_[i], completion, call, outbox);
  }
  if (completes_collectives_) [[unlikely]]
    process_.collective_requests.post(outbox);
  pending_.shrink(first);
  in_order_ = std::min(in_order_, first);
  if (pending_.empty()) {
    sends_.clear();
    receives_.clear();
    collectives_.clear();
    cancelled_.clear();
    queued_sends_.clear();
    queued_receives_.clear();
    completes_collectives_ = false;
  }
  process_.post_operations(outbox);
}

// A blocking send that is alone in its call completes with it, so no completion is posted. A call
// that also contains a collective operation waits for that.
Completion MpiReplay::completion_of(const OpenCall& call, std::size_t first) {
  Completion completion;
  bool alone = true;
  bool collective = false;
  for (std::size_t i = first; i < pending_.size(); ++i) {
    const Pending& pending = pending_[i];
    switch (pending.kind) {
      case Pending::Kind::Send:
        completion.sends += sends_[pending.place].blocking() ? 1 : 0;
        break;
      case Pending::Kind::QueuedSend:
        completion.sends += queued_sends_[pending.place].operation.blocking() ? 1 : 0;
        break;
      case Pending::Kind::CompletedSend:
        ++completion.sends;
        alone = false;
        break;
      case Pending::Kind::Receive:
      case Pending::Kind::CompletedReceive:
      case Pending::Kind::QueuedReceive:
        ++completion.receives;
        break;
      case Pending::Kind::Collective:
        collective = true;
        break;
      default:
        break;
    }
  }
  completion.call = waiting_instance(call);
  if (collective) completion.call.leave = completion.call.enter;
  completion.kind = call.kind;
  completion.known = true;
  if (completes_collectives_) [[unlikely]]
    count_collectives(completion, first);
  if (completion.parts() > 0) completion.number = process_.receiving_calls++;
  if (completion.sends > 1 || completion.receives > 0) alone = false;
  completion.sending =
      completion.sends == 0 || alone ? Completion::kAlone : process_.sending_calls++;
  return completion;
}

void MpiReplay::post_completion(std::uint64_t request, const Completion& completion,
                                Outbox& outbox) {
  outbox.post(SendCompletion{process_.process, SendCompletion::Outcome::Completed, request,
                             completion.sending});
}

void MpiReplay::post_send(SendOperation& operation, const Completion& completion, Outbox& outbox) {
  operation.posted.leave = completion.call.leave;
  if (!operation.blocking() || completion.sending == Completion::kAlone) return;
  operation.request = process_.send_requests++;
  post_completion(operation.request, completion, outbox);
}

// The send may have been received before, so its sender's side is notified.
void MpiReplay::post_withdrawal(const OpenRequest& request, Timestamp now, Outbox& outbox) {
  SendCompletion completion;
  completion.sender = process_.process;
  completion.outcome = SendCompletion::Outcome::Cancelled;
  completion.request = request.request;
  outbox.post(completion);
  outbox.post(SendWithdrawal{request.channel, request.number, now});
}

void MpiReplay::post_queued(Queued<SendOperation>& send, const Completion& completion,
                            Outbox& outbox) {
  post_send(send.operation, completion, outbox);
  if (SendOperation* const place = process_.sends.find(send.ticket)) {
    *place = send.operation;
    process_.sends.complete(send.ticket);
  } else {
    process_.defects.count(DataDefect::RequestPassedOver,
                           {location_, completion.call.leave, RegionId{}});
    outbox.post(send.operation);
  }
}

// A blocking receive is posted by this call.
void MpiReplay::complete(ReceiveOperation& operation, const Completion& completion) const {
  CallInstance& posted = operation.posted;
  if (posted.location == location_ && posted.enter == completion.call.enter &&
      posted.path == completion.call.path)
    posted.leave = completion.call.leave;
  operation.completion = completion;
}

void MpiReplay::complete_receive(std::uint64_t ticket, const Completion& completion) {
  ReceiveOperation* const operation = process_.receives.find(ticket);
  assert(operation != nullptr);
  complete(*operation, completion);
  process_.receives.complete(ticket);
}

void MpiReplay::complete_queued(Queued<ReceiveOperation>& receive, const Completion& completion) {
  if (process_.receives.find(receive.ticket) == nullptr) {
    process_.defects.count(DataDefect::RequestPassedOver,
                           {location_, completion.call.leave, RegionId{}});
    receive.ticket = process_.receives.post(receive.operation);
  }
  complete_receive(receive.ticket, completion);
}

void MpiReplay::post(const Pending& pending, const Completion& completion, const OpenCall& call,
                     Outbox& outbox) {
  switch (pending.kind) {
    case Pending::Kind::Send:
      post_send(sends_[pending.place], completion, outbox);
      outbox.post(sends_[pending.place]);
      break;
    case Pending::Kind::QueuedSend:
      post_queued(queued_sends_[pending.place], completion, outbox);
      break;
    case Pending::Kind::CompletedSend:
      post_completion(pending.place, completion, outbox);
      break;
    case Pending::Kind::CancelledSend:
      post_withdrawal(cancelled_[pending.place], call.now, outbox);
      break;
    case Pending::Kind::Receive: {
      ReceiveOperation& operation = receives_[pending.place];
      operation.posted.leave = completion.call.leave;
      operation.completion = completion;
      process_.submit(operation, outbox);
      break;
    }
    case Pending::Kind::PostedReceive:
      if (ReceiveOperation* const operation = process_.receives.find(pending.place))
        operation->posted.leave = completion.call.leave;
      break;
    case Pending::Kind::CompletedReceive:
      complete_receive(pending.place, completion);
      break;
    case Pending::Kind::QueuedReceive:
      complete_queued(queued_receives_[pending.place], completion);
      break;
    case Pending::Kind::BegunCollective:
      if (auto* const entry = process_.collective_requests.find(pending.place)) {
        entry->begun.leave = instance_of(call).leave;
        entry->begun_left = true;
      }
      break;
    case Pending::Kind::CompletedCollective:
      post_collective(pending.place, completion);
      break;
    case Pending::Kind::Collective: {
      CollectiveMember& member = collectives_[pending.place];
      if (is_mpi_call(call.kind)) member.call.leave = waiting_instance(call).leave;
      outbox.post(member);
      break;
    }
  }
}

void MpiReplay::close_environment(const OpenCall& call, Outbox& outbox) {
  CollectiveMember member;
  const bool init = call.kind == CallKind::Init;
  member.kind = init ? CollectiveKind::Init : CollectiveKind::Finalize;
  member.number = init ? process_.init_calls++ : process_.finalize_calls++;
  member.process = process_.process;
  member.communicator = process_.context.world_of(member.process);
  member.size = member.communicator.defined() ? process_.context.size_of(member.communicator)
                                              : process_.context.world_size();
  if (member.size < 2) return;
  member.call = call.instance();
  member.begin = call.enter;
  member.end = call.now;
  member.ended = call.left;
  outbox.post(member);
}

}  // namespace lull::analysis
