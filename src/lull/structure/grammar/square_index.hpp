// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Detects whether a string of items ends in a square (the same substring twice). Items are appended
// and removed at the end. Earlier places with the same last 1, 4, 16 or 64 items are indexed, and
// only the nearest few of each length are tried: a constant number of hash comparisons per item for
// any string. A period is missed if each of its parts recurs more often within it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "lull/base/memory/large_vector.hpp"
#include "lull/structure/grammar/grammar.hpp"

namespace lull::structure {

class SquareIndex {
 public:
  // Returns half the length of the shortest square at the end of the items; 0 if there is none. The
  // first `size()` items must be the same as in the previous call; the other items are added.
  [[nodiscard]] std::size_t half_at_end(std::span<const Item> items);
  // Keeps only the first `size` items.
  void cut(std::size_t size);
  [[nodiscard]] std::size_t size() const { return base_ + prefix_.size() - 1; }
  void clear();
  // Returns the number of hash comparisons made so far, a measure of the cost.
  [[nodiscard]] std::uint64_t comparisons() const { return comparisons_; }

 private:
  static constexpr std::array<std::size_t, 4> kLengths{1, 4, 16, 64};
  static constexpr std::size_t kPlaces = 8;  // number of places tried per length
  static constexpr std::size_t kWindow = std::size_t{1}
                                         << 17U;  // minimum number of items to look back
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  static constexpr std::uint32_t kFree = kNone - 1;  // no place; ends a probe sequence

  // Holds the last places by their ending, with open addressing. A slot with place kNone can be
  // reused.
  struct Slot {
    std::uint32_t tag = 0;  // part of the hash, and the kind
    std::uint32_t place = kFree;
  };
  struct Found {
    std::size_t half = 0;
    std::size_t tried = 0;  // the longest half tried
  };

  // Adds the item without entering it in the slots.
  void take(Item item);
  void note_last();
  // Returns the place noted before with the same ending. `own` is the tag of the new place.
  std::uint32_t note(std::uint32_t place, std::size_t kind, std::uint32_t own);
  void forget(std::uint32_t place, std::size_t kind);
  [[nodiscard]] bool is_noted(std::size_t place, std::size_t kind) const {
    return (noted_[place] >> kind & 1U) != 0;
  }
  [[nodiscard]] std::size_t short_half_at_end(std::span<const Item> items);
  void try_places(std::span<const Item> items, std::size_t kind, Found& found);
  // Restarts with the last kWindow of the first `size` items.
  void begin_at_window_of(std::size_t size);
  void forget_front(std::size_t items);
  [[nodiscard]] std::uint64_t hash(std::size_t from, std::size_t length) const;
  [[nodiscard]] std::uint32_t tag(std::size_t end, std::size_t kind) const;
  [[nodiscard]] static std::uint32_t tag_of(std::uint64_t hash, std::size_t kind);
  [[nodiscard]] bool ends_alike(std::size_t a, std::size_t b, std::size_t kind) const;
  // Subtracts `places` from all places and drops forgotten places.
  void move_slots(std::uint32_t places);
  void begin_slots();
  void put(Slot slot);

  std::span<const Item> items_;           // items of the current call, from base_ on
  std::size_t base_ = 0;                  // number of forgotten items; places count from here
  LargeVector<std::uint64_t> prefix_{0};  // hashes of the first n items
  LargeVector<std::uint64_t> powers_{1};
  // The previous place with the same ending, for each length.
  LargeVector<std::array<std::uint32_t, kLengths.size()>> before_;
  // Has a bit per length: it is set if the place itself is in the slots. A place with a new ending
  // is entered for longer lengths only when the ending recurs, which saves most of the work for
  // strings without repetition.
  LargeVector<std::uint8_t> noted_;
  std::array<std::uint32_t, 2> newest_tags_{};  // newest place, shortest two lengths
  LargeVector<Slot> slots_;
  std::size_t used_ = 0;
  std::uint64_t comparisons_ = 0;
};

}  // namespace lull::structure
