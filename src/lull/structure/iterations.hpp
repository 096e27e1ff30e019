// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iterations of a program's main loop on all locations: their borders, and groups of similar
// iterations. An iteration lasts from the first event of its body to the first event of the next,
// so gaps belong to it. As an iteration has different times on different processes, iterations are
// matched by number, never by time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lull/structure/program_structure.hpp"

namespace lull::structure {

struct Iterations {
  std::size_t number = 0;
  // Indexed by location: positions and times of the borders, of which there is one more than there
  // are iterations. Empty if the location lacks the main loop or has a different number of
  // iterations.
  std::vector<std::vector<std::uint64_t>> positions;
  std::vector<std::vector<Timestamp>> borders;
  // The recording's off time up to each border; empty: never off.
  std::vector<std::vector<Duration>> off;

  [[nodiscard]] bool has(LocationId location) const { return !borders[location.index()].empty(); }
  // Excludes time in which recording was switched off.
  [[nodiscard]] Duration duration(LocationId location, std::size_t iteration) const {
    const auto& times = borders[location.index()];
    const Duration whole = times[iteration + 1] - times[iteration];
    if (off.empty() || off[location.index()].empty()) return whole;
    const auto& before = off[location.index()];
    return whole - (before[iteration + 1] - before[iteration]);
  }
};

// Reads the locations that have the main loop once more. A location whose loop has a different
// number of iterations is matched by the collective operations before each border, if every
// iteration has such an operation.
[[nodiscard]] Iterations iterations_of(const TraceSource& trace, const ProgramStructure& program,
                                       std::size_t threads);

// Returns the calls to a region (to all regions with that name) as iterations. Considers each
// process's first location and leaves out recursive calls. Processes whose number of calls differs
// from most processes' number have no iterations.
[[nodiscard]] Iterations calls_of(const TraceSource& trace, const std::string& region,
                                  std::size_t threads);

// Iterations of similar duration, averaged over all processes.
struct IterationGroup {
  std::vector<std::uint32_t> iterations;  // ascending
  // The first or the last iteration, else the most typical one.
  std::uint32_t representative = 0;
  double seconds = 0;  // mean duration of an iteration
};

struct IterationGroups {
  // The largest group first; of equally large groups, the fastest first.
  std::vector<IterationGroup> groups;
  double wanted_window = 0;     // window as requested, or the minimum
  double window = 0;            // relative distance of a group's borders from its middle
  std::vector<double> seconds;  // indexed by iteration: mean over all processes
};

// `window` is at least 1e-6; 0.1 means 10 %. It is widened until there are at most `most_groups`.
// Takes linear time in the number of iterations, for each group and each widening.
[[nodiscard]] IterationGroups group_iterations(const Iterations& iterations,
                                               const Definitions& definitions, double window,
                                               std::size_t most_groups);

// Returns the iterations that represent all iterations, one per group. Selects at most a tenth of
// all iterations, but between 3 and 100.
[[nodiscard]] std::vector<bool> representatives(const IterationGroups& groups);
[[nodiscard]] std::size_t most_groups_of(std::size_t iterations);

}  // namespace lull::structure
