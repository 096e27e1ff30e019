// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iterations of the main loop that `lull filter` keeps: one of each group with similar
// durations, or those that are named.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lull/clock/corrected_trace.hpp"
#include "lull/structure/filter/iteration_cuts.hpp"

namespace CLI {
class App;
}

namespace lull::cli {

struct IterationOptions {
  double window = 0;       // 0: not given
  std::string iterations;  // a list; empty: not given
  std::string loop;        // a region whose calls are the iterations; empty: the main loop
  unsigned threads = 0;

  [[nodiscard]] bool empty() const { return window <= 0 && iterations.empty() && loop.empty(); }
};

void add_options(CLI::App& command, IterationOptions& options);

// Iterations are numbered from 0, but from 1 in text for users.
struct KeptIterations {
  struct Kept {
    std::size_t iteration = 0;
    std::uint64_t stands_for = 1;  // number of iterations, including itself
    double seconds = 0;            // its duration, averaged over all processes
    double group_seconds = 0;      // duration of the iterations it stands for, averaged
  };
  std::size_t number = 0;          // 0: iterations were not selected
  std::string loop;                // a phrase
  std::string remark;              // see ProgramIterations
  double window = 0;               // 0: iterations were named
  std::vector<Kept> kept;          // ascending
  std::vector<std::string> uncut;  // processes that keep all their iterations
  // Processes without such iterations, which keep all their calls.
  std::vector<std::string> without;
  structure::IterationCuts cuts;

  // Returns a description to store in the archive.
  [[nodiscard]] std::string description() const;
};

// Reads the trace three times. Throws Error (usage) if a named iteration does not exist.
[[nodiscard]] KeptIterations choose_iterations(const CorrectedTrace& trace,
                                               const IterationOptions& options);

}  // namespace lull::cli
