// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds out whether a string of items ends with the same thing twice. It is built from the front
// and cut at its end. Earlier places that end alike are remembered for the last 1, 4, 16 and 64
// items, and of each kind only the nearest few are tried: a constant number of comparisons by hash
// for each item, whatever the string is. So a period may be overlooked whose every part recurs more
// often within it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "lull/base/memory/large_vector.hpp"
#include "lull/structure/grammar/grammar.hpp"

namespace lull::structure {

class SquareIndex {
 public:
  // The length of the shortest square's half at the end of the items; 0 for none. The items before
  // `size()` are those of the last call; new ones are taken in.
  [[nodiscard]] std::size_t half_at_end(std::span<const Item> items);
  // Only the first so many items are left.
  void cut(std::size_t size);
  [[nodiscard]] std::size_t size() const { return base_ + prefix_.size() - 1; }
  void clear();
  // Hashes that were compared so far: what it costs.
  [[nodiscard]] std::uint64_t comparisons() const { return comparisons_; }

 private:
  static constexpr std::array<std::size_t, 4> kLengths{1, 4, 16, 64};
  static constexpr std::size_t kPlaces = 8;  // tried of each length
  static constexpr std::size_t kWindow = std::size_t{1}
                                         << 17U;  // items that it looks back, at least
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  static constexpr std::uint32_t kFree = kNone - 1;  // no place, and no slot is behind it

  // Last places by what they end with: open addressing. A slot without a place is used again.
  struct Slot {
    std::uint32_t tag = 0;  // a part of the hash, with the kind
    std::uint32_t place = kFree;
  };
  struct Found {
    std::size_t half = 0;
    std::size_t tried = 0;  // the longest half so far
  };

  // The item is in no slot yet.
  void take(Item item);
  void note_last();
  // Gives the place noted before that ends with the same items. `own`: its tag.
  std::uint32_t note(std::uint32_t place, std::size_t kind, std::uint32_t own);
  void forget(std::uint32_t place, std::size_t kind);
  [[nodiscard]] bool is_noted(std::size_t place, std::size_t kind) const {
    return (noted_[place] >> kind & 1U) != 0;
  }
  [[nodiscard]] std::size_t short_half_at_end(std::span<const Item> items);
  void try_places(std::span<const Item> items, std::size_t kind, Found& found);
  // Forgets all but the last items of so many.
  void begin_at_window_of(std::size_t size);
  void forget_front(std::size_t items);
  [[nodiscard]] std::uint64_t hash(std::size_t from, std::size_t length) const;
  [[nodiscard]] std::uint32_t tag(std::size_t end, std::size_t kind) const;
  [[nodiscard]] static std::uint32_t tag_of(std::uint64_t hash, std::size_t kind);
  [[nodiscard]] bool ends_alike(std::size_t a, std::size_t b, std::size_t kind) const;
  // For so many places fewer, without those that are forgotten.
  void move_slots(std::uint32_t places);
  void begin_slots();
  void put(Slot slot);

  std::span<const Item> items_;           // from the base on; of the call in hand
  std::size_t base_ = 0;                  // items before it are forgotten; places count from it
  LargeVector<std::uint64_t> prefix_{0};  // hashes of the first n items
  LargeVector<std::uint64_t> powers_{1};
  // The place before that ends alike, for each length.
  LargeVector<std::array<std::uint32_t, kLengths.size()>> before_;
  // Whether the place is in the slots itself: a bit for each length. One whose last items came
  // never before is noted for longer ones only when these come a second time: most of that is
  // spared where nothing comes again.
  LargeVector<std::uint8_t> noted_;
  std::array<std::uint32_t, 2> newest_tags_{};  // of the place last taken in, the shortest lengths
  LargeVector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint64_t comparisons_ = 0;
};

}  // namespace lull::structure
