// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iterations of a body on both sides of a place in a string: copies, similar variants
// (likeness.hpp), and the items between them. Part of the search for the main loop. Takes linear
// time in the number of inspected items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>

#include "lull/structure/grammar/grammar.hpp"
#include "lull/structure/loops/likeness.hpp"

namespace lull::structure {

// Iterations of one body, without positions.
struct IterationPart {
  std::size_t items = 1;  // number of items in the string
  std::uint64_t events = 0;
  std::uint32_t copies = 1;
  bool variant = false;
};

class IterationChain {
 public:
  // Both arguments must outlive this object.
  IterationChain(const Grammar& grammar, Likeness& likeness)
      : grammar_(grammar), likeness_(likeness) {}

  // Finds the chain of the body around items[place], which is a loop over the body or, for a
  // rotated body, its only copy. `repeats`: true if the items themselves recur.
  void follow(std::span<const Item> items, std::size_t place, SymbolId body, bool repeats);

  [[nodiscard]] const std::deque<IterationPart>& parts() const { return parts_; }
  [[nodiscard]] std::size_t begin() const { return begin_; }
  [[nodiscard]] std::size_t end() const { return end_; }
  [[nodiscard]] bool is_whole(std::span<const Item> items) const {
    return begin_ == 0 && end_ == items.size();
  }
  // Returns whether another iteration precedes a barrier directly before the chain.
  [[nodiscard]] bool has_warm_up(std::span<const Item> items);

 private:
  [[nodiscard]] IterationPart loop_part(Item item) const {
    return {1, grammar_[body_].events, item.count, false};
  }
  bool absorb_after(std::span<const Item> items, bool repeats);
  bool absorb_before(std::span<const Item> items, bool repeats);
  [[nodiscard]] IterationPart part(std::span<const Item> items, bool from_back);
  [[nodiscard]] bool is_body(std::span<const Item> items) const;

  const Grammar& grammar_;
  Likeness& likeness_;
  SymbolId body_;
  std::deque<IterationPart> parts_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t absorbed_ = 0;  // number of items in the last gap
};

}  // namespace lull::structure
