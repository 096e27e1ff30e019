// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/message_queues.hpp"

#include <algorithm>

namespace lull {
namespace {

constexpr std::size_t kManyChannels = 1u << 16;

}  // namespace

MessageQueues::MessageQueues() : forget_at_(kManyChannels) {}

std::uint32_t MessageQueues::find_pair(std::uint64_t pair) const {
  return pairs_by_key_.find(pair, [&](std::uint32_t place) { return pairs_[place].pair == pair; });
}

std::uint32_t MessageQueues::pair_at(std::uint64_t pair) {
  const std::uint32_t found = find_pair(pair);
  if (found != kNone) return found;
  const auto place = static_cast<std::uint32_t>(pairs_.size());
  pairs_.push_back({pair, {}});
  pairs_by_key_.insert(place, [&](std::uint32_t other) { return pairs_[other].pair; });
  return place;
}

std::uint32_t MessageQueues::find_channel(const MessageChannel& channel) const {
  return channels_by_key_.find(MessageChannel::Hash()(channel), [&](std::uint32_t place) {
    return channels_[place].channel == channel;
  });
}

std::uint32_t MessageQueues::channel_at(const MessageChannel& channel) {
  const std::uint32_t found = find_channel(channel);
  if (found != kNone) return found;
  if (channels_.size() >= forget_at_) forget_idle_channels();
  const auto place = static_cast<std::uint32_t>(channels_.size());
  channels_.push_back({channel, pair_at(pair_of(channel.source, channel.destination)), {}});
  channels_by_key_.insert(
      place, [&](std::uint32_t other) { return MessageChannel::Hash()(channels_[other].channel); });
  return place;
}

// Programs may use a tag only once. Amortised constant time per new channel.
void MessageQueues::forget_idle_channels() {
  std::erase_if(channels_, [](const ChannelQueue& queue) { return queue.ends.size == 0; });
  channels_by_key_ = {};
  for (std::uint32_t place = 0; place < channels_.size(); ++place) {
    channels_by_key_.insert(place, [&](std::uint32_t other) {
      return MessageChannel::Hash()(channels_[other].channel);
    });
    for (std::uint32_t node = channels_[place].ends.first; node != kNone;
         node = nodes_[node].links[Channel].next)
      nodes_[node].channel = place;
  }
  forget_at_ = std::max(kManyChannels, 2 * channels_.size());
}

const MessageQueues::Ends& MessageQueues::ends_of(const MessageChannel& channel) const {
  static const Ends kEmpty;
  const std::uint32_t found = find_channel(channel);
  return found == kNone ? kEmpty : channels_[found].ends;
}

MessageQueues::Queue MessageQueues::between(ProcessId source, ProcessId destination) const {
  const std::uint32_t found = find_pair(pair_of(source, destination));
  return {nodes_.data(), found == kNone ? Ends{} : pairs_[found].ends, Pair};
}

MessageQueues::Queue MessageQueues::to(ProcessId destination) const {
  const bool known = destination.index() < destinations_.size();
  return {nodes_.data(), known ? destinations_[destination.index()] : Ends{}, Destination};
}

MessageQueues::Ends& MessageQueues::destination(ProcessId process) {
  if (destinations_.size() <= process.index()) destinations_.resize(process.index() + 1);
  return destinations_[process.index()];
}

void MessageQueues::append(Ends& ends, List list, std::uint32_t node) {
  nodes_[node].links[list] = {ends.last, kNone};
  if (ends.last == kNone)
    ends.first = node;
  else
    nodes_[ends.last].links[list].next = node;
  ends.last = node;
  ++ends.size;
}

void MessageQueues::remove(Ends& ends, List list, std::uint32_t node) {
  const Links links = nodes_[node].links[list];
  if (links.before == kNone)
    ends.first = links.next;
  else
    nodes_[links.before].links[list].next = links.next;
  if (links.next == kNone)
    ends.last = links.before;
  else
    nodes_[links.next].links[list].before = links.before;
  --ends.size;
}

std::uint32_t MessageQueues::add(const QueuedMessage& message) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    nodes_.emplace_back();
  }
  const std::uint32_t node = free_.back();
  free_.pop_back();
  nodes_[node].message = message;
  nodes_[node].channel = channel_at(channel_of(message));
  ChannelQueue& channel = channels_[nodes_[node].channel];
  append(pairs_[channel.pair].ends, Pair, node);
  append(destination(message.destination), Destination, node);
  append(channel.ends, Channel, node);
  return node;
}

void MessageQueues::take_out(std::uint32_t node) {
  ChannelQueue& channel = channels_[nodes_[node].channel];
  remove(channel.ends, Channel, node);
  remove(pairs_[channel.pair].ends, Pair, node);
  remove(destination(channel.channel.destination), Destination, node);
  free_.push_back(node);
}

bool MessageQueues::is_owed(const MessageChannel& channel) {
  const auto owed = owed_.find(channel);
  if (owed == owed_.end()) return false;
  if (--owed->second == 0) owed_.erase(owed);
  return true;
}

