// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds rules by content. Unlike HashIndex, it stores a part of each hash, so that only likely
// matches are read: there can be millions of rules, far apart in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "lull/base/memory/large_vector.hpp"

namespace lull::structure {

class RuleIndex {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Returns the rule with this hash for which is_it(rule) holds, or kNone.
  template <class IsIt>
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, IsIt&& is_it) const {
    if (slots_.empty()) return kNone;
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t slot = first_of(tag); slots_[slot].rule != kNone; slot = next_slot(slot))
      if (slots_[slot].tag == tag && is_it(slots_[slot].rule)) return slots_[slot].rule;
    return kNone;
  }

  void insert(std::uint32_t rule, std::uint64_t hash) {
    if ((size_ + 1) * 3 > slots_.size() * 2) grow();
    place({tag_of(hash), rule});
    ++size_;
  }

  [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof slots_[0]; }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t rule = kNone;
  };
  static constexpr std::size_t kFewest = 16;

  [[nodiscard]] static std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash * 0x9E3779B97F4A7C15u >> 32U);
  }
  // The number of slots is a power of two.
  [[nodiscard]] std::size_t first_of(std::uint32_t tag) const { return tag & (slots_.size() - 1); }
  [[nodiscard]] std::size_t next_slot(std::size_t slot) const {
    return (slot + 1) & (slots_.size() - 1);
  }
  void place(Slot wanted) {
    std::size_t slot = first_of(wanted.tag);
    while (slots_[slot].rule != kNone) slot = next_slot(slot);
    slots_[slot] = wanted;
  }
  void grow() {
    const LargeVector<Slot> before = std::exchange(slots_, {});
    slots_.resize(before.empty() ? kFewest : before.size() * 2);
    for (const Slot& slot : before)
      if (slot.rule != kNone) place(slot);
  }

  LargeVector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace lull::structure
