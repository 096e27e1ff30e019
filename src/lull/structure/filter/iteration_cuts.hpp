// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which events go when only some iterations of a program stay: the same iterations on all
// processes. What is before the first and behind the last iteration stays.
#pragma once

#include <cstddef>
#include <vector>

#include "lull/structure/filter/selection.hpp"
#include "lull/structure/iterations.hpp"

namespace lull::structure {

struct IterationCuts {
  std::vector<std::vector<Cut>> cuts;  // by location
  // Processes that have the iterations, but not as whole calls: nothing of them is cut.
  std::vector<LocationId> uncut;
};

// `kept`: by iteration. Cuts are those of the first location of each process; threads that it forks
// within them go along (selection.hpp). Reads these locations once.
[[nodiscard]] IterationCuts cuts_between(const TraceSource& trace, const Iterations& iterations,
                                         const std::vector<bool>& kept, std::size_t threads);

}  // namespace lull::structure
