// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// The output of `lull structure`: the structure of a trace with the times that its parts take.
// Several processes may have found the structure, each for its share of the locations.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lull/structure/detection/alike.hpp"
#include "lull/structure/durations/duration_profile.hpp"
#include "lull/structure/durations/timed_walk.hpp"
#include "lull/structure/durations/trend.hpp"
#include "lull/structure/program_structure.hpp"

namespace lull::cli {

// The times of one location, from the second pass over the trace. Times do not advance while
// recording is off.
struct LocationTimes {
  std::unique_ptr<structure::TimedWalk> walk;  // null: this location is not shown
  Duration length;                             // from the first event to the last
  std::vector<Timestamp> borders;              // borders of its main loop's iterations
};

// The results of one process: complete for its own share of the locations, and a summary for the
// others.
struct StructureResults {
  StructureResults(std::string anchor, const Definitions& of,
                   const structure::ProgramStructure& found, structure::Alikeness kinds)
      : archive(std::move(anchor)), definitions(of), program(found), alike(std::move(kinds)) {}

  std::string archive;  // anchor file
  const Definitions& definitions;
  const structure::ProgramStructure& program;
  structure::Alikeness alike;
  std::vector<LocationTimes> times{};  // indexed by location
  double window = 0.1;
  std::size_t width = 80;  // line width
};

// Output about one location, made by the process that has it.
struct LocationPart {
  std::uint32_t location = 0;
  bool aligned = false;   // first location of a process that has the program's main loop
  std::string main_loop;  // sentences about the main loop, if it is shown; text only
  std::string content;    // text or JSON; empty if the location is not shown
};
[[nodiscard]] std::vector<LocationPart> parts_of(const StructureResults& results, bool json);

// Returns the distribution of the durations of iterations of a location's main loop.
[[nodiscard]] structure::DurationProfile iterations_of(const StructureResults& results,
                                                       LocationId location);

[[nodiscard]] structure::Trend trend_of_iterations(const StructureResults& results,
                                                   LocationId location);

[[nodiscard]] std::string location_text(const StructureResults& results, LocationId location);
[[nodiscard]] std::string location_json_text(const StructureResults& results, LocationId location);
// Describes the main loop of a location that has the program's main loop.
[[nodiscard]] std::string main_loop_text(const StructureResults& results, LocationId location);

// Returns the complete output. The parts are in the order of their locations.
[[nodiscard]] std::string structure_text(const StructureResults& results,
                                         std::span<const LocationPart> parts);
void write_structure_json(const StructureResults& results, std::span<const LocationPart> parts,
                          std::ostream& out);

// Returns a name such as "MPI_Recv", "MPI_SEND", "(MPI_Recv, 2 × MPI_Send)" or "266 events in 64
// parts".
[[nodiscard]] std::string name_of_symbol(const structure::Grammar& grammar,
                                         const Definitions& definitions,
                                         structure::SymbolId symbol);
// Describes a distribution, such as "one peak".
[[nodiscard]] std::string_view name_of(structure::Regularity regularity);

}  // namespace lull::cli
