// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The iterations of a program: the iterations of its main loop, or the calls to a region; and the
// iterations by which an analysis splits severities.
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

// A loop in a trace that has no main loop.
struct NamedLoop {
  std::string place;  // such as "in main > solve"
  std::uint64_t iterations = 0;
  double events = 0;  // fraction of the location's events
  double time = 0;
};
struct NoMainLoop {
  std::string location;  // where the loops occur; empty if there are no loops
  std::vector<NamedLoop> longest;

  // Returns the reason, such as "on most locations, the loop …", without a full stop.
  [[nodiscard]] std::string reason() const;
};

[[nodiscard]] nlohmann::json to_json(const NoMainLoop& none);

struct ProgramIterations {
  structure::Iterations iterations;
  std::string loop;  // a phrase
  // The reason why they may not be the user's iterations; may be empty.
  std::string remark;
  std::optional<NoMainLoop> none;  // the reason if there are none
};

struct FoundIterations {
  analysis::IterationBorders borders;
  std::uint64_t together = 1;  // number of program iterations joined into one
  std::string loop;            // a phrase
  std::string remark;          // see ProgramIterations

  // Adds the loop, the number of joined iterations and the remark.
  void describe(report::Iterations& iterations) const;
};

// Returns a sentence if the main loop has only a small share of a location's events: it may not be
// the loop that the user expects. Empty otherwise.
[[nodiscard]] std::string remark_on_share(const structure::MainLoop& loop, std::uint64_t events,
                                          const std::string& place);

[[nodiscard]] FoundIterations as_borders(const ProgramIterations& found,
                                         const Definitions& definitions);

// Returns the place, such as "in main > solve" or "at the outermost level".
[[nodiscard]] std::string place_of_loop(const Definitions& definitions,
                                        const structure::MainLoop& loop);

// Describes the longest loops of a program whose processes agree on no main loop.
[[nodiscard]] NoMainLoop no_main_loop(const Definitions& definitions,
                                      const structure::ProgramStructure& program);

// An empty `region` stands for the main loop; there may be none. Throws Error (usage) if no process
// calls the region.
[[nodiscard]] ProgramIterations iterations_if_any(const TraceSource& trace,
                                                  const std::string& region, std::size_t threads);
// Does the same, but throws Error (usage) if there are no iterations.
[[nodiscard]] ProgramIterations program_iterations(const TraceSource& trace,
                                                   const std::string& region, std::size_t threads);
[[nodiscard]] FoundIterations find_iterations(const TraceSource& trace, const std::string& region,
                                              std::size_t threads);

}  // namespace lull::cli
