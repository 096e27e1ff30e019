// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Finds the outermost loop of a grammar with the most events.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lull/structure/grammar/grammar.hpp"

namespace lull::structure {

struct OuterLoop {
  std::vector<SymbolId> around;   // enclosing rules, outermost first; empty: the whole location
  std::size_t item = 0;           // its index in the innermost of them
  std::uint64_t first_event = 0;  // position in the location
};

// Returns the items that contain the loop.
[[nodiscard]] inline std::span<const Item> string_of(const Grammar& grammar,
                                                     const OuterLoop& loop) {
  return loop.around.empty() ? grammar.whole() : grammar.items(loop.around.back());
}

// Returns the first one if there are several. Takes linear time in the size of the grammar.
[[nodiscard]] std::optional<OuterLoop> find_outer_loop(const Grammar& grammar);

}  // namespace lull::structure
