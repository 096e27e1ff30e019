// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The root compound events: what matchers publish and patterns subscribe to. They carry the
// constituents of all sides, so that a pattern can charge any of them. References live as long as
// the callback. fields() is their description: see event_description.hpp.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/events/thread_operations.hpp"

namespace lull::analysis {

struct Participants;

// A message with both its ends.
struct Message {
  static constexpr std::string_view kName = "Message";
  const SendOperation& send;
  const ReceiveOperation& receive;

  // Whether the trace proves that the receive got this message. It does not where several threads
  // of a process use the channel.
  [[nodiscard]] bool is_certain() const { return send.ordered && receive.ordered; }

  template <class Field>
  void fields(Field&& field) const {
    field("send", send);
    field("receive", receive);
  }
};

// A process's part in a non-blocking collective operation that it has completed, with the call for
// which it had to wait there.
struct CompletedCollective {
  static constexpr std::string_view kName = "CompletedCollective";
  CollectiveKind kind = CollectiveKind::Barrier;
  bool waits = false;    // false: for nobody, or it is not known
  CallInstance begun;    // the process's own call
  CallInstance awaited;  // where it waits: the last call that began it, of those it needs
  Completion completion;

  template <class Field>
  void fields(Field&& field) const {
    field("kind", kind);
    field("begun", begun);
    field("awaited", awaited);
  }
};

// A call that completed one or more receives, with their messages. All such calls of one process
// are published in the order in which it made them.
struct ReceiveCall {
  static constexpr std::string_view kName = "ReceiveCall";
  ProcessId process;
  const Completion& call;
  std::span<const Message> messages;  // in the order in which they were completed
  std::span<const CompletedCollective> collectives = {};  // that it completed as well

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call.call);
    field("messages", messages);
  }
};

// A call that completed one or more non-blocking collective operations.
struct CollectiveCall {
  static constexpr std::string_view kName = "CollectiveCall";
  ProcessId process;
  const Completion& call;
  std::span<const CompletedCollective> collectives;  // in the order in which they were completed
  std::span<const Message> messages;                 // that it received as well

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call.call);
    field("collectives", collectives);
  }
};

// A call that completed one or more sends, with all messages that it completed in both directions;
// or a message whose send never completed (call.known is false).
struct SendCall {
  static constexpr std::string_view kName = "SendCall";
  const Completion& call;
  std::span<const Message> sent;      // by receiver
  std::span<const Message> received;  // in the order in which they were completed

  template <class Field>
  void fields(Field&& field) const {
    field("process", sent.front().send.channel.source);
    field("call", call.call);
    field("known", call.known);
    field("sent", sent);
    field("received", received);
  }
};

// Receipts of messages, told at their senders' side: after the SendCall and whatever that made
// patterns publish at the sender; in no particular order.
struct MessagesReceived {
  std::span<const MessageReceived> receipts;
};

// Whether `a` comes after `b` as the last to begin: of several that begin at the same time the
// first to leave does, of the lowest location.
[[nodiscard]] inline bool begins_later(const CollectiveMember& a, const CollectiveMember& b) {
  return std::tuple(b.begin, a.end, a.call.location) < std::tuple(a.begin, b.end, b.call.location);
}

// What the trace does not see end comes after what it does.
[[nodiscard]] inline bool ends_earlier(const CollectiveMember& a, const CollectiveMember& b) {
  return std::tuple(!a.ended, a.end, a.call.location) <
         std::tuple(!b.ended, b.end, b.call.location);
}

// A complete collective operation.
struct Collective {
  static constexpr std::string_view kName = "Collective";
  CollectiveKind kind;
  CommunicatorId communicator;
  ProcessId root;
  std::span<const CollectiveMember> members;  // of scans by rank, else in any order
  const CollectiveMember& last;               // to begin; of several the first to leave

  [[nodiscard]] Timestamp last_begin() const { return last.begin; }
  // The last to begin of those that send data; null when there are none.
  [[nodiscard]] const CollectiveMember* last_sender(
      const CollectiveMember* except = nullptr) const {
    const CollectiveMember* latest = nullptr;
    for (const CollectiveMember& member : members)
      if (&member != except && member.sent > 0 &&
          (latest == nullptr || begins_later(member, *latest)))
        latest = &member;
    return latest;
  }
  // The beginning of time when there are none.
  [[nodiscard]] Timestamp last_sender_begin() const {
    const CollectiveMember* const sender = last_sender();
    return sender == nullptr ? Timestamp{} : sender->begin;
  }
  // Of those that have ended, if any has.
  [[nodiscard]] Timestamp first_end() const {
    return std::ranges::min_element(members, ends_earlier)->end;
  }
  template <class Field>
  void fields(Field&& field) const {
    field("kind", kind);
    field("communicator", communicator);
    field("root", root);
    field("members", members);
    field("last", last);
  }
  void participants(Participants& all) const;
};

