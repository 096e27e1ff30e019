// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iterations of a program: those of its main loop, or the calls of a region; and those that an
// analysis splits severities by.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lull/analysis/charging/iteration_severities.hpp"
#include "lull/report/run/iterations.hpp"
#include "lull/structure/iterations.hpp"
#include "lull/trace/source/cursor.hpp"

namespace lull::cli {

// Of a trace without main loop.
struct NamedLoop {
  std::string place;  // "in main > solve"
  std::uint64_t iterations = 0;
  double events = 0;  // shares of a location
  double time = 0;
};
struct NoMainLoop {
  std::string location;  // that the loops are told of; empty: there are none
  std::vector<NamedLoop> longest;

  // "on most locations, the loop …", without a full stop.
  [[nodiscard]] std::string reason() const;
};

[[nodiscard]] nlohmann::json to_json(const NoMainLoop& none);

struct ProgramIterations {
  structure::Iterations iterations;
  std::string loop;                // in words
  std::string remark;              // why they may not be those that the user knows; else empty
  std::optional<NoMainLoop> none;  // why there are none
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

// Of a program whose processes agree on no main loop.
[[nodiscard]] NoMainLoop no_main_loop(const Definitions& definitions,
                                      const structure::ProgramStructure& program);

// `region`: empty for the main loop, and there may be none. Throws Error (usage) where no process
// calls the region.
[[nodiscard]] ProgramIterations iterations_if_any(const TraceSource& trace,
                                                  const std::string& region, std::size_t threads);
// The same where there have to be some: both throw Error (usage) where there are none.
[[nodiscard]] ProgramIterations program_iterations(const TraceSource& trace,
                                                   const std::string& region, std::size_t threads);
[[nodiscard]] FoundIterations find_iterations(const TraceSource& trace, const std::string& region,
                                              std::size_t threads);

}  // namespace lull::cli
