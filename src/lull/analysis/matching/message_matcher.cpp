// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/message_matcher.hpp"

#include <algorithm>
#include <tuple>

namespace lull::analysis {
namespace {

// Calls of one process that may wait for an earlier call's unmatched message.
constexpr std::size_t kPatience = 65536;
constexpr std::size_t kManyChannels = 65536;

std::uint32_t in_order_of_completion(const StoredMessage& message) {
  return message.receive.completion.place;
}

// By receiver, each one's in the order of its receives.
auto in_order_of_receivers(const StoredMessage& message) {
  const Completion& completion = message.receive.completion;
  return std::make_tuple(message.send.channel.destination, completion.number, completion.place);
}

std::vector<Message> messages_of(const std::vector<StoredMessage>& stored) {
  std::vector<Message> messages;
  messages.reserve(stored.size());
  for (const StoredMessage& message : stored) messages.push_back({message.send, message.receive});
  return messages;
}

}  // namespace

MessageMatcher::ReceiveOrder& MessageMatcher::order_of(ProcessId process) {
  if (recent_order_ == nullptr || recent_process_ != process) {
    recent_process_ = process;
    recent_order_ = &orders_[process];
  }
  return *recent_order_;
}

// With many channels, the memory of the next ones is on its way while one is dealt with.
template <class Operation, class Take>
void MessageMatcher::take_all(const ReusedList<Operation>& operations, Take take) {
  constexpr std::ptrdiff_t kAhead = 6;
  for (const Operation& operation : operations) {
    if (operations.end() - &operation > kAhead) channels_.prefetch((&operation)[kAhead].channel);
    take(operation);
  }
}

void MessageMatcher::take(const ReusedList<SendOperation>& sends, Outbox& outbox) {
  take_all(sends, [&](const SendOperation& send) { take(send, outbox); });
}

void MessageMatcher::take(const ReusedList<ReceiveOperation>& receives, Outbox& outbox) {
  take_all(receives, [&](const ReceiveOperation& receive) { take(receive, outbox); });
}

void MessageMatcher::take(const SendOperation& send, Outbox& outbox) {
  ChannelTable::Queues& queues = channels_[send.channel];
  if (queues.receives.empty()) return sends_.push(queues.sends, send);
  matched({send, receives_.front(queues.receives)}, outbox);
  receives_.pop(queues.receives);
}

void MessageMatcher::take(const ReceiveOperation& receive, Outbox& outbox) {
  ChannelTable::Queues& queues = channels_[receive.channel];
  if (queues.sends.empty()) return receives_.push(queues.receives, receive);
  matched({sends_.front(queues.sends), receive}, outbox);
  sends_.pop(queues.sends);
}

void MessageMatcher::matched(const Message& message, Outbox& outbox) {
  ++notes.messages;
  if (message.receive.time < message.send.time) check_clocks(message);
  bus_.publish(message);
  deliver(message);
  const ProcessId sender = message.send.channel.source;
  const Completion& sending = message.send.completion;
  if (!sending.known || (sending.sends == 1 && sending.receives == 0)) {
    bus_.publish(SendCall{sending, {&message, 1}, {}});
    outbox.to_process(sender).received.push_back(
        {sender, message.send.number, message.receive.time});
  } else {
    outbox.to_process(sender).completed_sends.push_back({message.send, message.receive});
  }
}

void MessageMatcher::check_clocks(const Message& message) {
  const auto node = [this](ProcessId process) {
    return context_.definitions.processes[process.index()].node;
  };
  notes.clock_violations[{node(message.send.channel.source),
                          node(message.send.channel.destination)}] +=
      {1, message.send.time - message.receive.time};
}

void MessageMatcher::deliver(const Message& message) {
  const ProcessId process = message.receive.channel.destination;
  const Completion& call = message.receive.completion;
  if (call.sends > 0)
    join_completing_call({process, call.number}, {message.send, message.receive}, false);
  ReceiveOrder& order = order_of(process);
  const bool in_turn = call.number == order.next && call.receives == 1;
  if (in_turn || call.number < order.next) {
    bus_.publish(ReceiveCall{process, call, {&message, 1}});
    if (!in_turn) return;  // its turn was given away
    ++order.next;
    if (order.waiting.empty()) return;
    order.waiting.pop_front();
    return publish_in_turn(process, order);
  }
  const std::uint64_t place = call.number - order.next;
  if (order.waiting.size() <= place) order.waiting.resize(place + 1);
  lists_.add(order.waiting[place], {message.send, message.receive});
  publish_in_turn(process, order);
}

void MessageMatcher::publish_in_turn(ProcessId process, ReceiveOrder& order) {
  while (!order.waiting.empty()) {
    const MessageLists::List& messages = order.waiting.front();
    if (messages.size == 0 || messages.size < lists_.first(messages).receive.completion.receives)
      return;
    publish_front(process, order);
  }
}

void MessageMatcher::publish_front(ProcessId process, ReceiveOrder& order) {
  MessageLists::List call = order.waiting.front();
  order.waiting.pop_front();
  ++order.next;
  if (call.size == 0) return;
  sorted_.clear();
  lists_.for_each(call, [this](const StoredMessage& message) { sorted_.push_back(&message); });
  // Which of them was matched first is a matter of chance.
  if (call.size > 1)
    std::ranges::sort(sorted_, {},
                      [](const StoredMessage* m) { return in_order_of_completion(*m); });
  messages_.clear();
  for (const StoredMessage* const message : sorted_)
    messages_.push_back({message->send, message->receive});
  bus_.publish(ReceiveCall{process, messages_.front().receive.completion, messages_});
  lists_.clear(call);
}

void MessageMatcher::take_completed_send(const StoredMessage& message) {
  join_completing_call({message.send.channel.source, message.send.completion.number}, message,
                       true);
}

void MessageMatcher::join_completing_call(const CallKey& key, const StoredMessage& message,
                                          bool sent) {
  CompletingCall& call = completing_[key];
  (sent ? call.sent : call.received).push_back(message);
  const Completion& completion = sent ? message.send.completion : message.receive.completion;
  if (call.sent.size() < completion.sends || call.received.size() < completion.receives) return;
  publish(call);
  completing_.erase(key);
}

void MessageMatcher::publish(CompletingCall& call) {
  std::ranges::sort(call.sent, {}, in_order_of_receivers);
  std::ranges::sort(call.received, {}, in_order_of_completion);
  const std::vector<Message> sent = messages_of(call.sent);
  bus_.publish(SendCall{sent.front().send.completion, sent, messages_of(call.received)});
  const ProcessId sender = sent.front().send.channel.source;
  for (const Message& message : sent)
    bus_.outbox().to_process(sender).received.push_back(
        {sender, message.send.number, message.receive.time});
}

Timestamp MessageMatcher::oldest_undelivered() const {
  Timestamp oldest = kEndOfTime;
  if (sends_.size() > 0)
    channels_.for_each([&](const Channel&, const ChannelTable::Queues& queues) {
      if (!queues.sends.empty()) oldest = std::min(oldest, sends_.front(queues.sends).time);
    });
  for (const auto& [process, order] : orders_)
    for (const MessageLists::List& call : order.waiting)
      lists_.for_each(call, [&oldest](const StoredMessage& message) {
        oldest = std::min(oldest, message.send.time);
      });
  return oldest;
}

// What has come by then does not depend on the number of threads.
void MessageMatcher::end_slice() {
  sends_.keep();
  receives_.keep();
  for (auto& [process, order] : orders_) {
    while (order.waiting.size() > kPatience) publish_front(process, order);
    publish_in_turn(process, order);
  }
  if (channels_.size() > kManyChannels) channels_.forget_idle();
}

void MessageMatcher::finish(MatchingNotes& all) {
  for (auto& [process, order] : orders_)
    while (!order.waiting.empty()) publish_front(process, order);
  for (auto& [key, call] : completing_)
    if (!call.sent.empty()) publish(call);
  channels_.for_each([&](const Channel& channel, ChannelTable::Queues& queues) {
    const ProcessPair pair{channel.source, channel.destination};
    for (; !queues.sends.empty(); sends_.pop(queues.sends)) ++notes.unmatched_sends[pair];
    for (; !queues.receives.empty(); receives_.pop(queues.receives))
      ++notes.unmatched_receives[pair];
  });
  all += notes;
}

}  // namespace lull::analysis
