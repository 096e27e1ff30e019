// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Maps addresses of functions to regions. A lookup takes no lock and mostly one probe; an insertion
// takes a lock, and replaces the table when it is half full. Old tables are kept, since other
// threads may be reading them. Thread-safe, even in signal handlers; a thread must be undisturbed
// while it adds.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <new>
#include <vector>

#include "lull/recorder/system/own_memory.hpp"

namespace lull::recorder {

class FunctionTable {
 public:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  FunctionTable() : last_(make_table(1u << 12)), current_(last_) {}

  [[nodiscard]] std::uint32_t find(const void* function) const noexcept {
    const Table& table = *current_.load(std::memory_order_acquire);
    for (std::size_t i = table.place_of(function);; ++i) {
      const Slot& slot = table.slots[i & table.mask];
      const void* const there = slot.function.load(std::memory_order_acquire);
      if (there == function) [[likely]]
        return slot.value.load(std::memory_order_relaxed);
      if (there == nullptr) return kUnknown;
    }
  }

  // Approximate number of functions.
  [[nodiscard]] std::size_t size() const noexcept {
    return current_.load(std::memory_order_acquire)->slots.size() / 2;
  }
  // Calls `visit` with every function and its value; removes the value if that returns false.
  template <class Visit>
  void keep_if(Visit visit) {
    const std::scoped_lock lock(mutex_);
    for (Slot& slot : last_->slots) {
      const void* const function = slot.function.load(std::memory_order_relaxed);
      const std::uint32_t value = slot.value.load(std::memory_order_relaxed);
      if (function != nullptr && value != kUnknown && !visit(function, value))
        slot.value.store(kUnknown, std::memory_order_relaxed);
    }
  }

  // Returns the function's value, which is another thread's if that was faster. Throws
  // std::bad_alloc.
  std::uint32_t add(const void* function, std::uint32_t value) {
    const std::scoped_lock lock(mutex_);
    if (const std::uint32_t known = find(function); known != kUnknown) return known;
    Table* table = last_;
    if (2 * (table->used + 1) > table->slots.size()) {
      Table* const larger = make_table(2 * table->slots.size());
      for (const Slot& slot : table->slots)
        if (const void* const old = slot.function) larger->put(old, slot.value);
      current_.store(larger, std::memory_order_release);
      last_ = table = larger;
    }
    table->put(function, value);
    return value;
  }

 private:
  struct Slot {
    std::atomic<const void*> function{nullptr};
    std::atomic<std::uint32_t> value{kUnknown};
  };
  struct Table {
    explicit Table(std::size_t size) : slots(size), mask(size - 1) {}

    [[nodiscard]] std::size_t place_of(const void* function) const {
      constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15u;
      const auto key = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(function));
      return (key * kSpread) >> (64 - std::bit_width(mask));
    }
    void put(const void* function, std::uint32_t value) {
      std::size_t i = place_of(function);
      while (slots[i & mask].function != nullptr && slots[i & mask].function != function) ++i;
      Slot& slot = slots[i & mask];
      slot.value.store(value, std::memory_order_relaxed);
      if (slot.function == function) return;
      slot.function.store(function, std::memory_order_release);
      ++used;
    }

    std::vector<Slot, OwnAllocator<Slot>> slots;
    std::size_t mask;
    std::size_t used = 0;
  };

  static Table* make_table(std::size_t size) {
    void* const place = own_memory(sizeof(Table));
    if (place == nullptr) throw std::bad_alloc();
    return new (place) Table(size);
  }

  Table* last_;
  std::atomic<const Table*> current_;
  std::mutex mutex_;
};

}  // namespace lull::recorder
