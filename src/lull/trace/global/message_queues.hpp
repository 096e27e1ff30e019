// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages that were sent and not yet received, by pair of processes and by destination. Queries
// cost nothing: a queue is a view. Sending and receiving take constant time, however many messages
// there are. Normally a receive takes the next message of its channel; on channels with numbered
// messages it takes the one with its number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lull/base/memory/hash_index.hpp"
#include "lull/trace/global/event_index.hpp"
#include "lull/trace/rules/message_channel.hpp"

namespace lull {

struct QueuedMessage {
  EventIndex send = kNoEvent;
  EventIndex enter = kNoEvent;  // enter event of the sending call
  Timestamp time;               // time of the send
  LocationId location;          // the sender
  ProcessId source;
  ProcessId destination;
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  std::uint64_t length = 0;  // bytes
};

class MessageQueues {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // Each message is in three lists.
  enum List { Pair, Destination, Channel, kLists };
  struct Links {
    std::uint32_t before = kNone;
    std::uint32_t next = kNone;
  };
  struct Node {
    QueuedMessage message;
    std::uint64_t number = 0;   // if its channel is numbered
    std::uint32_t channel = 0;  // index in channels_
    std::array<Links, kLists> links;
  };
  struct Ends {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
    std::size_t size = 0;
  };
  struct PairQueue {
    std::uint64_t pair = 0;
    Ends ends;
  };
  struct ChannelQueue {
    MessageChannel channel;
    std::uint32_t pair = 0;  // index in pairs_
    Ends ends;
  };

 public:
  MessageQueues();

  // Messages in the order of their sends; a view, valid until the next change.
  class Queue {
   public:
    class iterator {
     public:
      using value_type = QueuedMessage;
      using difference_type = std::ptrdiff_t;
      using iterator_category = std::forward_iterator_tag;
      using reference = const QueuedMessage&;
      using pointer = const QueuedMessage*;
      iterator() = default;
      iterator(const Node* nodes, std::uint32_t node, List list)
          : nodes_(nodes), node_(node), list_(list) {}
      reference operator*() const { return nodes_[node_].message; }
      pointer operator->() const { return &nodes_[node_].message; }
      iterator& operator++() {
        node_ = nodes_[node_].links[list_].next;
        return *this;
      }
      iterator operator++(int) {
        iterator old = *this;
        ++*this;
        return old;
      }
      friend bool operator==(const iterator& a, const iterator& b) { return a.node_ == b.node_; }

     private:
      const Node* nodes_ = nullptr;
      std::uint32_t node_ = kNone;
      List list_ = Pair;
    };

    Queue(const Node* nodes, Ends ends, List list) : nodes_(nodes), ends_(ends), list_(list) {}
    [[nodiscard]] bool empty() const { return ends_.size == 0; }
    [[nodiscard]] std::size_t size() const { return ends_.size; }
    // The oldest message; the queue must not be empty.
    [[nodiscard]] const QueuedMessage& front() const { return nodes_[ends_.first].message; }
    [[nodiscard]] iterator begin() const { return {nodes_, ends_.first, list_}; }
    [[nodiscard]] iterator end() const { return {nodes_, kNone, list_}; }

   private:
    const Node* nodes_;
    Ends ends_;
    List list_;
  };

  [[nodiscard]] Queue between(ProcessId source, ProcessId destination) const;
  [[nodiscard]] Queue to(ProcessId destination) const;

  // Returns false for a message that was already received.
  bool send(const QueuedMessage& message);
  // The place of a message, valid until the next change.
  using Place = std::uint32_t;
  static constexpr Place kNowhere = kNone;
  // Returns the next message of the channel, or the one with this number.
  [[nodiscard]] Place find(const MessageChannel& channel,
                           std::optional<std::uint64_t> number) const;
  // Removes and returns the message at this place.
  QueuedMessage receive(Place place);
  // Receives a message before its send; the send then removes it immediately.
  void receive_early(const MessageChannel& channel, std::optional<std::uint64_t> number);
  // Removes a message that was cancelled.
  void cancel(const MessageChannel& channel, EventIndex send);

  // Starts numbering the messages of a channel; `received` messages, with lower numbers, have been
  // received before.
  void give_numbers(const MessageChannel& channel, std::uint64_t received);
  [[nodiscard]] bool has_numbers(const MessageChannel& channel) const {
    return !numbered_.empty() && numbered_.contains(channel);
  }

  // Returns all messages in the order of their sends.
  [[nodiscard]] std::vector<QueuedMessage> all() const;
  // Returns the number of messages that were received before they were sent, according to the
  // clocks.
  [[nodiscard]] std::uint64_t early() const { return early_; }

  // The rest of the state: messages that were received before they were sent, by channel, and
  // channels with numbered messages.
  using Owed = std::unordered_map<MessageChannel, std::uint32_t, MessageChannel::Hash>;
  struct SavedNumbers {
    MessageChannel channel;
    std::uint64_t sent = 0;
    std::vector<std::uint64_t> messages;  // numbers, in the order of their sends
    std::vector<std::uint64_t> owed;
  };
  [[nodiscard]] const Owed& owed() const { return owed_; }
  [[nodiscard]] std::vector<SavedNumbers> numbered() const;
  // Restores a saved state.
  void restore(const std::vector<QueuedMessage>& all, const std::vector<SavedNumbers>& numbered,
               const Owed& owed, std::uint64_t early);

 private:
  static std::uint64_t pair_of(ProcessId source, ProcessId destination) {
    return std::uint64_t{source.value} << 32 | destination.value;
  }
  // A channel with numbered messages.
  struct Numbered {
    std::uint64_t sent = 0;
    std::unordered_map<std::uint64_t, std::uint32_t> nodes;  // by number
    std::unordered_set<std::uint64_t> owed;                  // already received
  };
  using NumberedChannels = std::unordered_map<MessageChannel, Numbered, MessageChannel::Hash>;

  [[nodiscard]] static MessageChannel channel_of(const QueuedMessage& message) {
    return {message.source, message.destination, message.communicator, message.tag};
  }
  void clear();
  // Indices in pairs_ and channels_: find_...() return kNone if there is no entry, ..._at() create
  // it.
  [[nodiscard]] std::uint32_t find_pair(std::uint64_t pair) const;
  [[nodiscard]] std::uint32_t find_channel(const MessageChannel& channel) const;
  [[nodiscard]] std::uint32_t pair_at(std::uint64_t pair);
  [[nodiscard]] std::uint32_t channel_at(const MessageChannel& channel);
  void forget_idle_channels();
  [[nodiscard]] const Ends& ends_of(const MessageChannel& channel) const;
  void append(Ends& ends, List list, std::uint32_t node);
  void remove(Ends& ends, List list, std::uint32_t node);
  std::uint32_t add(const QueuedMessage& message);
  void take_out(std::uint32_t node);
  [[nodiscard]] std::uint32_t find_sent(const Ends& channel, EventIndex send) const;
  bool is_owed(const MessageChannel& channel);
  Ends& destination(ProcessId process);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> free_;
  std::vector<PairQueue> pairs_;
  HashIndex pairs_by_key_;
  std::vector<Ends> destinations_;
  std::vector<ChannelQueue> channels_;
  HashIndex channels_by_key_;
  std::size_t forget_at_;
  Owed owed_;  // messages already received, by channel without numbers
  NumberedChannels numbered_;
  std::uint64_t early_ = 0;
};

}  // namespace lull
