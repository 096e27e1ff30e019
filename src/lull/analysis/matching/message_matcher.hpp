// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Joins the two sides of messages: the n-th send of a channel with its n-th receive. Nothing waits;
// what came first stays in the table until its other side comes. Publishes Message as soon as it is
// matched, ReceiveCall in the order in which a process made its receiving calls, and SendCall.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/analysis/matching/channel_table.hpp"
#include "lull/analysis/matching/fifo_slab.hpp"
#include "lull/analysis/matching/matching_notes.hpp"
#include "lull/analysis/matching/message_lists.hpp"
#include "lull/analysis/matching/reused_map.hpp"
#include "lull/analysis/pattern.hpp"
#include "lull/analysis/replay/replay_context.hpp"

namespace lull::analysis {

class MessageMatcher {
 public:
  MessageMatcher(const ReplayContext& context, Bus& bus) : context_(context), bus_(bus) {}

  // Sends in the order in which their source posted them, receives in that of their destination.
  // Operations must live until end_slice().
  void take(const ReusedList<SendOperation>& sends, Outbox& outbox);
  void take(const ReusedList<ReceiveOperation>& receives, Outbox& outbox);
  // A matched message that was completed by a call of this shard's process `source`.
  void take_completed_send(const StoredMessage& message);

  // The send time of the oldest message that is here and not yet published in its turn.
  [[nodiscard]] Timestamp oldest_undelivered() const;
  // Keeps what is still unmatched; forgets channels on which nothing is under way, when there are
  // many.
  void end_slice();
  // Publishes what waited for its turn, and counts what was never matched.
  void finish(MatchingNotes& notes);

  MatchingNotes notes;

 private:
  struct ReceiveOrder {
    std::uint64_t next = 0;  // the number of the call whose turn it is
    // Messages of receiving calls that wait until all of theirs are matched, and all earlier
    // calls'.
    std::deque<MessageLists::List> waiting;
  };
  struct CallKey {
    ProcessId process;
    std::uint64_t number = 0;
    friend bool operator==(const CallKey&, const CallKey&) = default;
  };
  struct CallKeyHash {
    std::size_t operator()(const CallKey& key) const noexcept {
      return (key.number * 0x9E3779B97F4A7C15ull) ^ key.process.value;
    }
  };
  struct CompletingCall {
    std::vector<StoredMessage> sent;
    std::vector<StoredMessage> received;
    void clear() {
      sent.clear();
      received.clear();
    }
  };

  ReceiveOrder& order_of(ProcessId process);
  template <class Operation, class Take>
  void take_all(const ReusedList<Operation>& operations, Take take);
  void take(const SendOperation& send, Outbox& outbox);
  void take(const ReceiveOperation& receive, Outbox& outbox);
  void matched(const Message& message, Outbox& outbox);
  void check_clocks(const Message& message);
  void deliver(const Message& message);
  void publish_in_turn(ProcessId process, ReceiveOrder& order);
  void publish_front(ProcessId process, ReceiveOrder& order);
  void publish(CompletingCall& call);
  void join_completing_call(const CallKey& key, const StoredMessage& message, bool sent);

  const ReplayContext& context_;
  Bus& bus_;
  ChannelTable channels_;
  ProcessId recent_process_;
  ReceiveOrder* recent_order_ = nullptr;
  FifoSlab<SendOperation> sends_;
  FifoSlab<ReceiveOperation> receives_;
  std::unordered_map<ProcessId, ReceiveOrder> orders_;
  MessageLists lists_;
  std::vector<const StoredMessage*> sorted_;  // of the call that is published
  std::vector<Message> messages_;             // likewise
  ReusedMap<CallKey, CompletingCall, CallKeyHash> completing_;
};

}  // namespace lull::analysis