bool MessageQueues::send(const QueuedMessage& message) {
  if (!owed_.empty() && is_owed(channel_of(message))) return false;
  const auto numbered = numbered_.empty() ? numbered_.end() : numbered_.find(channel_of(message));
  if (numbered == numbered_.end()) {
    add(message);
    return true;
  }
  const std::uint64_t number = numbered->second.sent++;
  if (numbered->second.owed.erase(number) > 0) return false;
  const std::uint32_t node = add(message);
  nodes_[node].number = number;
  numbered->second.nodes[number] = node;
  return true;
}

MessageQueues::Place MessageQueues::find(const MessageChannel& channel,
                                         std::optional<std::uint64_t> number) const {
  if (number) {
    const auto numbered = numbered_.find(channel);
    if (numbered == numbered_.end()) return kNone;
    const auto found = numbered->second.nodes.find(*number);
    return found == numbered->second.nodes.end() ? kNone : found->second;
  }
  return ends_of(channel).first;
}

QueuedMessage MessageQueues::receive(Place place) {
  const Node& node = nodes_[place];
  if (!numbered_.empty())
    if (const auto numbered = numbered_.find(channels_[node.channel].channel);
        numbered != numbered_.end())
      numbered->second.nodes.erase(node.number);
  take_out(place);
  return node.message;
}

void MessageQueues::receive_early(const MessageChannel& channel,
                                  std::optional<std::uint64_t> number) {
  ++early_;
  if (number)
    numbered_[channel].owed.insert(*number);
  else
    ++owed_[channel];
}

// Programs cancel the oldest or the newest message, so the search starts from both ends.
std::uint32_t MessageQueues::find_sent(const Ends& channel, EventIndex send) const {
  std::uint32_t front = channel.first;
  std::uint32_t back = channel.last;
  while (front != kNone && back != kNone) {
    if (nodes_[front].message.send == send) return front;
    if (nodes_[back].message.send == send) return back;
    front = nodes_[front].links[Channel].next;
    back = nodes_[back].links[Channel].before;
  }
  return kNone;
}

// Messages after it move up by one.
void MessageQueues::cancel(const MessageChannel& channel, EventIndex send) {
  const std::uint32_t node = find_sent(ends_of(channel), send);
  if (node == kNone) return;
  if (const auto numbered = numbered_.find(channel); numbered != numbered_.end()) {
    Numbered& numbers = numbered->second;
    numbers.nodes.erase(nodes_[node].number);
    for (std::uint32_t later = nodes_[node].links[Channel].next; later != kNone;
         later = nodes_[later].links[Channel].next) {
      numbers.nodes.erase(nodes_[later].number);
      numbers.nodes[--nodes_[later].number] = later;
    }
    --numbers.sent;
  }
  take_out(node);
}

void MessageQueues::give_numbers(const MessageChannel& channel, std::uint64_t received) {
  Numbered& numbered = numbered_[channel];
  numbered.sent = received;
  if (const auto owed = owed_.find(channel); owed != owed_.end()) {
    for (; owed->second > 0; --owed->second) numbered.owed.insert(--numbered.sent);
    owed_.erase(owed);
  }
  for (std::uint32_t node = ends_of(channel).first; node != kNone;
       node = nodes_[node].links[Channel].next) {
    nodes_[node].number = numbered.sent;
    numbered.nodes[numbered.sent++] = node;
  }
}

std::vector<QueuedMessage> MessageQueues::all() const {
  std::vector<QueuedMessage> messages;
  for (std::size_t i = 0; i < destinations_.size(); ++i)
    for (const QueuedMessage& message : to(ProcessId(i))) messages.push_back(message);
  std::ranges::sort(messages, {}, &QueuedMessage::send);
  return messages;
}

std::vector<MessageQueues::SavedNumbers> MessageQueues::numbered() const {
  std::vector<SavedNumbers> all;
  for (const auto& [channel, numbered] : numbered_) {
    SavedNumbers& saved = all.emplace_back();
    saved.channel = channel;
    saved.sent = numbered.sent;
    saved.owed.assign(numbered.owed.begin(), numbered.owed.end());
    for (std::uint32_t node = ends_of(channel).first; node != kNone;
         node = nodes_[node].links[Channel].next)
      saved.messages.push_back(nodes_[node].number);
  }
  return all;
}

void MessageQueues::restore(const std::vector<QueuedMessage>& all,
                            const std::vector<SavedNumbers>& numbered, const Owed& owed,
                            std::uint64_t early) {
  clear();
  for (const QueuedMessage& message : all) add(message);
  for (const SavedNumbers& saved : numbered) {
    Numbered& numbers = numbered_[saved.channel];
    numbers.sent = saved.sent;
    numbers.owed.insert(saved.owed.begin(), saved.owed.end());
    std::uint32_t node = ends_of(saved.channel).first;
    for (const std::uint64_t number : saved.messages) {
      nodes_[node].number = number;
      numbers.nodes[number] = node;
      node = nodes_[node].links[Channel].next;
    }
  }
  owed_ = owed;
  early_ = early;
}

void MessageQueues::clear() {
  nodes_.clear();
  free_.clear();
  owed_.clear();
  numbered_.clear();
  for (PairQueue& queue : pairs_) queue.ends = {};
  for (Ends& ends : destinations_) ends = {};
  for (ChannelQueue& queue : channels_) queue.ends = {};
}

}  // namespace lull
