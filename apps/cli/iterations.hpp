// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iterations of a program: those of its main loop, or the calls of a region; and those that an
// analysis splits severities by.
#pragma once

#include <cstdint>
#include <string>

#include "lull/analysis/results/charging/iteration_severities.hpp"
#include "lull/report/model/iterations.hpp"
#include "lull/structure/iterations.hpp"
#include "lull/trace/cursor.hpp"

namespace lull::cli {

struct ProgramIterations {
  structure::Iterations iterations;
  std::string loop;    // in words
  std::string remark;  // why they may not be those that the user knows; else empty
};

struct FoundIterations {
  analysis::IterationBorders borders;
  std::uint64_t together = 1;  // so many of the program are one there
  std::string loop;            // in words
  std::string remark;          // see ProgramIterations

  // Completes what the analysis knows.
  void describe(report::Iterations& iterations) const;
};

// A sentence where the main loop has only a small part of the events of a location: then it may not
// be what the user takes for the main loop. Else empty.
[[nodiscard]] std::string remark_on_share(const structure::MainLoop& loop, std::uint64_t events,
                                          const std::string& place);

[[nodiscard]] FoundIterations as_borders(const ProgramIterations& found,
                                         const Definitions& definitions);

// "in main > solve", or "at the outermost level"
[[nodiscard]] std::string place_of_loop(const Definitions& definitions,
                                        const structure::MainLoop& loop);

// `region`: empty for the main loop. Both throw Error (usage) where the trace has no such
// iterations.
[[nodiscard]] ProgramIterations program_iterations(const TraceSource& trace,
                                                   const std::string& region, std::size_t threads);
[[nodiscard]] FoundIterations find_iterations(const TraceSource& trace, const std::string& region,
                                              std::size_t threads);

}  // namespace lull::cli
