// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Folds a string of symbols while it grows: what comes twice in a row is a loop, which then lasts
// as long as its body comes again. A loop counts for others once it is over, so that loops nest.
// The result depends on the string alone. Amortised near constant time for each symbol.
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
  // `grammar` must outlive this; it gets the bodies of loops as sequences.
  explicit Folding(Grammar& grammar) : grammar_(&grammar), expected_(grammar) {}

  void push(SymbolId symbol) {
    if (open_ && goes_on_with(symbol)) return;
    waiting_.push_back({symbol});
    work();
  }
  // The whole string, folded; valid until clear().
  [[nodiscard]] std::span<const Item> finish();
  // The same, for good: this is empty then.
  [[nodiscard]] ItemString take();
  void clear();
  [[nodiscard]] std::uint64_t comparisons() const { return squares_ ? squares_->comparisons() : 0; }

 private:
  static constexpr std::uint32_t kMostCopies = 0xFFFFFFFFu;
  static constexpr std::size_t kFew = 16;  // items that are compared one by one

  // As a rule, a loop does.
  bool goes_on_with(SymbolId symbol) {
    if (count_ == kMostCopies) return false;
    Item item{symbol};
    const ExpectedItems::Outcome outcome = expected_.take(item);
    if (outcome == ExpectedItems::Outcome::Ends) ++count_;
    return outcome != ExpectedItems::Outcome::Differs;
  }
  void work();
  void take(Item item);
  // The loop is over: what has come of its body once more is put back.
  void close();
  void place(Item item);
  void open(std::span<const Item> body, std::uint32_t count);
  void cut(std::size_t size);
  [[nodiscard]] std::size_t half_at_end();

  Grammar* grammar_;
  ItemString items_;
  std::vector<Item> waiting_;  // the next one is the last
  bool open_ = false;          // a loop behind the items
  std::vector<Item> body_;     // of that loop
  std::uint32_t count_ = 0;
  ExpectedItems expected_;
  std::unique_ptr<SquareIndex> squares_;  // of strings that are long
  std::vector<Item> taken_;
};

// Loops take back a part of their neighbours where that saves events: A A B A B A B is A, then
// three times A B, not two times A, then twice B A, and B.
[[nodiscard]] ItemString with_repaired_bounds(std::span<const Item> items, Grammar& grammar);

}  // namespace lull::structure
