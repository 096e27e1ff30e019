// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Of the loops of a grammar that lie in no other loop, the one with the most events.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lull/structure/grammar/grammar.hpp"

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

// Of several, the first. Time by the size of the grammar.
[[nodiscard]] std::optional<OuterLoop> find_outer_loop(const Grammar& grammar);

}  // namespace lull::structure
