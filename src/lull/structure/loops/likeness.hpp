// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Decides whether the neighbourhood of a loop is a variant of its body: a first iteration, or an
// iteration with an extra call. Insertions, deletions and replacements cost their events; a variant
// differs in at most a tenth of the body's events and does not cross a barrier that the body lacks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "lull/structure/grammar/grammar.hpp"

namespace lull::structure {

class Likeness {
 public:
  // `is_barrier` is called with enter events. Both arguments must outlive this object.
  Likeness(const Grammar& grammar, const std::function<bool(SymbolId)>& is_barrier)
      : grammar_(grammar), is_barrier_(is_barrier) {}

  // Sets the body to compare with.
  void set_body(SymbolId body);
  // Returns how many items at the front or the back form a variant of the body; 0 for none.
  [[nodiscard]] std::size_t length(std::span<const Item> items, bool from_back);
  [[nodiscard]] bool is_barrier(Item item) const;
  // Returns the maximum number of items inspected.
  [[nodiscard]] std::size_t reach() const {
    return std::max<std::size_t>(body_.size() + band_, most_) + 1;
  }
  // Items between two iterations that may belong to one of them. They extend to an item of the
  // body, or to the end of all items. A gap does not contain a barrier, and has at most as many
  // events as a variant may add.
  struct Gap {
    std::size_t items = 0;
    std::uint64_t events = 0;
    bool at_end = false;
  };
  [[nodiscard]] std::optional<Gap> gap(std::span<const Item> items, bool from_back,
                                       SymbolId body) const;

 private:
  static constexpr double kMostDifference = 0.1;        // share of the body's events
  static constexpr std::size_t kMostSymbols = 1 << 14;  // length of a body that is compared
  static constexpr std::size_t kMostBand = 1 << 8;      // maximum shift of a variant, in symbols
  // The limit on compared symbol pairs for all bodies. Beyond it, nothing counts as a variant.
  static constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 28U;

  // The items next to the loop, expanded to calls and events, and the position where each item
  // ends.
  struct Neighbour {
    std::vector<SymbolId> symbols;
    std::vector<std::size_t> ends;
  };
  [[nodiscard]] Neighbour neighbour(std::span<const Item> items, bool from_back) const;
  // Returns the edit costs between the body and prefixes of `there`, indexed by the difference of
  // their lengths plus the band; a cost is above `most_` if the prefix is too different, or shorter
  // than `shortest`.
  [[nodiscard]] std::vector<std::uint64_t> differences(const std::vector<SymbolId>& body,
                                                       const std::vector<SymbolId>& there,
                                                       std::size_t shortest) const;
  // Expands to calls and events; returns false above `most` symbols.
  [[nodiscard]] bool append(std::vector<SymbolId>& symbols, Item item, std::size_t most) const;
  [[nodiscard]] std::uint64_t events(SymbolId symbol) const { return grammar_[symbol].events; }
  [[nodiscard]] std::uint64_t difference(SymbolId a, SymbolId b) const;

  const Grammar& grammar_;
  const std::function<bool(SymbolId)>& is_barrier_;
  std::vector<SymbolId> body_;
  bool has_barrier_ = false;
  std::uint64_t most_ = 0;  // number of events that may differ
  std::size_t band_ = 0;
  std::uint64_t pairs_ = 0;
};

}  // namespace lull::structure
