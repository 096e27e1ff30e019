// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The sender's side of messages whose sends complete separately: joins each send's completion with
// its message, and the messages of one completing call, in both directions, into a SendCall.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/analysis/bus/pattern.hpp"
#include "lull/analysis/distribution/process_map.hpp"
#include "lull/analysis/matching/messages/message_lists.hpp"
#include "lull/analysis/matching/messages/numbered_ring.hpp"

namespace lull::analysis {

class SendCalls {
 public:
  explicit SendCalls(Bus& bus) : bus_(bus) {}

  void take(const SendingCall& call);
  void take(const SendCompletion& completion);
  void take(const StoredMessage& message);
  void take(const SendGivenUp& lost);
  // Takes a message received by this process in a call that also completes sends.
  void take_received(const Message& message);
  // Reports a receive in such a call whose message will not be known.
  void give_up_received(ProcessId process, const Completion& call);

  // Returns whether nothing is waiting.
  [[nodiscard]] bool empty() const;

 private:
  // State of a send: its completion, and its message or the fact that there is none.
  struct OpenSend {
    std::uint64_t sending = 0;   // the call that completed it
    MessageLists::List message;  // at most one
    bool completed = false;
    bool lost = false;
    SendCompletion::Outcome outcome = SendCompletion::Outcome::Completed;

    void clear() { *this = {}; }
  };
  struct Call {
    Completion completion;
    bool known = false;  // the completion is known
    MessageLists::List sent;
    MessageLists::List received;
    std::uint32_t without_message = 0;
    void clear() { known = false, without_message = 0; }  // its lists are empty
  };
  struct Sender {
    NumberedRing<OpenSend> sends;  // indexed by request
    NumberedRing<Call> calls;      // indexed by Completion::sending
  };

  void settle(Sender& sender, std::uint64_t request, OpenSend& send);
  void settle(Sender& sender, std::uint64_t number, Call& call);
  void publish(Call& call);
  void acknowledge(std::span<const Message> sent);
  template <class Order>
  void take_out(MessageLists::List& list, Order order, std::vector<Message>& messages);

  Bus& bus_;
  ProcessMap<Sender> senders_;
  MessageLists lists_;
  std::vector<const StoredMessage*> sorted_;
  std::vector<Message> sent_;      // by the call being published
  std::vector<Message> received_;  // by the call being published
};

}  // namespace lull::analysis
