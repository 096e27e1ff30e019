// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Maps request handles to values. Open addressing with linear probing: handles come and go with
// every message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lull::recorder::mpi {

template <class Value>
class RequestTable {
 public:
  // Replaces the previous value of the handle.
  void add(std::uint64_t handle, const Value& value) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    std::size_t index = home(handle);
    while (slots_[index].used && slots_[index].handle != handle) index = next(index);
    if (!slots_[index].used) ++size_;
    slots_[index] = {handle, true, value};
  }

  // Returns the value of `handle`; null if there is none. Valid until the next change.
  [[nodiscard]] Value* find(std::uint64_t handle) {
    for (std::size_t index = home(handle);; index = next(index)) {
      if (!slots_[index].used) return nullptr;
      if (slots_[index].handle == handle) return &slots_[index].value;
    }
  }

  void remove(std::uint64_t handle) {
    for (std::size_t index = home(handle); slots_[index].used; index = next(index))
      if (slots_[index].handle == handle) return remove_at(index);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint64_t handle = 0;
    bool used = false;
    Value value;
  };

  [[nodiscard]] std::size_t home(std::uint64_t handle) const {
    return (handle * 0x9E3779B97F4A7C15ull >> 32) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t next(std::size_t index) const {
    return (index + 1) & (slots_.size() - 1);
  }

  // Moves entries that could no longer be found beyond the hole into it.
  void remove_at(std::size_t hole) {
    for (std::size_t index = next(hole); slots_[index].used; index = next(index)) {
      const std::size_t distance = (index - home(slots_[index].handle)) & (slots_.size() - 1);
      if (distance < ((index - hole) & (slots_.size() - 1))) continue;
      slots_[hole] = slots_[index];
      hole = index;
    }
    slots_[hole].used = false;
    --size_;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (!slot.used) continue;
      std::size_t index = home(slot.handle);
      while (slots_[index].used) index = next(index);
      slots_[index] = slot;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);  // always a power of two
  std::size_t size_ = 0;
};

}  // namespace lull::recorder::mpi
