// SPDX-FileCopyrightText: 2026 The Lull contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "lull/trace/definitions/places.hpp"

#include <fmt/format.h>

namespace lull {

std::string place_of(const Definitions& definitions, LocationId id) {
  const Location& location = definitions.locations[id.index()];
  const std::size_t process = location.process.index();
  const std::string& name =
      process < definitions.processes.size() ? definitions.processes[process].name : location.name;
  return fmt::format("location {} ({}, {})", location.reference, name, location.name);
}

std::string moment_of(const Definitions& definitions, Timestamp time, Timestamp zero) {
  return fmt::format("at {:.9g} s", definitions.seconds(time - zero));
}

std::string name_of(const Definitions& definitions, RegionId region) {
  return region.index() < definitions.regions.size()
             ? fmt::format("\"{}\"", definitions.regions[region.index()].name)
             : "an undefined region";
}

}  // namespace lull
