// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The sender's side of messages whose sends complete on their own: joins each send's completion
// with its message, and the messages of one completing call, in both directions, into a SendCall.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lull/analysis/matching/numbered_table.hpp"
#include "lull/analysis/pattern.hpp"

namespace lull::analysis {

class SendCalls {
 public:
  explicit SendCalls(Bus& bus) : bus_(bus) {}

  void take(const SendCompletion& completion);
  void take(const StoredMessage& message);
  void take(const SendGivenUp& lost);
  // A message of this process's that a call received which completes sends, too.
  void take_received(const Message& message);
  // A receive in such a call of which the message will not be known.
  void give_up_received(ProcessId process, const Completion& call);

  // Nothing waits here.
  [[nodiscard]] bool empty() const;

 private:
  struct OpenSend {
    StoredMessage message;
    SendCompletion completion;
    bool has_message = false;
    bool has_completion = false;
    bool lost = false;
    void clear() { has_message = has_completion = lost = false; }
  };
  struct Call {
    std::vector<StoredMessage> sent;
    std::vector<StoredMessage> received;
    std::uint32_t without_message = 0;
    void clear() {
      sent.clear();
      received.clear();
      without_message = 0;
    }
  };
  struct Sender {
    NumberedTable<OpenSend> sends;  // by request
    NumberedTable<Call> calls;      // by Completion::sending
  };

  Sender& sender_of(ProcessId process);
  void settle(Sender& sender, std::uint64_t request, OpenSend& send);
  void settle(Sender& sender, const Completion& completion, Call& call);
  void publish(const Completion& completion, Call& call);
  void acknowledge(std::span<const Message> sent);

  Bus& bus_;
  std::unordered_map<ProcessId, Sender> senders_;
  ProcessId recent_process_;
  Sender* recent_ = nullptr;       // looked up last
  std::vector<Message> sent_;      // of the call that is published
  std::vector<Message> received_;  // likewise
};

}  // namespace lull::analysis
