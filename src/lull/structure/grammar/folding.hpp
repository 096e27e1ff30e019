// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Folds a growing string of symbols: a substring that occurs twice in a row becomes a loop, which
// continues as long as its body recurs. A closed loop is an item of outer loops, so loops nest. The
// result depends only on the string. Takes amortised near constant time per symbol.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lull/structure/grammar/expected_items.hpp"
#include "lull/structure/grammar/grammar.hpp"
#include "lull/structure/grammar/square_index.hpp"

namespace lull::structure {

class Folding {
 public:
  // `grammar` must outlive this object; loop bodies are added to it as sequences.
  explicit Folding(Grammar& grammar) : grammar_(&grammar), expected_(grammar) {}

  void push(SymbolId symbol) {
    if (open_ && continues_with(symbol)) return;
    waiting_.push_back({symbol});
    work();
  }
  // Returns the whole string, folded; valid until clear().
  [[nodiscard]] std::span<const Item> finish();
  // Returns the whole string, folded, and clears this object.
  [[nodiscard]] ItemString take();
  void clear();
  [[nodiscard]] std::uint64_t comparisons() const { return squares_ ? squares_->comparisons() : 0; }

 private:
  static constexpr std::uint32_t kMostCopies = 0xFFFFFFFFu;
  static constexpr std::size_t kFew = 16;  // number of items compared one by one

  // The fast path: an open loop usually continues.
  bool continues_with(SymbolId symbol) {
    if (count_ == kMostCopies) return false;
    Item item{symbol};
    const ExpectedItems::Outcome outcome = expected_.take(item);
    if (outcome == ExpectedItems::Outcome::Ends) ++count_;
    return outcome != ExpectedItems::Outcome::Differs;
  }
  void work();
  void take(Item item);
  // Ends the loop and puts back the incomplete part of its next iteration.
  void close();
  void place(Item item);
  void open(std::span<const Item> body, std::uint32_t count);
  void cut(std::size_t size);
  [[nodiscard]] std::size_t half_at_end();

  Grammar* grammar_;
  ItemString items_;
  std::vector<Item> waiting_;  // a stack: the next item is last
  bool open_ = false;          // a loop follows the items
  std::vector<Item> body_;     // body of that loop
  std::uint32_t count_ = 0;
  ExpectedItems expected_;
  std::unique_ptr<SquareIndex> squares_;  // used for long strings
  std::vector<Item> taken_;
};

// Lets loops take parts of their neighbours if that saves events: A A B A B A B becomes A, three
// times A B, rather than two times A, twice B A, and B.
[[nodiscard]] ItemString with_repaired_bounds(std::span<const Item> items, Grammar& grammar);

}  // namespace lull::structure
