// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// Which iterations of the main loop `lull filter` keeps: one of each group of those that take about
// as long, or those that are named.
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
  std::string loop;        // a region whose calls they are; empty: the main loop
  unsigned threads = 0;

  [[nodiscard]] bool empty() const { return window <= 0 && iterations.empty() && loop.empty(); }
};

void add_options(CLI::App& command, IterationOptions& options);

// Iterations count from 0; texts for people count from 1.
struct KeptIterations {
  struct Kept {
    std::size_t iteration = 0;
    std::uint64_t stands_for = 1;  // iterations, itself among them
    double seconds = 0;            // of it, on average over all processes
    double group_seconds = 0;      // of those it stands for, on average
  };
  std::size_t number = 0;          // 0: iterations were not chosen
  std::string loop;                // in words
  std::string remark;              // see ProgramIterations
  double window = 0;               // 0: they were named
  std::vector<Kept> kept;          // ascending
  std::vector<std::string> uncut;  // processes that keep all of theirs
  // Processes that have no such iterations, and keep all of their calls.
  std::vector<std::string> without;
  structure::IterationCuts cuts;

  // For the archive.
  [[nodiscard]] std::string description() const;
};

// Reads the trace three times. Throws Error (usage) where there is no such iteration.
[[nodiscard]] KeptIterations choose_iterations(const CorrectedTrace& trace,
                                               const IterationOptions& options);

}  // namespace lull::cli
