// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Operations that complete in another order than they are posted in, which happens with several
// threads and in nested calls.
#include <algorithm>
#include <cassert>

#include "lull/analysis/replay/mpi/mpi_replay.hpp"

namespace lull::analysis {

// The call that contains it, if any, may stay open for long. Other operations do not wait for it.
void MpiReplay::enter_in_order(const OpenCall& call) {
  const std::size_t first = std::min(in_order_, pending_.size());
  for (std::size_t i = pending_.size(); i > first; --i) {
    Pending& outer = pending_[i - 1];
    if (outer.kind != Pending::Kind::CompletedReceive) continue;
    ReceiveOperation* const receive = process_.receives.find(outer.place);
    assert(receive != nullptr);
    queued_receives_.push_back({outer.place, *receive});
    process_.receives.reopen(outer.place);
    outer.kind = Pending::Kind::QueuedReceive;
    outer.place = queued_receives_.size() - 1;
  }
  in_order_ = pending_.size();
  if (call.kind == CallKind::Recv || call.kind == CallKind::Sendrecv) reserve_turn(call);
}

void MpiReplay::reserve_turn(const OpenCall& call) {
  ReceiveOperation operation;
  operation.posted = instance_of(call);
  turns_.push_back({call.depth, process_.receives.post(operation), false});
}

void MpiReplay::give_turn_back(Outbox& outbox) {
  if (!turns_.back().used) {
    process_.receives.withdraw(turns_.back().ticket);
    process_.post_operations(outbox);
  }
  turns_.pop_back();
}

// Earlier operations of the call were posted before any later one.
void MpiReplay::keep_order(const OpenCall& call) {
  process_.out_of_order = true;
  enter_in_order(call);
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    Pending& pending = pending_[i];
    if (pending.kind == Pending::Kind::Send) {
      const SendOperation& send = sends_[pending.place];
      queued_sends_.push_back({process_.sends.post(send), send});
      pending.kind = Pending::Kind::QueuedSend;
      pending.place = queued_sends_.size() - 1;
    } else if (pending.kind == Pending::Kind::Receive) {
      const ReceiveOperation& receive = receives_[pending.place];
      const bool turn = !turns_.empty() && !turns_.back().used && pending.depth == call.depth;
      const auto ticket = turn ? turns_.back().ticket : process_.receives.post(receive);
      if (turn) {
        turns_.back().used = true;
        *process_.receives.find(ticket) = receive;
      }
      process_.receives.arrive(ticket);
      pending.kind = Pending::Kind::CompletedReceive;
      pending.place = ticket;
    }
  }
  sends_.clear();
  receives_.clear();
}

}  // namespace lull::analysis
