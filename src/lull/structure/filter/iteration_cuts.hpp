// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Computes the events to remove when only some iterations stay: the same iterations on all
// processes. Everything before the first and after the last iteration stays.
#pragma once

#include <cstddef>
#include <vector>

#include "lull/structure/filter/selection.hpp"
#include "lull/structure/iterations.hpp"

namespace lull::structure {

struct IterationCuts {
  std::vector<std::vector<Cut>> cuts;  // indexed by location
  // Processes whose iterations are not whole calls: nothing is cut there.
  std::vector<LocationId> uncut;
};

// `kept` is indexed by iteration. Cuts apply to the first location of each process; threads forked
// within them follow (selection.hpp). Reads these locations once.
[[nodiscard]] IterationCuts cuts_between(const TraceSource& trace, const Iterations& iterations,
                                         const std::vector<bool>& kept, std::size_t threads);

}  // namespace lull::structure
