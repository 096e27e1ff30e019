// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iterations of a program's main loop on all its locations: where each begins, and which of
// them are alike. An iteration lasts from the first event of its body to the first one of the next,
// so that gaps belong to it. The same iteration lies at other times on other processes: they are
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
  // By location: positions of the borders, and their times; empty where the main loop is not, or
  // has another number of iterations. One more than iterations.
  std::vector<std::vector<std::uint64_t>> positions;
  std::vector<std::vector<Timestamp>> borders;
  // For how long recording was switched off until each border; empty: never.
  std::vector<std::vector<Duration>> off;

  [[nodiscard]] bool has(LocationId location) const { return !borders[location.index()].empty(); }
  // Without the time in which recording was switched off.
  [[nodiscard]] Duration duration(LocationId location, std::size_t iteration) const {
    const auto& times = borders[location.index()];
    const Duration whole = times[iteration + 1] - times[iteration];
    if (off.empty() || off[location.index()].empty()) return whole;
    const auto& before = off[location.index()];
    return whole - (before[iteration + 1] - before[iteration]);
  }
};

// Reads the locations that have the main loop once more. A location whose loop has another number
// of iterations is matched by the collective operations before each border, where every iteration
// has one.
[[nodiscard]] Iterations iterations_of(const TraceSource& trace, const ProgramStructure& program,
                                       std::size_t threads);

// The calls of a region (all regions of that name) as iterations: of the first location of each
// process, without those within another one. Processes that have another number of them than most
// have none.
[[nodiscard]] Iterations calls_of(const TraceSource& trace, const std::string& region,
                                  std::size_t threads);

// Iterations that take about as long, on average over all processes.
struct IterationGroup {
  std::vector<std::uint32_t> iterations;  // ascending
  std::uint32_t representative = 0;       // the first or the last of all, else the most typical
  double seconds = 0;                     // of an iteration, on average
};

struct IterationGroups {
  std::vector<IterationGroup> groups;  // the largest first; of equal ones the fastest
  double wanted_window = 0;            // as asked for, unless that is too narrow
  double window = 0;                   // how far from its middle a group reaches, as a share
  std::vector<double> seconds;         // by iteration: on average over all processes
};

// `window`: 0.1 for 10 %, and 1e-6 at least. It grows until there are at most `most_groups`. Linear
// in the iterations, for each group and each step of growth.
[[nodiscard]] IterationGroups group_iterations(const Iterations& iterations,
                                               const Definitions& definitions, double window,
                                               std::size_t most_groups);

// Which iterations stand for all: the representative of each group. At most a tenth of all, but
// three at least and 100 at most.
[[nodiscard]] std::vector<bool> representatives(const IterationGroups& groups);
[[nodiscard]] std::size_t most_groups_of(std::size_t iterations);

}  // namespace lull::structure
