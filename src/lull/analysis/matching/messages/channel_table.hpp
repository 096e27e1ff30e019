// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The channels of messages, each with the sends and receives that wait on it. Open addressing: to
// look one up costs one access to memory as a rule, however many there are.
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

  // Those of `channel`, empty at first. Valid until the next call.
  Queues& operator[](const Channel& channel) {
    std::size_t index = home(channel);
    while (true) {
      Slot& slot = slots_[index++ & (slots_.size() - 1)];
      if (slot.channel == channel) return slot.queues;
      if (!slot.channel.source.defined()) return insert(slot, channel);
    }
  }

  // Gets it into the cache for a look at it soon.
  [[gnu::always_inline]] void prefetch(const Channel& channel) const {
    __builtin_prefetch(&slots_[home(channel) & (slots_.size() - 1)], 1);
  }

  // Likely those of `channel`, as far as a first look tells; null if it is none.
  [[nodiscard]] const Queues* likely(const Channel& channel) const {
    const Slot& slot = slots_[home(channel) & (slots_.size() - 1)];
    return slot.channel == channel ? &slot.queues : nullptr;
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  // Forgets channels on which nothing waits, when there are many. Constant time for each channel
  // that was looked up for the first time.
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
  struct alignas(32) Slot {  // in one line of the cache
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
