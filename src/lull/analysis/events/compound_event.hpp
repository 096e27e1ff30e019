// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The root compound events: matchers publish them and patterns subscribe to them. They contain the
// constituents of all sides, so that a pattern can charge any of them. References are valid during
// the callback. For fields() see event_description.hpp.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/events/thread_operations.hpp"

namespace lull::analysis {

struct Participants;

// A message with both ends.
struct Message {
  static constexpr std::string_view kName = "Message";
  const SendOperation& send;
  const ReceiveOperation& receive;

  // Returns whether the trace proves that the receive got this message. It does not if several
  // threads of a process use the channel.
  [[nodiscard]] bool is_certain() const { return send.ordered && receive.ordered; }

  template <class Field>
  void fields(Field&& field) const {
    field("send", send);
    field("receive", receive);
  }
};

// A process's part in a non-blocking collective operation that it has completed, with the call that
// it waited for.
struct CompletedCollective {
  static constexpr std::string_view kName = "CompletedCollective";
  CollectiveKind kind = CollectiveKind::Barrier;
  bool waits = false;    // false: for no call, or not known
  CallInstance begun;    // the process's own call
  CallInstance awaited;  // the last call that began it among those that this process needs
  Completion completion;

  template <class Field>
  void fields(Field&& field) const {
    field("kind", kind);
    field("begun", begun);
    field("awaited", awaited);
  }
};

// A call that completed one or more receives, with their messages. One process's calls of this kind
// are published in the order in which it made them.
struct ReceiveCall {
  static constexpr std::string_view kName = "ReceiveCall";
  ProcessId process;
  const Completion& call;
  std::span<const Message> messages;                      // in the order of completion
  std::span<const CompletedCollective> collectives = {};  // also completed by the call

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
  std::span<const CompletedCollective> collectives;  // in the order of completion
  std::span<const Message> messages;                 // also received by the call

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
  std::span<const Message> received;  // in the order of completion

  template <class Field>
  void fields(Field&& field) const {
    field("process", sent.front().send.channel.source);
    field("call", call.call);
    field("known", call.known);
    field("sent", sent);
    field("received", received);
  }
};

// Receipts of messages, published at the sender's side after the SendCall and the events that
// patterns derive from it; in no particular order.
struct MessagesReceived {
  std::span<const MessageReceived> receipts;
};

// Returns whether `a` comes after `b` in the order of start times. If several members begin last,
// at the same time, the one that leaves first counts as the last, then the one with the lowest
// location.
[[nodiscard]] inline bool begins_later(const CollectiveMember& a, const CollectiveMember& b) {
  return std::tuple(b.begin, a.end, a.call.location) < std::tuple(a.begin, b.end, b.call.location);
}

// Members whose end is not in the trace come last.
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
  std::span<const CollectiveMember> members;  // by rank for scans, otherwise in any order
  const CollectiveMember& last;               // to begin; of several, the first to leave

  [[nodiscard]] Timestamp last_begin() const { return last.begin; }
  // The last sender to begin; null if there is none.
  [[nodiscard]] const CollectiveMember* last_sender(
      const CollectiveMember* except = nullptr) const {
    const CollectiveMember* latest = nullptr;
    for (const CollectiveMember& member : members)
      if (&member != except && member.sent > 0 &&
          (latest == nullptr || begins_later(member, *latest)))
        latest = &member;
    return latest;
  }
  // Returns the earliest possible time if there is no sender.
  [[nodiscard]] Timestamp last_sender_begin() const {
    const CollectiveMember* const sender = last_sender();
    return sender == nullptr ? Timestamp{} : sender->begin;
  }
  // Considers the members that have ended, if any.
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

// Every message sent before `time` to a process of this shard has been published and will not be
// used again. Patterns may forget data that only such messages could change.
struct DeliveredUntil {
  Timestamp time;
};

// A point in time at which everything that happened earlier is posted, matched and published. Its
// position depends on the trace alone: patterns and matchers stop waiting for missing data only
// here, so that results do not depend on the number of threads or processes.
struct Checkpoint {
  Timestamp time;
  Timestamp previous;  // older data may be given up
};

// Nothing more will be published.
struct EndOfTrace {};

// One holding of a lock, from its acquisition to its release.
struct LockHolder {
  static constexpr std::string_view kName = "LockHolder";
  std::uint32_t order = 0;
  Timestamp release;
  CallInstance call;  // the call that released it

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
  // Threads that held it since the acquirer began to wait, in order: the last thread released it.
  // Empty if it was released earlier. Only threads that are remembered.
  std::span<const LockHolder> holders;

  template <class Field>
  void fields(Field&& field) const {
    field("acquire", acquire);
    field("release", release);
    field("holders", holders);
  }
};

// A read-write or spin lock that a thread acquired, and the last holder that excluded it.
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
  const CallInstance& call;    // until it reacquired its mutex
  const CallInstance& signal;  // the call that woke it

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("signal", signal);
  }
};

// All threads that passed a Pthreads barrier together.
struct BarrierRound {
  static constexpr std::string_view kName = "BarrierRound";
  ProcessId process;
  std::span<const CallInstance> members;  // in the order of leaving
  const CallInstance& last;               // the last to arrive

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
  const CallInstance& call;  // the joining call
  Timestamp end;             // the joined thread's end
  const CallInstance& last;  // last call of the joined thread

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("end", end);
  }
};

// One barrier of a thread team, with all threads that reached it.
struct ThreadBarrier {
  static constexpr std::string_view kName = "ThreadBarrier";
  std::span<const ThreadBarrierMember> members;  // in the order of leaving
  const ThreadBarrierMember& last;  // the last to arrive; of several, the lowest location

  template <class Field>
  void fields(Field&& field) const {
    field("last", last);
    field("members", members);
  }
};

// A thread that waits for tasks while it executes none.
struct TaskWaiting {
  static constexpr std::string_view kName = "TaskWaiting";
  ProcessId process;
  const CallInstance& call;  // a taskwait or taskgroup
  Timestamp since;
  Duration idle;
  const CallPathOnLocation& cause;  // the last task that another thread completed

  template <class Field>
  void fields(Field&& field) const {
    field("process", process);
    field("call", call);
    field("since", since);
    field("idle", idle);
  }
};

// A thread that reaches an ordered construct before its turn.
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

// Returns the part of [from, to) that lies within the call; zero if there is none.
[[nodiscard]] inline Duration overlap(const CallInstance& call, Timestamp from, Timestamp to) {
  const Timestamp begin = std::max(call.enter, from);
  const Timestamp end = std::min(call.leave, to);
  return begin < end ? end - begin : Duration{};
}

}  // namespace lull::analysis
