// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/messages/send_calls.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace lull::analysis {
namespace {

std::uint32_t in_order_of_completion(const StoredMessage& message) {
  return message.receive.completion.place;
}

// Orders by receiver, then by the receiver's receives.
auto in_order_of_receivers(const StoredMessage& message) {
  const Completion& completion = message.receive.completion;
  return std::make_tuple(message.send.channel.destination, completion.number, completion.place);
}

}  // namespace

void SendCalls::take(const SendingCall& call) {
  Sender& sender = senders_[call.sender];
  Call& known = sender.calls[call.completion.sending];
  assert(!known.known);
  known.completion = call.completion;
  known.known = true;
  settle(sender, call.completion.sending, known);
}

void SendCalls::take(const SendCompletion& completion) {
  Sender& sender = senders_[completion.sender];
  OpenSend& send = sender.sends[completion.request];
  assert(!send.completed);
  send.completed = true;
  send.outcome = completion.outcome;
  send.sending = completion.sending;
  if (send.message.size > 0 || send.lost) settle(sender, completion.request, send);
}

void SendCalls::take(const StoredMessage& message) {
  Sender& sender = senders_[message.send.channel.source];
  OpenSend& send = sender.sends[message.send.request];
  assert(send.message.size == 0 && !send.lost);
  lists_.add(send.message, message.send, message.receive);
  if (send.completed) settle(sender, message.send.request, send);
}

void SendCalls::take(const SendGivenUp& lost) {
  Sender& sender = senders_[lost.sender];
  OpenSend& send = sender.sends[lost.request];
  assert(send.message.size == 0 && !send.lost);
  send.lost = true;
  if (send.completed) settle(sender, lost.request, send);
}

// The outcome of the send and of its message is known.
void SendCalls::settle(Sender& sender, std::uint64_t request, OpenSend& send) {
  if (send.outcome == SendCompletion::Outcome::Completed) {
    Call& call = sender.calls[send.sending];
    if (send.message.size > 0)
      lists_.move_first(send.message, call.sent);
    else
      ++call.without_message;
    settle(sender, send.sending, call);
  } else if (send.message.size > 0) {
    const StoredMessage& message = lists_.first(send.message);
    const Message only{message.send, message.receive};
    bus_.publish(SendCall{Completion{}, {&only, 1}, {}});
    acknowledge({&only, 1});
    lists_.clear(send.message);
  }
  sender.sends.finish(request);
}

void SendCalls::take_received(const Message& message) {
  Sender& sender = senders_[message.receive.channel.destination];
  const std::uint64_t number = message.receive.completion.sending;
  Call& call = sender.calls[number];
  lists_.add(call.received, message.send, message.receive);
  settle(sender, number, call);
}

void SendCalls::give_up_received(ProcessId process, const Completion& completion) {
  Sender& sender = senders_[process];
  Call& call = sender.calls[completion.sending];
  ++call.without_message;
  settle(sender, completion.sending, call);
}

void SendCalls::settle(Sender& sender, std::uint64_t number, Call& call) {
  if (!call.known || call.sent.size + call.received.size + call.without_message <
                         call.completion.sends + call.completion.receives)
    return;
  if (call.sent.size > 0)
    publish(call);
  else
    lists_.clear(call.received);
  sender.calls.finish(number);
}

void SendCalls::publish(Call& call) {
  take_out(call.sent, in_order_of_receivers, sent_);
  take_out(call.received, in_order_of_completion, received_);
  bus_.publish(SendCall{call.completion, sent_, received_});
  acknowledge(sent_);
}

template <class Order>
void SendCalls::take_out(MessageLists::List& list, Order order, std::vector<Message>& messages) {
  sorted_.clear();
  lists_.for_each(list, [this](const StoredMessage& message) { sorted_.push_back(&message); });
  std::ranges::sort(sorted_, {}, [order](const StoredMessage* message) { return order(*message); });
  messages.clear();
  for (const StoredMessage* const message : sorted_)
    messages.push_back({message->send, message->receive});
  lists_.clear(list);
}

void SendCalls::acknowledge(std::span<const Message> sent) {
  for (const Message& message : sent)
    bus_.outbox().post(
        MessageReceived{message.send.channel.source, message.send.number, message.receive.time});
}

bool SendCalls::empty() const {
  bool empty = true;
  senders_.for_each([&empty](ProcessId, const Sender& sender) {
    empty = empty && sender.sends.empty() && sender.calls.empty();
  });
  return empty;
}

}  // namespace lull::analysis