// A non-blocking collective operation that all members have completed, each in a call that may have
// completed more: see CompletedCollective.
struct RequestedCollective {
  static constexpr std::string_view kName = "RequestedCollective";
  const Collective& operation;

  template <class Field>
  void fields(Field&& field) const {
    field("operation", operation);
  }
};

// Every message that was sent before `time` to a process of this shard has been published, and will
// not come up again. Patterns may forget what only such a message could change.
struct DeliveredUntil {
  Timestamp time;
};

// A point in time at which all have posted, matched and published what happened before it. Where it
// lies depends on the trace alone: what patterns and matchers give up waiting for, they give up
// here, so that results do not depend on the number of threads or processes.
struct Checkpoint {
  Timestamp time;
  Timestamp previous;  // what is older has had its chance
};

// Nothing more will be published.
struct EndOfTrace {};

// One holding of a lock, from its acquisition to its release.
struct LockHolder {
  static constexpr std::string_view kName = "LockHolder";
  std::uint32_t order = 0;
  Timestamp release;
  CallInstance call;  // that released it

  template <class Field>
  void fields(Field&& field) const {
    field("order", order);
    field("release", release);
    field("call", call);
  }
};

// A lock passed from one holder to the next.
struct LockHandover {
  static constexpr std::string_view kName = "LockHandover";
  const LockOperation& release;
  const LockOperation& acquire;
  // Who held it since the acquirer began to wait, in order: the last is the one that released it.
  // Empty if that was before. Only so many as are remembered.
  std::span<const LockHolder> holders;

  template <class Field>
  void fields(Field&& field) const {
    field("acquire", acquire);
    field("release", release);
    field("holders", holders);
  }
};

// A read-write lock, or spin lock, that a thread got, and the last that had excluded it.
struct RwlockHandover {
  static constexpr std::string_view kName = "RwlockHandover";
  const LockOperation& release;
  const LockOperation& acquire;

  template <class Field>
  void fields(Field&& field) const {
    field("acquire", acquire);
    field("release", release);
  }
};

// A thread that was woken from waiting for a condition.
struct ConditionWaiting {
  static constexpr std::string_view kName = "ConditionWaiting";
  ProcessId process;
  const CallInstance& call;    // until it had its mutex again
  const CallInstance& signal;  // the call that woke it

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("signal", signal);
  }
};

// All threads that passed a barrier of Pthreads together.
struct BarrierRound {
  static constexpr std::string_view kName = "BarrierRound";
  ProcessId process;
  std::span<const CallInstance> members;  // in the order in which they left
  const CallInstance& last;               // to come

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("last", last);
    field("members", members);
  }
};

// A thread that was joined.
struct ThreadJoined {
  static constexpr std::string_view kName = "ThreadJoined";
  ProcessId process;
  const CallInstance& call;  // that joins
  Timestamp end;             // of the thread
  const CallInstance& last;  // that the thread did

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("end", end);
  }
};

// One barrier of a team of threads, with all that came to it.
struct ThreadBarrier {
  static constexpr std::string_view kName = "ThreadBarrier";
  std::span<const ThreadBarrierMember> members;  // in the order in which they left
  const ThreadBarrierMember& last;               // to come; of several the lowest location

  template <class Field>
  void fields(Field&& field) const {
    field("last", last);
    field("members", members);
  }
};

// A thread that waits for tasks, as far as it executed none meanwhile.
struct TaskWaiting {
  static constexpr std::string_view kName = "TaskWaiting";
  ProcessId process;
  const CallInstance& call;  // a taskwait or taskgroup
  Timestamp since;
  Duration idle;
  const CallPathOnLocation& cause;  // of the task that was completed last on another thread

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("since", since);
    field("idle", idle);
  }
};

// A thread that comes to an ordered construct before its turn.
struct OrderedWaiting {
  static constexpr std::string_view kName = "OrderedWaiting";
  ProcessId process;
  const CallInstance& call;
  const CallInstance& previous;  // the block of the thread whose turn it is

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("previous", previous);
  }
};

// One instance of a parallel region with the whole team.
struct ParallelRegion {
  static constexpr std::string_view kName = "ParallelRegion";
  const CallInstance& fork;  // forking call path, from fork to join
  std::span<const ParallelRegionMember> members;

  template <class Field>
  void fields(Field&& field) const {
    field("fork", fork);
    field("members", members);
  }
};

// The part of [from, to) that lies within the call; zero when there is none.
[[nodiscard]] inline Duration overlap(const CallInstance& call, Timestamp from, Timestamp to) {
  const Timestamp begin = std::max(call.enter, from);
  const Timestamp end = std::min(call.leave, to);
  return begin < end ? end - begin : Duration{};
}

}  // namespace lull::analysis
