// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/global/message_queues.hpp"

#include <algorithm>

namespace lull {
namespace {

constexpr std::size_t kManyChannels = 1u << 16;

}  // namespace

MessageQueues::Queue MessageQueues::between(ProcessId source, ProcessId destination) const {
  const auto found = pairs_.find(pair_of(source, destination));
  return {nodes_.data(), found == pairs_.end() ? Ends{} : found->second, Pair};
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
    nodes_[ends.last].links[list].behind = node;
  ends.last = node;
  ++ends.size;
}

void MessageQueues::remove(Ends& ends, List list, std::uint32_t node) {
  const Links links = nodes_[node].links[list];
  if (links.before == kNone)
    ends.first = links.behind;
  else
    nodes_[links.before].links[list].behind = links.behind;
  if (links.behind == kNone)
    ends.last = links.before;
  else
    nodes_[links.behind].links[list].before = links.before;
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
  append(pairs_[pair_of(message.source, message.destination)], Pair, node);
  append(destination(message.destination), Destination, node);
  append(channels_[channel_of(message)], Channel, node);
  return node;
}

void MessageQueues::take_out(std::uint32_t node) {
  const QueuedMessage& message = nodes_[node].message;
  const auto channel = channels_.find(channel_of(message));
  remove(channel->second, Channel, node);
  remove(pairs_[pair_of(message.source, message.destination)], Pair, node);
  remove(destination(message.destination), Destination, node);
  // Programs may use a tag once and never again.
  if (channel->second.size == 0 && channels_.size() > kManyChannels) channels_.erase(channel);
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

std::uint32_t MessageQueues::find(const MessageChannel& channel,
                                  std::optional<std::uint64_t> number) const {
  if (number) {
    const auto numbered = numbered_.find(channel);
    if (numbered == numbered_.end()) return kNone;
    const auto found = numbered->second.nodes.find(*number);
    return found == numbered->second.nodes.end() ? kNone : found->second;
  }
  const auto found = channels_.find(channel);
  return found == channels_.end() ? kNone : found->second.first;
}

bool MessageQueues::has(const MessageChannel& channel, std::optional<std::uint64_t> number) const {
  return find(channel, number) != kNone;
}

std::optional<QueuedMessage> MessageQueues::receive(const MessageChannel& channel,
                                                    std::optional<std::uint64_t> number,
                                                    bool come) {
  const std::uint32_t node = find(channel, number);
  if (node == kNone) {
    if (!come) return std::nullopt;
    ++early_;
    if (number)
      numbered_[channel].owed.insert(*number);
    else
      ++owed_[channel];
    return std::nullopt;
  }
  if (!numbered_.empty())
    if (const auto numbered = numbered_.find(channel); numbered != numbered_.end())
      numbered->second.nodes.erase(nodes_[node].number);
  take_out(node);
  return nodes_[node].message;
}

// Programs cancel the oldest or the newest: the search begins at both ends.
std::uint32_t MessageQueues::find_sent(const Ends& channel, EventIndex send) const {
  std::uint32_t front = channel.first;
  std::uint32_t back = channel.last;
  while (front != kNone && back != kNone) {
    if (nodes_[front].message.send == send) return front;
    if (nodes_[back].message.send == send) return back;
    front = nodes_[front].links[Channel].behind;
    back = nodes_[back].links[Channel].before;
  }
  return kNone;
}

// Those after it move up by one.
void MessageQueues::cancel(const MessageChannel& channel, EventIndex send) {
  const auto queue = channels_.find(channel);
  if (queue == channels_.end()) return;
  const std::uint32_t node = find_sent(queue->second, send);
  if (node == kNone) return;
  if (const auto numbered = numbered_.find(channel); numbered != numbered_.end()) {
    Numbered& numbers = numbered->second;
    numbers.nodes.erase(nodes_[node].number);
    for (std::uint32_t later = nodes_[node].links[Channel].behind; later != kNone;
         later = nodes_[later].links[Channel].behind) {
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
  const auto queue = channels_.find(channel);
  if (queue == channels_.end()) return;
  for (std::uint32_t node = queue->second.first; node != kNone;
       node = nodes_[node].links[Channel].behind) {
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
    if (const auto queue = channels_.find(channel); queue != channels_.end())
      for (std::uint32_t node = queue->second.first; node != kNone;
           node = nodes_[node].links[Channel].behind)
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
    const auto queue = channels_.find(saved.channel);
    if (queue == channels_.end()) continue;
    std::uint32_t node = queue->second.first;
    for (const std::uint64_t number : saved.messages) {
      nodes_[node].number = number;
      numbers.nodes[number] = node;
      node = nodes_[node].links[Channel].behind;
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
  for (auto& [pair, ends] : pairs_) ends = {};
  for (Ends& ends : destinations_) ends = {};
  for (auto& [channel, ends] : channels_) ends = {};
}

}  // namespace lull
