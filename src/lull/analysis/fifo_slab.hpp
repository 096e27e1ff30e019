// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Many short queues in one piece of memory: each queue is two indices, its elements are nodes of
// the slab, and freed nodes are used again.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

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
  void push(Fifo& queue, const Element& element) {
    std::uint32_t node = free_;
    if (node == Fifo::kNone) {
      node = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({element, Fifo::kNone});
    } else {
      free_ = nodes_[node].next;
      nodes_[node] = {element, Fifo::kNone};
    }
    if (queue.empty())
      queue.head = node;
    else
      nodes_[queue.tail].next = node;
    queue.tail = node;
    ++size_;
  }

  // Forgets the first element. The queue must not be empty.
  void pop(Fifo& queue) {
    const std::uint32_t node = queue.head;
    queue.head = nodes_[node].next;
    if (queue.head == Fifo::kNone) queue.tail = Fifo::kNone;
    nodes_[node].next = free_;
    free_ = node;
    --size_;
  }

  // Valid until the next push. The queue must not be empty.
  [[nodiscard]] const Element& front(const Fifo& queue) const { return nodes_[queue.head].element; }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Node {
    Element element;
    std::uint32_t next;
  };
  std::vector<Node> nodes_;
  std::uint32_t free_ = Fifo::kNone;
  std::size_t size_ = 0;
};

}  // namespace lull::analysis
