// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The loops of a grammar that lie in no other loop: the places among which the main loop is.
#pragma once

#include <cstdint>
#include <vector>

#include "lull/structure/grammar.hpp"

namespace lull::structure {

struct OuterLoop {
  std::vector<SymbolId> around;   // the rules it lies in, outermost first; none: the whole location
  std::size_t item = 0;           // its place in the innermost of them
  std::uint64_t first_event = 0;  // of the location's events
};

// The items that a loop is one of.
[[nodiscard]] inline std::span<const Item> string_of(const Grammar& grammar,
                                                     const OuterLoop& loop) {
  return loop.around.empty() ? grammar.whole() : grammar.items(loop.around.back());
}

// use(loop) for each of them, in the order of their events. Time by the rules that are not in a
// loop, not by events.
template <class Use>
void for_each_outer_loop(const Grammar& grammar, Use&& use) {
  struct Place {
    std::span<const Item> items;
    std::size_t item = 0;
    std::uint64_t first_event = 0;
  };
  OuterLoop loop;
  std::vector<Place> places{{grammar.whole()}};
  while (!places.empty()) {
    Place& place = places.back();
    if (place.item == place.items.size()) {
      places.pop_back();
      if (!loop.around.empty()) loop.around.pop_back();
      continue;
    }
    const Item item = place.items[place.item];
    const Grammar::Rule& rule = grammar[item.symbol];
    const std::uint64_t first = place.first_event;
    place.first_event += item.count * rule.events;
    loop.item = place.item++;
    loop.first_event = first;
    if (item.count > 1) {
      use(static_cast<const OuterLoop&>(loop));
    } else if (rule.kind != Grammar::Kind::Event) {
      loop.around.push_back(item.symbol);
      places.push_back({grammar.items(item.symbol), 0, first + (rule.enter.defined() ? 1 : 0)});
    }
  }
}

}  // namespace lull::structure
