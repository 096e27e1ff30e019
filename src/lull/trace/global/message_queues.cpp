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

bool MessageQueues::send(const QueuedMessage& message) {
  const std::uint64_t pair = pair_of(message.source, message.destination);
  const MessageChannel key{message.source, message.destination, message.communicator, message.tag};
  if (!owed_.empty()) {
    if (const auto owed = owed_.find(key); owed != owed_.end()) {
      if (--owed->second == 0) owed_.erase(owed);
      return false;
    }
  }
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    nodes_.emplace_back();
  }
  const std::uint32_t node = free_.back();
  free_.pop_back();
  nodes_[node].message = message;
  append(pairs_[pair], Pair, node);
  append(destination(message.destination), Destination, node);
  append(channels_[key], Channel, node);
  return true;
}

std::optional<QueuedMessage> MessageQueues::receive(const MessageChannel& channel,
                                                    std::uint32_t skip, bool one_more) {
  const auto found = channels_.find(channel);
  if (found == channels_.end() || found->second.size <= skip) {
    if (one_more) ++owed_[channel];
    early_ += one_more ? 1 : 0;
    return std::nullopt;
  }
  std::uint32_t node = found->second.first;
  for (; skip > 0; --skip) node = nodes_[node].links[Channel].behind;
  remove(found->second, Channel, node);
  remove(pairs_[pair_of(channel.source, channel.destination)], Pair, node);
  remove(destination(channel.destination), Destination, node);
  // Programs may use a tag once and never again.
  if (found->second.size == 0 && channels_.size() > kManyChannels) channels_.erase(found);
  free_.push_back(node);
  return nodes_[node].message;
}

bool MessageQueues::has(const MessageChannel& channel, std::uint32_t skip) const {
  const auto found = channels_.find(channel);
  return found != channels_.end() && found->second.size > skip;
}

std::vector<QueuedMessage> MessageQueues::all() const {
  std::vector<QueuedMessage> messages;
  for (std::size_t i = 0; i < destinations_.size(); ++i)
    for (const QueuedMessage& message : to(ProcessId(i))) messages.push_back(message);
  std::ranges::sort(messages, {}, &QueuedMessage::send);
  return messages;
}

void MessageQueues::clear() {
  nodes_.clear();
  free_.clear();
  owed_.clear();
  for (auto& [pair, ends] : pairs_) ends = {};
  for (Ends& ends : destinations_) ends = {};
  for (auto& [channel, ends] : channels_) ends = {};
}

}  // namespace lull
