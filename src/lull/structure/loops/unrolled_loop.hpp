// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// A loop whose body consists of iterations of a smaller body, written out. For the search for the
// main loop.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lull/structure/grammar/grammar.hpp"
#include "lull/structure/loops/iteration_chain.hpp"
#include "lull/structure/loops/likeness.hpp"
#include "lull/structure/loops/main_loop.hpp"

namespace lull::structure {

// The string with the items of the body in place of each copy of it.
struct UnrolledString {
  std::vector<Item> items;
  std::size_t place = 0;  // of the first item of what was at items[place] before
};
// For the body of the loop at items[place]; empty where that would be long.
[[nodiscard]] UnrolledString unrolled_string(const Grammar& grammar, std::span<const Item> items,
                                             std::size_t place);

// Folding may have begun each iteration too late: then the end of a body stands in front of the
// chain, and the begin of one behind it. If so, all iterations of the loop begin that much earlier,
// and there is one more.
void begin_earlier(Grammar& grammar, Likeness& likeness, std::span<const Item> items,
                   const IterationChain& chain, MainLoop& loop);

}  // namespace lull::structure
