// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/send_calls.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace lull::analysis {
namespace {

std::uint32_t in_order_of_completion(const StoredMessage& message) {
  return message.receive.completion.place;
}

// By receiver, each one's in the order of its receives.
auto in_order_of_receivers(const StoredMessage& message) {
  const Completion& completion = message.receive.completion;
  return std::make_tuple(message.send.channel.destination, completion.number, completion.place);
}

void copy(const std::vector<StoredMessage>& stored, std::vector<Message>& messages) {
  messages.clear();
  for (const StoredMessage& message : stored) messages.push_back({message.send, message.receive});
}

}  // namespace

SendCalls::Sender& SendCalls::sender_of(ProcessId process) {
  if (recent_ == nullptr || recent_process_ != process) {
    recent_process_ = process;
    recent_ = &senders_[process];
  }
  return *recent_;
}

void SendCalls::take(const SendCompletion& completion) {
  Sender& sender = sender_of(completion.sender);
  OpenSend& send = sender.sends[completion.request];
  assert(!send.has_completion);
  send.completion = completion;
  send.has_completion = true;
  settle(sender, completion.request, send);
}

void SendCalls::take(const StoredMessage& message) {
  Sender& sender = sender_of(message.send.channel.source);
  OpenSend& send = sender.sends[message.send.request];
  assert(!send.has_message && !send.lost);
  send.message = message;
  send.has_message = true;
  settle(sender, message.send.request, send);
}

void SendCalls::take(const SendGivenUp& lost) {
  Sender& sender = sender_of(lost.sender);
  OpenSend& send = sender.sends[lost.request];
  assert(!send.has_message && !send.lost);
  send.lost = true;
  settle(sender, lost.request, send);
}

// Both what became of the send and of its message have to be known.
void SendCalls::settle(Sender& sender, std::uint64_t request, OpenSend& send) {
  if (!send.has_completion || (!send.has_message && !send.lost)) return;
  if (send.completion.outcome == SendCompletion::Outcome::Completed) {
    Call& call = sender.calls[send.completion.completion.sending];
    if (send.has_message)
      call.sent.push_back(send.message);
    else
      ++call.without_message;
    settle(sender, send.completion.completion, call);
  } else if (send.has_message &&
             send.completion.outcome == SendCompletion::Outcome::NeverCompleted) {
    const Message message{send.message.send, send.message.receive};
    bus_.publish(SendCall{send.completion.completion, {&message, 1}, {}});
    acknowledge({&message, 1});
  }
  sender.sends.erase(request);
}

void SendCalls::take_received(const Message& message) {
  Sender& sender = sender_of(message.receive.channel.destination);
  const Completion& completion = message.receive.completion;
  Call& call = sender.calls[completion.sending];
  call.received.push_back({message.send, message.receive});
  settle(sender, completion, call);
}

void SendCalls::give_up_received(ProcessId process, const Completion& completion) {
  Sender& sender = sender_of(process);
  Call& call = sender.calls[completion.sending];
  ++call.without_message;
  settle(sender, completion, call);
}

void SendCalls::settle(Sender& sender, const Completion& completion, Call& call) {
  if (call.sent.size() + call.received.size() + call.without_message <
      std::size_t{completion.sends} + completion.receives)
    return;
  if (!call.sent.empty()) publish(completion, call);
  sender.calls.erase(completion.sending);
}

void SendCalls::publish(const Completion& completion, Call& call) {
  std::ranges::sort(call.sent, {}, in_order_of_receivers);
  std::ranges::sort(call.received, {}, in_order_of_completion);
  copy(call.sent, sent_);
  copy(call.received, received_);
  bus_.publish(SendCall{completion, sent_, received_});
  acknowledge(sent_);
}

void SendCalls::acknowledge(std::span<const Message> sent) {
  for (const Message& message : sent)
    bus_.outbox().post(
        MessageReceived{message.send.channel.source, message.send.number, message.receive.time});
}

bool SendCalls::empty() const {
  return std::ranges::all_of(senders_, [](const auto& entry) {
    return entry.second.sends.empty() && entry.second.calls.empty();
  });
}

}  // namespace lull::analysis
