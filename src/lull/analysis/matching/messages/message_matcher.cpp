// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/analysis/matching/messages/message_matcher.hpp"

#include <algorithm>
#include <cassert>
#include <type_traits>

#include "lull/base/memory/prefetch.hpp"

namespace lull::analysis {
namespace {

// Prefetch distances in operations: for the matching send, for its node, for the channel, and for
// the operation itself.
constexpr std::size_t kNext = 6;
constexpr std::size_t kSoon = 11;
constexpr std::size_t kLater = 16;
constexpr std::size_t kMuchLater = 32;

Completion completion_of(const SendOperation& blocking) {
  Completion completion;
  completion.call = blocking.posted;
  completion.sends = 1;
  completion.kind = blocking.kind;
  completion.known = true;
  return completion;
}

}  // namespace

OperationTypes MessageMatcher::takes() const {
  return types_of<SendOperation, ReceiveOperation, SendWithdrawal, SendingCall, SendCompletion,
                  StoredMessage, SendGivenUp, MessageReceived, CollectiveCompletion,
                  CollectiveOutcome>();
}

std::vector<const EventType*> MessageMatcher::publishes() const {
  return {event_type<Message>(), event_type<ReceiveCall>(), event_type<SendCall>(),
          event_type<CollectiveCall>()};
}

[[gnu::always_inline]] inline void MessageMatcher::take(const SendOperation& send) {
  if (!given_up_.empty() && given_up_.take_receive(send.channel)) [[unlikely]] {
    found_too_late(notes_.unmatched_receives, send.channel);
    return lose(send);
  }
  ChannelTable::Queues& queues = channels_[send.channel];
  if (queues.receives.empty()) return sends_.push(queues.sends, send);
  if (!withdrawn_.empty() && withdrawn_.take(send, receives_.front(queues.receives))) [[unlikely]]
    return lose(send);
  matched({send, receives_.front(queues.receives)});
  receives_.pop(queues.receives);
}

[[gnu::always_inline]] inline void MessageMatcher::take(const ReceiveOperation& receive) {
  if (!given_up_.empty() && given_up_.take_send(receive.channel)) [[unlikely]] {
    found_too_late(notes_.unmatched_sends, receive.channel);
    return lose(receive);
  }
  ChannelTable::Queues& queues = channels_[receive.channel];
  if (!withdrawn_.empty()) [[unlikely]]
    drop_withdrawn(queues.sends, receive);
  if (queues.sends.empty()) return receives_.push(queues.receives, receive);
  matched({sends_.front(queues.sends), receive});
  sends_.pop(queues.sends);
}

// Takes sends in the order in which their source posted them, receives in the order in which their
// destination posted them, and all sends and cancellations before the receives that could match
// them.
void MessageMatcher::take(Mails mails) {
  take_all<SendOperation>(mails);
  for_each_operation<SendWithdrawal>(mails,
                                     [this](const auto& cancelled) { withdrawn_.add(cancelled); });
  take_receives(mails);
  take_collectives(mails);
  for_each_operation<SendingCall>(mails, [this](const auto& call) { send_calls_.take(call); });
  for_each_operation<SendCompletion>(mails, [this](const auto& end) { send_calls_.take(end); });
  for_each_operation<StoredMessage>(mails,
                                    [this](const auto& message) { send_calls_.take(message); });
  for_each_operation<SendGivenUp>(mails, [this](const auto& lost) { send_calls_.take(lost); });
  for (const Mail* const mail : mails) {
    mail->of<MessageReceived>().for_each_part([this](std::span<const MessageReceived> receipts) {
      bus_.publish(MessagesReceived{receipts});
    });
  }
}

// The channel is in the cache: prefetches the node of the send that will match.
[[gnu::always_inline]] inline void MessageMatcher::expect_place(
    const ReceiveOperation& receive) const {
  if (const auto* const queues = channels_.likely(receive.channel))
    sends_.prefetch_place(queues->sends);
}

// Prefetches the send itself.
[[gnu::always_inline]] inline void MessageMatcher::expect(const ReceiveOperation& receive) const {
  if (const auto* const queues = channels_.likely(receive.channel)) sends_.prefetch(queues->sends);
  if (bus_.charges().pairs().wanted())
    bus_.charges().pairs().expect_message(receive.channel.source, receive.channel.destination);
}

// If there are many processes, matching operations are not in the cache: prefetches them while
// others are handled.
template <class Operation>
void MessageMatcher::take_from_afar(std::span<const Operation> operations) {
  const std::size_t number = operations.size();
  for (std::size_t i = 0; i < std::min(kLater, number); ++i)
    channels_.prefetch(operations[i].channel);
  for (std::size_t i = 0; i < number; ++i) {
    if (i + kMuchLater < number) prefetch(operations[i + kMuchLater]);
    if (i + kLater < number) channels_.prefetch(operations[i + kLater].channel);
    if constexpr (std::is_same_v<Operation, ReceiveOperation>) {
      if (i + kSoon < number) expect_place(operations[i + kSoon]);
      if (i + kNext < number) expect(operations[i + kNext]);
    }
    take(operations[i]);
  }
}

template <class Operation>
void MessageMatcher::take_all(Mails mails) {
  constexpr std::size_t kNear = 512;  // channels that stay in the cache
  const bool far = channels_.size() > kNear;
  for (const Mail* const mail : mails)
    mail->of<Operation>().for_each_part([this, far](std::span<const Operation> part) {
      if (far) return take_from_afar(part);
      for (const Operation& operation : part) take(operation);
    });
}

// Mail from another analysis process arrives one slice later than mail from this one.
void MessageMatcher::take_receives(Mails mails) {
  if (context_.ownership == nullptr) return take_all<ReceiveOperation>(mails);
  take_held();
  for_each_operation<ReceiveOperation>(mails, [this](const ReceiveOperation& receive) {
    if (context_.ownership->is_mine(receive.channel.source))
      take(receive);
    else
      held_.push_back(receive);
  });
}

void MessageMatcher::take_collectives(Mails mails) {
  const auto joined = [this](ProcessId process, CollectiveCompletion::Use use,
                             const CompletedCollective& collective) {
    using Use = CollectiveCompletion::Use;
    if (use == Use::Shared) turns_[process].take(collective, memory_, bus_);
    if (use == Use::Alone)
      bus_.publish(CollectiveCall{process, collective.completion, {&collective, 1}, {}});
  };
  for_each_operation<CollectiveCompletion>(
      mails, [&](const auto& completion) { collectives_.take(completion, joined); });
  for_each_operation<CollectiveOutcome>(
      mails, [&](const auto& outcome) { collectives_.take(outcome, joined); });
}

void MessageMatcher::take_held() {
  released_.swap(held_);
  held_.clear();
  for (const ReceiveOperation& receive : released_) take(receive);
}

void MessageMatcher::matched(const Message& message) {
  ++notes_.messages;
  if (message.receive.time < message.send.time) check_clocks(message);
  if (bus_.charges().pairs().wanted())
    bus_.charges().pairs().add_message(message.send.channel.source,
                                       message.send.channel.destination, message.send.bytes,
                                       message.receive.time - message.send.time);
  bus_.publish(message);
  if (message.receive.completion.sends > 0) send_calls_.take_received(message);
  turns_[message.receive.channel.destination].take(message, memory_, bus_);
  if (message.send.blocking()) {
    const Completion completion = completion_of(message.send);
    bus_.publish(SendCall{completion, {&message, 1}, {}});
    bus_.outbox().post(
        MessageReceived{message.send.channel.source, message.send.number, message.receive.time});
  } else {
    auto& stored = bus_.outbox().next<StoredMessage>(message.send.channel.source);
    stored.send = message.send;
    stored.receive = message.receive;
  }
}

// A receive that may have got another thread's message is no evidence against the clocks.
void MessageMatcher::check_clocks(const Message& message) {
  if (!message.is_certain()) {
    ++uncertain_;
    return;
  }
  const auto node = [this](ProcessId process) {
    return context_.definitions.processes[process.index()].node;
  };
  notes_.clock_violations[{node(message.send.channel.source),
                           node(message.send.channel.destination)}] +=
      {1, message.send.time - message.receive.time};
}

void MessageMatcher::add_to(MatchingNotes& notes) const {
  notes += notes_;
  if (uncertain_ > 0)
    notes.remarks[{
        "receive ends before the send that it is matched with: several threads use the same "
        "communicator, peer and tag, and the trace does not show which of them received which "
        "message. Its waiting time is not reliable.",
        "receives end before the sends that they are matched with: several threads use the same "
        "communicator, peer and tag, and the trace does not show which of them received which "
        "message. Their waiting times are not reliable."}] += uncertain_;
}

Timestamp MessageMatcher::oldest_undelivered() const {
  Timestamp oldest = kEndOfTime;
  sends_.for_each([&oldest](const SendOperation& send) { oldest = std::min(oldest, send.time); });
  if (memory_.lists.empty()) return oldest;
  turns_.for_each([&](ProcessId, const ReceiveTurns& turns) {
    if (!turns.empty()) oldest = std::min(oldest, turns.oldest(memory_));
  });
  return oldest;
}

// The state here does not depend on the number of threads.
void MessageMatcher::end_slice(Timestamp posted) {
  sends_.keep();
  receives_.keep();
  channels_.forget_idle();
  bus_.publish(DeliveredUntil{std::min(posted, oldest_undelivered())});
}

std::unique_ptr<Matcher> match_messages(const MatcherPlace& place) {
  return std::make_unique<MessageMatcher>(place);
}

}  // namespace lull::analysis
