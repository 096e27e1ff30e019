// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Messages that were sent and not received yet, by pair of processes and by destination. Looking is
// free: a queue is a view. Sending and receiving take constant time, however many there are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <vector>

#include "lull/trace/global/event_index.hpp"

namespace lull {

struct QueuedMessage {
  EventIndex send = kNoEvent;
  EventIndex enter = kNoEvent;  // of the call that sent it
  Timestamp time;               // of the send
  LocationId location;          // that sent it
  ProcessId source;
  ProcessId destination;
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  std::uint64_t length = 0;  // bytes
};

// Messages of one channel are received in the order in which they were sent.
struct MessageChannel {
  ProcessId source;
  ProcessId destination;
  CommunicatorId communicator;
  std::uint32_t tag = 0;
  friend bool operator==(const MessageChannel&, const MessageChannel&) = default;

  struct Hash {
    std::size_t operator()(const MessageChannel& channel) const noexcept {
      const std::uint64_t pair =
          std::uint64_t{channel.source.value} << 32 | channel.destination.value;
      const std::uint64_t mixed = (pair ^ std::uint64_t{channel.communicator.value} << 48 ^
                                   std::uint64_t{channel.tag} << 16) *
                                  0x9E3779B97F4A7C15ull;
      return mixed ^ mixed >> 32;
    }
  };
};

class MessageQueues {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // A message is in three lists.
  enum List { Pair, Destination, Channel, kLists };
  struct Links {
    std::uint32_t before = kNone;
    std::uint32_t behind = kNone;
  };
  struct Node {
    QueuedMessage message;
    std::array<Links, kLists> links;
  };
  struct Ends {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
    std::size_t size = 0;
  };

 public:
  // Messages in the order of their sends; a view that lives until the next change.
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
        node_ = nodes_[node_].links[list_].behind;
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
    // The oldest; there must be one.
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

  // False for a message that was received already.
  bool send(const QueuedMessage& message);
  // Takes out the oldest message of the channel but `skip`. None where there are no more: then the
  // next one that is sent there is taken at once, for it is older than it seems, if there is to be
  // `one_more`.
  std::optional<QueuedMessage> receive(const MessageChannel& channel, std::uint32_t skip,
                                       bool one_more);
  // Whether there is one to be received like that.
  [[nodiscard]] bool has(const MessageChannel& channel, std::uint32_t skip) const;

  // All messages in the order of their sends.
  [[nodiscard]] std::vector<QueuedMessage> all() const;
  void clear();
  // Messages that were received before they were sent, by the clocks.
  [[nodiscard]] std::uint64_t early() const { return early_; }

 private:
  friend class SavedState;
  static std::uint64_t pair_of(ProcessId source, ProcessId destination) {
    return std::uint64_t{source.value} << 32 | destination.value;
  }
  void append(Ends& ends, List list, std::uint32_t node);
  void remove(Ends& ends, List list, std::uint32_t node);
  Ends& destination(ProcessId process);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> free_;
  std::unordered_map<std::uint64_t, Ends> pairs_;
  std::vector<Ends> destinations_;
  std::unordered_map<MessageChannel, Ends, MessageChannel::Hash> channels_;
  // Messages that were received already, by channel.
  using Owed = std::unordered_map<MessageChannel, std::uint32_t, MessageChannel::Hash>;
  Owed owed_;
  std::uint64_t early_ = 0;
};

}  // namespace lull
