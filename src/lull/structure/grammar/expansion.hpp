// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Expands a grammar to the location's events in order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lull/structure/grammar/grammar.hpp"

namespace lull::structure {

// Calls use(event) with the symbol of each event of the items. Memory grows with rule nesting.
template <class Use>
void expand(const Grammar& grammar, std::span<const Item> items, Use&& use) {
  struct Place {
    std::span<const Item> items;
    SymbolId leave;  // follows the items
    std::size_t item = 0;
    std::uint32_t copies = 0;  // number of completed copies of that item
  };
  std::vector<Place> places{{items, SymbolId{}}};
  while (!places.empty()) {
    Place& place = places.back();
    if (place.item == place.items.size()) {
      if (place.leave.defined()) use(place.leave);
      places.pop_back();
      continue;
    }
    const Item item = place.items[place.item];
    if (++place.copies == item.count) {
      ++place.item;
      place.copies = 0;
    }
    const Grammar::Rule& rule = grammar[item.symbol];
    if (rule.kind == Grammar::Kind::Event) {
      use(item.symbol);
    } else {
      if (rule.enter.defined()) use(rule.enter);
      places.push_back({grammar.items(item.symbol), rule.leave});
    }
  }
}

}  // namespace lull::structure
