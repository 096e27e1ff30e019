// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The root compound events: what the matcher publishes and patterns subscribe to. They carry the
// constituents of all sides, so that a pattern can charge any of them. References live as long as
// the callback.
#pragma once

#include <algorithm>
#include <span>

#include "lull/analysis/operations.hpp"

namespace lull::analysis {

// A message with both its ends.
struct Message {
  const SendOperation& send;
  const ReceiveOperation& receive;
};

// A call that completed one or more receives, with their messages. All such calls of one process
// are published in the order in which it made them.
struct ReceiveCall {
  ProcessId process;
  const Completion& call;
  std::span<const Message> messages;  // in the order in which they were completed
};

// A call that completed one or more sends, with all messages that it completed in both directions;
// or a message whose send never completed (call.known is false).
struct SendCall {
  const Completion& call;
  std::span<const Message> sent;      // by receiver
  std::span<const Message> received;  // in the order in which they were completed
};

// Receipts of messages, told at their senders' side: after the SendCall and whatever that made
// patterns publish at the sender; in no particular order.
struct MessagesReceived {
  std::span<const MessageReceived> receipts;
};

// A complete collective operation.
struct Collective {
  CollectiveKind kind;
  CommunicatorId communicator;
  ProcessId root;
  std::span<const CollectiveOperationPart> members;  // of scans by rank, else in any order

  [[nodiscard]] Timestamp last_begin() const {
    return std::ranges::max_element(members, {}, &CollectiveOperationPart::begin)->begin;
  }
  // Of those that send data; the beginning of time when there are none.
  [[nodiscard]] Timestamp last_sender_begin() const {
    Timestamp last{};
    for (const CollectiveOperationPart& member : members)
      if (member.sent > 0) last = std::max(last, member.begin);
    return last;
  }
  [[nodiscard]] Timestamp first_end() const {
    return std::ranges::min_element(members, {}, &CollectiveOperationPart::end)->end;
  }
};

// Every message that was sent before `time` to a process of this shard has been published, and will
// not come up again. Patterns may forget what only such a message could change.
struct DeliveredUntil {
  Timestamp time;
};

// Nothing more will be published.
struct EndOfTrace {};

// A lock passed from one holder to the next.
struct LockHandover {
  const LockOperation& release;
  const LockOperation& acquire;
};

// The part of [from, to) that lies within the call; zero when there is none.
[[nodiscard]] inline Duration overlap(const CallInstance& call, Timestamp from, Timestamp to) {
  const Timestamp begin = std::max(call.enter, from);
  const Timestamp end = std::min(call.leave, to);
  return begin < end ? end - begin : Duration{};
}

}  // namespace lull::analysis
