// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Loops whose body consists of iterations of a smaller body, written out. Part of the search for
// the main loop.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lull/structure/grammar/grammar.hpp"
#include "lull/structure/loops/iteration_chain.hpp"
#include "lull/structure/loops/likeness.hpp"
#include "lull/structure/loops/main_loop.hpp"

namespace lull::structure {

// The string with each copy of the body replaced by the body's items.
struct UnrolledString {
  std::vector<Item> items;
  std::size_t place = 0;  // index of the first item of the former items[place]
};
// Returns the string for the body of the loop at items[place]; empty if it would be too long.
[[nodiscard]] UnrolledString unrolled_string(const Grammar& grammar, std::span<const Item> items,
                                             std::size_t place);

// Corrects a loop if folding began its iterations too late: in that case, the end of a body
// precedes the chain, and the start of a body follows it. Moves all iterations to begin earlier,
// and adds one iteration.
void begin_earlier(Grammar& grammar, Likeness& likeness, std::span<const Item> items,
                   const IterationChain& chain, MainLoop& loop);

}  // namespace lull::structure
