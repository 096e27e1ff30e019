// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The items that must follow for a loop to continue: a position in its body and in nested
// sequences.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "lull/structure/grammar/grammar.hpp"

namespace lull::structure {

class ExpectedItems {
 public:
  explicit ExpectedItems(const Grammar& grammar) : grammar_(&grammar) {}

  // Restarts at the start of the body. The body must not be empty and must outlive this object.
  void begin(std::span<const Item> body) {
    body_ = body;
    places_.assign(1, {});
  }

  enum class Outcome : std::uint8_t { Differs, Continues, Ends };
  // Takes as many copies from `item` as expected. `Ends` means that the body is complete and
  // restarts.
  Outcome take(Item& item) {
    while (true) {
      Place& place = places_.back();
      const Item expected = items_of(place)[place.item];
      if (expected.symbol == item.symbol) {
        const std::uint32_t taken = std::min(item.count, expected.count - place.copies);
        item.count -= taken;
        place.copies += taken;
        return move_on();
      }
      if (!is_sequence(expected.symbol)) return Outcome::Differs;
      places_.push_back({expected.symbol});
    }
  }

  // Appends what has been taken since the start of the body.
  void taken(std::vector<Item>& items) const {
    for (const Place& place : places_) {
      const auto own = items_of(place);
      items.insert(items.end(), own.begin(), own.begin() + place.item);
      if (place.copies > 0) items.push_back({own[place.item].symbol, place.copies});
    }
  }

 private:
  struct Place {
    SymbolId sequence;  // undefined: the body
    std::uint32_t item = 0;
    std::uint32_t copies = 0;  // number of copies taken of that item
  };

  // Spans are not stored, as adding rules moves them.
  [[nodiscard]] std::span<const Item> items_of(const Place& place) const {
    return place.sequence.defined() ? grammar_->items(place.sequence) : body_;
  }
  [[nodiscard]] bool is_sequence(SymbolId symbol) const {
    return (*grammar_)[symbol].kind == Grammar::Kind::Sequence;
  }

  Outcome move_on() {
    while (true) {
      Place& place = places_.back();
      const auto own = items_of(place);
      if (place.copies < own[place.item].count) return Outcome::Continues;
      place.copies = 0;
      if (++place.item < own.size()) return Outcome::Continues;
      if (places_.size() == 1) {
        place.item = 0;
        return Outcome::Ends;
      }
      places_.pop_back();
      ++places_.back().copies;
    }
  }

  const Grammar* grammar_;
  std::span<const Item> body_;
  std::vector<Place> places_;
};

}  // namespace lull::structure
