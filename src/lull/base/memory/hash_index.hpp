// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds table entries by content without storing the content again: four bytes per slot, at least
// half of the slots in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lull {

class HashIndex {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Returns the entry with this hash for which is_it(entry) holds, or kNone.
  template <class IsIt>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, IsIt&& is_it) const {
    if (slots_.empty()) return kNone;
    for (std::size_t slot = slot_of(hash); slots_[slot] != kNone; slot = next_slot(slot))
      if (is_it(slots_[slot])) return slots_[slot];
    return kNone;
  }

  // hash_of(entry) must return the hash of the existing entries and of the new one.
  template <class HashOf>
  void insert(std::uint32_t entry, HashOf&& hash_of) {
    if ((size_ + 1) * 8 > slots_.size() * 7) grow(hash_of);
    place(entry, hash_of(entry));
    ++size_;
  }

  [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof slots_[0]; }

 private:
  static constexpr std::size_t kFewest = 16;

  // Upper bits of the product; the number of slots is a power of two.
  [[nodiscard]] std::size_t slot_of(std::uint64_t hash) const {
    return static_cast<std::size_t>(hash * 0x9E3779B97F4A7C15u >> 32) & (slots_.size() - 1);
  }
  [[nodiscard]] std::size_t next_slot(std::size_t slot) const {
    return (slot + 1) & (slots_.size() - 1);
  }
  void place(std::uint32_t entry, std::uint64_t hash) {
    std::size_t slot = slot_of(hash);
    while (slots_[slot] != kNone) slot = next_slot(slot);
    slots_[slot] = entry;
  }
  template <class HashOf>
  void grow(HashOf&& hash_of) {
    const std::vector<std::uint32_t> before = std::move(slots_);
    slots_.assign(before.empty() ? kFewest : before.size() * 2, kNone);
    for (const std::uint32_t entry : before)
      if (entry != kNone) place(entry, hash_of(entry));
  }

  std::vector<std::uint32_t> slots_;
  std::size_t size_ = 0;
};

}  // namespace lull
