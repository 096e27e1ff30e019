// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/structure/loops/outer_loop.hpp"

#include <algorithm>

namespace lull::structure {

std::optional<OuterLoop> find_outer_loop(const Grammar& grammar) {
  // Rules follow the rules that they refer to. Indexed by rule: maximum number of events of a loop
  // in it.
  std::vector<std::uint64_t> most(grammar.size());
  const auto most_of = [&](Item item) {
    return item.count > 1 ? item.count * grammar[item.symbol].events : most[item.symbol.index()];
  };
  const auto most_in = [&](std::span<const Item> items) {
    std::uint64_t found = 0;
    for (const Item item : items) found = std::max(found, most_of(item));
    return found;
  };
  for (std::size_t i = 0; i < grammar.size(); ++i)
    if (grammar[SymbolId(i)].kind != Grammar::Kind::Event)
      most[i] = most_in(grammar.items(SymbolId(i)));

  const std::uint64_t wanted = most_in(grammar.whole());
  if (wanted == 0) return std::nullopt;
  OuterLoop loop;
  while (true) {
    const auto items = string_of(grammar, loop);
    loop.item = 0;
    while (most_of(items[loop.item]) != wanted) ++loop.item;
    loop.first_event += grammar.events_of(items.first(loop.item));
    const Item found = items[loop.item];
    if (found.count > 1) return loop;
    loop.around.push_back(found.symbol);
    loop.first_event += grammar[found.symbol].enter.defined() ? 1 : 0;
  }
}

}  // namespace lull::structure
