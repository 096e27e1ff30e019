// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Handling of messages with a missing end: cancelled sends, and operations that are given up.
#include <algorithm>
#include <tuple>

#include "lull/analysis/matching/messages/message_matcher.hpp"

namespace lull::analysis {
namespace {

// Number of old messages kept at a checkpoint for each receiving process.
constexpr std::size_t kOldOnes = 1024;

// Returns when the operation was posted.
Timestamp over(const SendOperation& send) { return send.posted.leave; }
Timestamp over(const ReceiveOperation& receive) { return receive.completion.call.leave; }

}  // namespace

// Drops sends that were cancelled before the receive.
void MessageMatcher::drop_withdrawn(Fifo& sends, const ReceiveOperation& receive) {
  while (!sends.empty() && withdrawn_.take(sends_.front(sends), receive)) {
    lose(sends_.front(sends));
    sends_.pop(sends);
  }
}

// Takes one pass over each channel, no matter how many cancelled sends it has.
void MessageMatcher::forget_withdrawn(Timestamp before) {
  std::vector<SendWithdrawal> old;  // by channel, then by number
  withdrawn_.forget(before, [&old](const SendWithdrawal& one) { old.push_back(one); });
  for (auto begin = old.cbegin(); begin != old.cend();) {
    const auto end = std::find_if(begin, old.cend(), [&](const SendWithdrawal& one) {
      return one.channel != begin->channel;
    });
    const auto is_gone = [&](const SendOperation& send) {
      const bool gone =
          std::ranges::binary_search(begin, end, send.number, {}, &SendWithdrawal::number);
      if (gone) lose(send);
      return gone;
    };
    sends_.erase_if(channels_[begin->channel].sends, is_gone);
    begin = end;
  }
}

// The other end of a given-up operation was found after all.
void MessageMatcher::found_too_late(std::map<ProcessPair, std::uint64_t>& unmatched,
                                    const Channel& channel) {
  ++notes_.found_too_late;
  const auto pair = unmatched.find({channel.source, channel.destination});
  if (--pair->second == 0) unmatched.erase(pair);
}

// Lets calls that wait for the message continue without it.
void MessageMatcher::lose(const SendOperation& send) {
  if (!send.blocking()) bus_.outbox().post(SendGivenUp{send.channel.source, send.request});
}

void MessageMatcher::lose(const ReceiveOperation& receive) {
  const Completion& call = receive.completion;
  const ProcessId process = receive.channel.destination;
  if (call.sends > 0) send_calls_.give_up_received(process, call);
  turns_[process].give_up(call, memory_, bus_);
}

void MessageMatcher::give_up_send(const Channel& channel) {
  Fifo& queue = channels_[channel].sends;
  lose(sends_.front(queue));
  sends_.pop(queue);
  ++notes_.unmatched_sends[{channel.source, channel.destination}];
}

void MessageMatcher::give_up_receive(const Channel& channel) {
  Fifo& queue = channels_[channel].receives;
  const ReceiveOperation receive = receives_.front(queue);
  receives_.pop(queue);
  ++notes_.unmatched_receives[{channel.source, channel.destination}];
  lose(receive);
}

void MessageMatcher::give_up(Timestamp before, std::size_t kept) {
  struct Old {
    Channel channel;
    Timestamp time;
    bool send;
    [[nodiscard]] auto order() const {
      return std::tuple(channel.destination, time, send, channel.words());
    }
  };
  std::vector<Old> old;
  const auto collect = [&](const auto& slab, bool send) {
    slab.for_each([&](const auto& operation) {
      if (over(operation) < before || before == kEndOfTime)
        old.push_back({operation.channel, operation.time, send});
    });
  };
  collect(sends_, true);
  collect(receives_, false);
  std::map<ProcessId, std::size_t> left;
  for (const Old& end : old) ++left[end.channel.destination];
  std::erase_if(left, [kept](const auto& entry) { return entry.second <= kept; });
  if (left.empty()) return;
  std::ranges::sort(old, {}, &Old::order);
  for (const Old& end : old) {
    const auto process = left.find(end.channel.destination);
    if (process == left.end() || process->second == kept) continue;
    --process->second;
    if (end.send)
      give_up_send(end.channel);
    else
      give_up_receive(end.channel);
    if (before == kEndOfTime) continue;
    if (end.send)
      given_up_.add_send(end.channel);
    else
      given_up_.add_receive(end.channel);
  }
}

void MessageMatcher::checkpoint(const Checkpoint& checkpoint) {
  take_held();
  sends_.keep();
  receives_.keep();
  forget_withdrawn(checkpoint.previous);
  give_up(checkpoint.previous, kOldOnes);
}

void MessageMatcher::finish() {
  take_held();
  forget_withdrawn(kEndOfTime);
  give_up(kEndOfTime, 0);
}

}  // namespace lull::analysis
