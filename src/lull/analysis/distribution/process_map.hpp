// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A value for each process that a shard has seen. A lookup costs one memory access, where a map of
// the standard library needs three.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "lull/analysis/distribution/outbox.hpp"
#include "lull/trace/event/ids.hpp"

namespace lull::analysis {

// Value is default-constructed, and constructed from the process if possible.
template <class Value>
class ProcessMap {
 public:
  // Returns the value of the process, inserting a new one. Valid until the next insertion.
  Value& operator[](ProcessId process) {
    Slot& slot = slot_of(process);
    return slot.process == process ? slot.value : add(process);
  }
  // Calls use(process, value) for each, in an order that depends only on the set of processes.
  template <class Use>
  void for_each(Use use) {
    for (Slot& slot : slots_)
      if (slot.process.defined()) use(slot.process, slot.value);
  }
  template <class Use>
  void for_each(Use use) const {
    for (const Slot& slot : slots_)
      if (slot.process.defined()) use(slot.process, slot.value);
  }

 private:
  struct Slot {
    ProcessId process;  // undefined: free
    Value value;
  };

  // Processes of one shard are kShards apart; next to each other in the table, they come in order.
  [[nodiscard]] static std::size_t home(ProcessId process) {
    constexpr std::size_t kApart = 0x9E3779B1;
    return process.index() / Outbox::kShards + process.index() % Outbox::kShards * kApart;
  }
  // Returns the slot of the process, or a free one.
  [[nodiscard]] Slot& slot_of(ProcessId process) {
    std::size_t at = home(process);
    while (true) {
      Slot& slot = slots_[at++ & (slots_.size() - 1)];
      if (slot.process == process || !slot.process.defined()) [[likely]]
        return slot;
    }
  }
  [[gnu::noinline]] Value& add(ProcessId process) {
    if (2 * (size_ + 1) > slots_.size()) {
      std::vector<Slot> old(2 * slots_.size());
      old.swap(slots_);
      for (Slot& slot : old)
        if (slot.process.defined()) slot_of(slot.process) = std::move(slot);
    }
    ++size_;
    Slot& slot = slot_of(process);
    slot.process = process;
    if constexpr (std::is_constructible_v<Value, ProcessId>) slot.value = Value(process);
    return slot.value;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(4);  // open addressing; the size is a power of two
  std::size_t size_ = 0;
};

}  // namespace lull::analysis
