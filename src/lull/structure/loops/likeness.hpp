// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Whether what stands beside a loop is nearly its body: a first iteration, or one with a call more.
// What is inserted, left out or different costs its events; a variant differs in a tenth of the
// body's events at most, and does not reach over a barrier that the body lacks.
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
  // `is_barrier`: of events of enters. Both must outlive this.
  Likeness(const Grammar& grammar, const std::function<bool(SymbolId)>& is_barrier)
      : grammar_(grammar), is_barrier_(is_barrier) {}

  // The body that others are compared with.
  void set_body(SymbolId body);
  // How many of the items are a variant of the body, from the front or from the back; 0 for none.
  [[nodiscard]] std::size_t length(std::span<const Item> items, bool from_back);
  [[nodiscard]] bool is_barrier(Item item) const;
  // So many items are looked at, at most.
  [[nodiscard]] std::size_t reach() const {
    return std::max<std::size_t>(body_.size() + band_, most_) + 1;
  }
  // What lies between two iterations and may belong to one of them: up to an item of the body, or
  // to the end of all items. No barrier, and no more events than a variant has more than the body.
  struct Gap {
    std::size_t items = 0;
    std::uint64_t events = 0;
    bool at_end = false;
  };
  [[nodiscard]] std::optional<Gap> gap(std::span<const Item> items, bool from_back,
                                       SymbolId body) const;

 private:
  static constexpr double kMostDifference = 0.1;        // of the body's events
  static constexpr std::size_t kMostSymbols = 1 << 14;  // of a body that is compared
  static constexpr std::size_t kMostBand = 1 << 8;      // symbols by which a variant may be shifted
  // So many pairs of symbols are compared, of all bodies; then nothing more is a variant.
  static constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 28U;

  // What stands beside the loop, in calls and events, and where its items end.
  struct Neighbour {
    std::vector<SymbolId> symbols;
    std::vector<std::size_t> ends;
  };
  [[nodiscard]] Neighbour neighbour(std::span<const Item> items, bool from_back) const;
  // What makes the body differ from so many symbols more or fewer of its neighbour, by their number
  // plus the band; more than `most_` where that is too much, or where these are fewer than
  // `shortest`.
  [[nodiscard]] std::vector<std::uint64_t> differences(const std::vector<SymbolId>& body,
                                                       const std::vector<SymbolId>& there,
                                                       std::size_t shortest) const;
  // Expands to calls and events; false where that is too much.
  [[nodiscard]] bool append(std::vector<SymbolId>& symbols, Item item, std::size_t most) const;
  [[nodiscard]] std::uint64_t events(SymbolId symbol) const { return grammar_[symbol].events; }
  [[nodiscard]] std::uint64_t difference(SymbolId a, SymbolId b) const;

  const Grammar& grammar_;
  const std::function<bool(SymbolId)>& is_barrier_;
  std::vector<SymbolId> body_;
  bool has_barrier_ = false;
  std::uint64_t most_ = 0;  // events that may differ
  std::size_t band_ = 0;
  std::uint64_t pairs_ = 0;
};

}  // namespace lull::structure
