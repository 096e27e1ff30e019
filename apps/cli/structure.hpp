// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
//
// What `lull structure` prints: the structure of a trace with the times that its parts take.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lull/structure/alike.hpp"
#include "lull/structure/duration_profile.hpp"
#include "lull/structure/program_structure.hpp"
#include "lull/structure/timed_walk.hpp"

namespace lull::cli {

// Of one location: what only a second reading tells.
struct LocationTimes {
  std::unique_ptr<structure::TimedWalk> walk;  // null: this location is not shown
  Duration length;                             // from the first event to the last
  std::vector<Timestamp> borders;              // of the iterations of its main loop
};

struct StructureResults {
  std::string archive;  // its anchor
  const Definitions& definitions;
  const structure::ProgramStructure& program;
  const structure::Alikeness& alike;
  std::vector<LocationTimes> times;  // by location
  double window = 0.1;
  std::size_t width = 80;  // of a line
};

// How the iterations of a location's main loop are distributed.
[[nodiscard]] structure::DurationProfile iterations_of(const StructureResults& results,
                                                       LocationId location);

[[nodiscard]] std::string structure_text(const StructureResults& results);
void write_structure_json(const StructureResults& results, std::ostream& out);

// "MPI_Recv", "MPI_SEND", "(MPI_Recv, 2 × MPI_Send)", "266 events in 64 parts".
[[nodiscard]] std::string name_of_symbol(const structure::Grammar& grammar,
                                         const Definitions& definitions,
                                         structure::SymbolId symbol);
// Words for a distribution: "one peak".
[[nodiscard]] std::string_view name_of(structure::Regularity regularity);

}  // namespace lull::cli
