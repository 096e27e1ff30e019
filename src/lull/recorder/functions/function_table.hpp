// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The regions of functions by their addresses. Looking up takes no lock and mostly one look; adding
// takes one, and replaces the table when it is half full. Old tables stay: another thread may
// be reading them. Any thread.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace lull::recorder {

class FunctionTable {
 public:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  FunctionTable() { current_ = add_table(1u << 12); }

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

  // What the function's value is now: another thread's, if that was faster. Throws std::bad_alloc.
  std::uint32_t add(const void* function, std::uint32_t value) {
    const std::scoped_lock lock(mutex_);
    if (const std::uint32_t known = find(function); known != kUnknown) return known;
    Table* table = tables_.back().get();
    if (2 * (table->used + 1) > table->slots.size()) {
      Table* const larger = add_table(2 * table->slots.size());
      for (const Slot& slot : table->slots)
        if (const void* const old = slot.function) larger->put(old, slot.value);
      current_.store(larger, std::memory_order_release);
      table = larger;
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
      while (slots[i & mask].function != nullptr) ++i;
      Slot& slot = slots[i & mask];
      slot.value.store(value, std::memory_order_relaxed);
      slot.function.store(function, std::memory_order_release);
      ++used;
    }

    std::vector<Slot> slots;
    std::size_t mask;
    std::size_t used = 0;
  };

  Table* add_table(std::size_t size) {
    return tables_.emplace_back(std::make_unique<Table>(size)).get();
  }

  std::vector<std::unique_ptr<Table>> tables_;
  std::atomic<const Table*> current_;
  std::mutex mutex_;
};

}  // namespace lull::recorder
