// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Table of message channels with the sends and receives that wait on each. Open addressing: a
// lookup usually costs one memory access, independent of the number of channels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lull/analysis/events/operations.hpp"
#include "lull/analysis/matching/messages/fifo_slab.hpp"

namespace lull::analysis {

class ChannelTable {
 public:
  struct Queues {
    Fifo sends;
    Fifo receives;
    [[nodiscard]] bool idle() const { return sends.empty() && receives.empty(); }
  };

  // Returns the queues of `channel`, initially empty. Valid until the next call.
  Queues& operator[](const Channel& channel) {
    std::size_t index = home(channel);
    while (true) {
      Slot& slot = slots_[index++ & (slots_.size() - 1)];
      if (slot.channel == channel) return slot.queues;
      if (!slot.channel.source.defined()) return insert(slot, channel);
    }
  }

  // Prefetches the channel for a lookup soon.
  [[gnu::always_inline]] void prefetch(const Channel& channel) const {
    __builtin_prefetch(&slots_[home(channel) & (slots_.size() - 1)], 1);
  }

  // Returns the queues of `channel` if they are in its first slot, otherwise null.
  [[nodiscard]] const Queues* likely(const Channel& channel) const {
    const Slot& slot = slots_[home(channel) & (slots_.size() - 1)];
    return slot.channel == channel ? &slot.queues : nullptr;
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  // Erases channels on which nothing waits, when there are many. Amortised constant time for each
  // new channel.
  void forget_idle() {
    if (size_ < forget_at_) return;
    std::vector<Slot> old(kSmallest);
    old.swap(slots_);
    size_ = 0;
    for (const Slot& slot : old)
      if (slot.channel.source.defined() && !slot.queues.idle()) (*this)[slot.channel] = slot.queues;
    forget_at_ = std::max(kMany, 2 * size_);
  }

 private:
  struct alignas(32) Slot {  // within one cache line
    Channel channel;         // source undefined: free
    Queues queues;
  };
  static constexpr std::size_t kSmallest = 64;  // a power of two
  static constexpr std::size_t kMany = 65536;

  [[nodiscard]] static std::size_t home(const Channel& channel) {
    return Channel::Hash()(channel) >> 32;
  }

  [[gnu::noinline]] Queues& insert(Slot& slot, const Channel& channel) {
    if (2 * ++size_ <= slots_.size()) {
      slot.channel = channel;
      return slot.queues;
    }
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    size_ = 0;
    for (const Slot& entry : old)
      if (entry.channel.source.defined()) (*this)[entry.channel] = entry.queues;
    return (*this)[channel];
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kSmallest);
  std::size_t size_ = 0;
  std::size_t forget_at_ = kMany;
};

}  // namespace lull::analysis
