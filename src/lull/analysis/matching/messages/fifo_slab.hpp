// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Many short queues in one memory block: each queue is two indices, its elements are nodes of the
// slab, and freed nodes are reused. Elements are not copied when pushed, as most are popped while
// their owner still holds them; keep() copies the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "lull/base/memory/prefetch.hpp"

namespace lull::analysis {

struct Fifo {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  std::uint32_t head = kNone;
  std::uint32_t tail = kNone;
  [[nodiscard]] bool empty() const { return head == kNone; }
};

template <class Element>
class FifoSlab {
 public:
  // `element` must live until it is popped, or until the next keep().
  void push(Fifo& queue, const Element& element) {
    const std::uint32_t node = new_node();
    nodes_[node] = {&element, Fifo::kNone, kElsewhere};
    if (queue.empty())
      queue.head = node;
    else
      nodes_[queue.tail].next = node;
    queue.tail = node;
    ++size_;
  }

  // Removes the first element. The queue must not be empty.
  void pop(Fifo& queue) {
    const std::uint32_t index = queue.head;
    Node& node = nodes_[index];
    queue.head = node.next;
    if (queue.head == Fifo::kNone) queue.tail = Fifo::kNone;
    if (node.place != kElsewhere) [[unlikely]]
      free_places_.push_back(node.place);
    node = {nullptr, free_node_, kElsewhere};
    free_node_ = index;
    --size_;
  }

  // Copies the elements that are still in queues, so that they no longer need to live elsewhere.
  // Nodes are used in memory order afterwards.
  void keep() {
    free_node_ = Fifo::kNone;
    if (size_ == 0) return nodes_.clear();
    for (std::size_t index = nodes_.size(); index-- > 0;) {
      Node& node = nodes_[index];
      if (node.element == nullptr) {
        node.next = std::exchange(free_node_, static_cast<std::uint32_t>(index));
        continue;
      }
      if (node.place != kElsewhere) continue;
      if (index >= kAhead && nodes_[index - kAhead].element != nullptr)
        lull::prefetch(*nodes_[index - kAhead].element);
      node.place = new_place();
      elements_[node.place] = *node.element;
      node.element = &elements_[node.place];
    }
  }

  // Calls use(element) for each element of all queues, in no particular order.
  template <class Use>
  void for_each(Use use) const {
    if (size_ == 0) return;
    for (const Node& node : nodes_)
      if (node.element != nullptr) use(*node.element);
  }

  // Removes the elements of the queue for which `is_gone` is true, in linear time.
  template <class IsGone>
  void erase_if(Fifo& queue, IsGone is_gone) {
    Fifo others;
    while (!queue.empty()) {
      const std::uint32_t index = queue.head;
      if (is_gone(*nodes_[index].element)) {
        pop(queue);
        continue;
      }
      queue.head = nodes_[index].next;
      nodes_[index].next = Fifo::kNone;
      (others.empty() ? others.head : nodes_[others.tail].next) = index;
      others.tail = index;
    }
    queue = others;
  }

  // Valid until popped. The queue must not be empty.
  [[nodiscard]] const Element& front(const Fifo& queue) const {
    return *nodes_[queue.head].element;
  }

  // Prefetches the node that prefetch() needs.
  [[gnu::always_inline]] void prefetch_place(const Fifo& queue) const {
    if (!queue.empty()) __builtin_prefetch(&nodes_[queue.head]);
  }
  // Prefetches an element to be used soon: elements of a queue are mostly adjacent, and some are
  // popped before.
  [[gnu::always_inline]] void prefetch(const Fifo& queue) const {
    constexpr std::size_t kBefore = 3;
    if (queue.empty()) return;
    const Element& element = *nodes_[queue.head].element;
    lull::prefetch(element);
    lull::prefetch(element, kBefore);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Node {
    const Element* element;  // null: the node is free
    std::uint32_t next;
    std::uint32_t place;  // in elements_, if stored there
  };
  static constexpr std::size_t kAhead = 8;  // nodes
  static constexpr std::uint32_t kElsewhere = 0xFFFFFFFFu;

  std::uint32_t new_node() {
    const std::uint32_t node = free_node_;
    if (node != Fifo::kNone) {
      free_node_ = nodes_[node].next;
      if (free_node_ != Fifo::kNone) __builtin_prefetch(&nodes_[free_node_], 1);
      return node;
    }
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  std::uint32_t new_place() {
    if (free_places_.empty()) {
      elements_.emplace_back();
      return static_cast<std::uint32_t>(elements_.size() - 1);
    }
    const std::uint32_t place = free_places_.back();
    free_places_.pop_back();
    return place;
  }

  std::vector<Node> nodes_;
  std::uint32_t free_node_ = Fifo::kNone;
  std::size_t size_ = 0;
  std::deque<Element> elements_;  // elements do not move
  std::vector<std::uint32_t> free_places_;
};

}  // namespace lull::analysis
